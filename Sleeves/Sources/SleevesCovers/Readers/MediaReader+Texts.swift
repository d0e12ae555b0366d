package import SleevesModel

/// Texts that don't declare their encoding.
extension MediaReader {
    /// Returns the encoding that texts are in together: ``TextEncoding/western`` unless another one is certain.
    ///
    /// One short text says too little. Pass all texts of a folder or of a list.
    ///
    /// - Throws: ``ReaderFailure`` if that says nothing about the texts.
    package func encoding(of texts: some Sequence<[UInt8]>) throws(ReaderFailure) -> TextEncoding {
        let sample = TextSample(texts)
        if sample.isWestern { return .western }
        guard let pool else { return TextDetector.encoding(of: sample) }
        do throws(ReaderFailure) {
            return try pool.ask(.encoding(sample.texts), about: sample.texts.hashValue, answerLimit: 1) {
                message throws(ByteReader.Failure) in
                try message.encoding()
            }
        } catch {
            if error.isPassing { throw error }
            return .western
        }
    }

    /// Decodes texts. `�` is in the place of each invalid byte.
    ///
    /// - Throws: ``ReaderFailure``.
    package func decode(_ texts: [[UInt8]], as encoding: TextEncoding) throws(ReaderFailure) -> [String] {
        if encoding == .western { return texts.map(TextEncoding.western) }
        guard let pool else { return encoding.decode(texts) }
        var decoded: [String] = []
        var rest = texts[...]
        while !rest.isEmpty {
            var size = 0
            let piece = Array(
                rest.prefix { text in
                    size += text.count
                    return size == text.count || size <= Self.textPiece
                })
            rest = rest.dropFirst(piece.count)
            decoded += try pool.ask(
                .texts(piece, encoding), about: piece.hashValue, answerLimit: piece.reduce(0) { $0 + 16 + 4 * $1.count }
            ) { message throws(ByteReader.Failure) in
                var texts: [String] = []
                for text in piece { texts.append(try message.text(limit: 4 * text.count) ?? "") }
                return texts
            }
        }
        return decoded
    }

    /// Decodes a text of unknown encoding, such as a whole list: UTF-8, or else the encoding that all of it shows.
    package func text(of bytes: [UInt8]) throws(ReaderFailure) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        return try decode(lines, as: encoding(of: lines)).joined(separator: "\n")
    }

    /// The maximum size of a request, in bytes.
    private static let textPiece = 1 << 20
}

extension TextEncoding {
    /// Decodes texts in this process. Those that are surely UTF-8 stay what they are.
    func decode(_ texts: [[UInt8]]) -> [String] {
        guard let decoder = TextDecoder(self) else { return texts.map(Self.western) }
        return texts.map { text in
            // Pairs of bytes are UTF-8 by chance in short texts of East Asian encodings.
            let mayBeOther = self != .cyrillic && text.allSatisfy { $0 < 0xE0 }
            if !mayBeOther, let text = String(validating: text, as: UTF8.self) { return text }
            return decoder.decode(text)
        }
    }
}

extension ByteReader {
    mutating func encoding() throws(Failure) -> TextEncoding {
        let index = Int(try byte())
        guard TextEncoding.allCases.indices.contains(index) else { throw .invalid }
        return TextEncoding.allCases[index]
    }
}

extension MessageWriter {
    mutating func encoding(_ encoding: TextEncoding) {
        byte(UInt8(TextEncoding.allCases.firstIndex(of: encoding) ?? 0))
    }
}
