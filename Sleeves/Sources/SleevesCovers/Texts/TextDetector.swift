internal import CUchardet
internal import SleevesModel

/// A detector of the encoding that texts are in together.
///
/// libuchardet proposes an encoding. It needs more text than a folder may have, and names some encoding for any bytes. So a proposal counts only
/// if the texts are plausible in it (``TextScore``); without one that is, the most plausible encoding counts. In doubt, texts are Western.
enum TextDetector {
    static func encoding(of sample: TextSample) -> TextEncoding {
        if sample.isWestern { return .western }
        // Of equally plausible ones, the first: fewer texts of others are plausible in it.
        let plausible = [TextEncoding.cyrillic, .japanese, .korean, .traditionalChinese, .simplifiedChinese].compactMap { encoding in
            TextScore(sample, encoding).flatMap { $0.isPlausible ? (encoding: encoding, share: $0.share) : nil }
        }
        guard !plausible.isEmpty else { return isTraditionalInGB18030(sample) ? .simplifiedChinese : .western }
        if let proposed = proposal(for: sample), plausible.contains(where: { $0.encoding == proposed }) { return proposed }
        return plausible.reduce(plausible[0]) { best, next in next.share > best.share ? next : best }.encoding
    }

    /// Returns whether texts are GB 18030 with traditional characters, which are unusual there and usual in Big5.
    private static func isTraditionalInGB18030(_ sample: TextSample) -> Bool {
        guard TextScore(sample, .simplifiedChinese) != nil, let decoder = TextDecoder(.simplifiedChinese) else { return false }
        let texts = sample.texts.map { TextDecoder.bytes(of: decoder.decode($0), in: .traditionalChinese) }
        guard !texts.contains(nil) else { return false }
        return TextScore(TextSample(texts.compactMap(\.self)), .traditionalChinese)?.isSurelyPlausible == true
    }

    private static func proposal(for sample: TextSample) -> TextEncoding? {
        guard let detector = uchardet_new() else { return nil }
        defer { uchardet_delete(detector) }
        let bytes = sample.texts.joined(separator: [UInt8(ascii: "\n")]).map(CChar.init(bitPattern:))
        // SAFETY: the count is the array's, and the detector reads it only during the call.
        guard uchardet_handle_data(detector, bytes, bytes.count) == 0 else { return nil }
        uchardet_data_end(detector)
        return uchardet_get_charset(detector).flatMap { encodings[String(cString: $0)] }
    }

    /// The encodings by libuchardet's names.
    private static let encodings: [String: TextEncoding] = [
        "WINDOWS-1251": .cyrillic, "GB18030": .simplifiedChinese, "GBK": .simplifiedChinese, "GB2312": .simplifiedChinese,
        "BIG5": .traditionalChinese, "SHIFT_JIS": .japanese, "EUC-KR": .korean, "UHC": .korean,
    ]
}
