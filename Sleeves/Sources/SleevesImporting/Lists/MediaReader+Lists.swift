internal import SleevesCovers
internal import SleevesModel

/// Lists that don't declare their encoding.
extension MediaReader {
    /// Decodes a list from here on, if it is neither UTF-8 nor Western, and returns to here otherwise.
    ///
    /// - Parameter limit: The maximum size of a list to decode, in bytes. A larger one counts as Western.
    func decoded(_ source: inout ByteSource, limit: Int) throws -> ByteSource? {
        let start = source.offset
        let sample = try Self.sample(of: &source)
        try source.goBack(to: start, line: 1)
        if sample.isEmpty { return nil }
        let encoding = try encoding(of: sample)
        if encoding == .western { return nil }
        var pieces: [[UInt8]] = []
        var (size, rest) = (0, [UInt8]())
        while let piece = try source.nextPiece() {
            size += piece.count
            guard size <= limit else {
                try source.goBack(to: start, line: 1)
                return nil
            }
            // In these encodings, this byte is never the second one of a character.
            let end = piece.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? piece.startIndex
            pieces.append(rest + piece[..<end])
            rest = Array(piece[end...])
        }
        return ByteSource(try decode(pieces + [rest], as: encoding).flatMap(\.utf8))
    }

    /// Returns lines that aren't UTF-8, from all of a list if they are few; none if it is UTF-8.
    private static func sample(of source: inout ByteSource) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var (size, rest) = (0, [UInt8]())
        func take(_ line: some Collection<UInt8>) {
            guard String(validating: line, as: UTF8.self) == nil else { return }
            lines.append(Array(line.prefix(lineLimit)))
            size += min(line.count, lineLimit)
        }
        while size < sampleSize, let piece = try source.nextPiece() {
            let end = piece.lastIndex(of: UInt8(ascii: "\n")) ?? piece.startIndex
            let whole = rest + piece[..<end]
            rest = Array(piece[end...])
            // A line that never ends is none of a list's.
            if rest.count > CSVReader.rowLimit { break }
            if String(validating: whole, as: UTF8.self) == nil {
                for line in whole.split(separator: UInt8(ascii: "\n")) { take(line) }
            }
        }
        take(rest)
        return lines
    }

    private static let sampleSize = 64 << 10
    private static let lineLimit = 4 << 10
}
