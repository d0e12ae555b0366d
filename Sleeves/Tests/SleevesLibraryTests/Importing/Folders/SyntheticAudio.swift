/// Files of the formats that the sample collection has not: just enough of each to carry tags.
enum SyntheticAudio {
    /// A tag of ID3 alone, as RIFF and AIFF files hold it.
    private static func id3(_ mp3: SyntheticMP3) -> [UInt8] {
        Array(mp3.bytes.dropLast(SyntheticMP3.silence.count))
    }

    static func wav(_ tags: SyntheticMP3) -> [UInt8] {
        let format: [UInt8] = [1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0]
        let chunks =
            chunk("fmt ", format, isBig: false) + chunk("data", [UInt8](repeating: 0, count: 88_200), isBig: false)
            + chunk("id3 ", id3(tags), isBig: false)
        return chunk("RIFF", Array("WAVE".utf8) + chunks, isBig: false)
    }

    static func aiff(_ tags: SyntheticMP3) -> [UInt8] {
        // One channel, 44,100 frames of 16 bits, and the rate as a number of eighty bits.
        let common: [UInt8] = [0, 1, 0, 0, 0xAC, 0x44, 0, 16, 0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        let sound = [UInt8](repeating: 0, count: 8 + 88_200)
        let chunks = chunk("COMM", common, isBig: true) + chunk("SSND", sound, isBig: true) + chunk("ID3 ", id3(tags), isBig: true)
        return chunk("FORM", Array("AIFF".utf8) + chunks, isBig: true)
    }

    /// WavPack: a block without samples, then a tag of APE.
    static func wavPack(_ items: [(String, [UInt8])]) -> [UInt8] {
        let body: [UInt8] = [0x10, 0x04, 0, 0] + [UInt8](repeating: 0, count: 20)
        return Array("wvpk".utf8) + little(body.count, 4) + body + ape(items)
    }

    /// Monkey's Audio: a header of the old kind, then a tag of APE.
    static func monkeys(_ items: [(String, [UInt8])]) -> [UInt8] {
        var header: [UInt8] = Array("MAC ".utf8)
        header += little(3970, 2)
        header += little(2000, 2)
        header += [UInt8](repeating: 0, count: 92)
        return header + ape(items)
    }

    /// Source: the specification of APEv2.
    private static func ape(_ items: [(String, [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for (name, value) in items {
            body += little(value.count, 4)
            // The second bit marks bytes instead of text.
            body += little(name.hasPrefix("Cover") ? 2 : 0, 4)
            body += Array(name.utf8) + [0]
            body += value
        }
        var footer: [UInt8] = Array("APETAGEX".utf8)
        for number in [2000, body.count + 32, items.count, 0] { footer += little(number, 4) }
        return body + footer + [UInt8](repeating: 0, count: 8)
    }

    private static func chunk(_ name: String, _ content: [UInt8], isBig: Bool) -> [UInt8] {
        let length = little(content.count, 4)
        var chunk: [UInt8] = Array(name.utf8)
        chunk += isBig ? length.reversed() : length
        chunk += content
        if !content.count.isMultiple(of: 2) { chunk.append(0) }
        return chunk
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
