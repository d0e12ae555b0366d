extension PictureType {
    /// Returns whether a picture has its end. Decoders silently fill missing parts with grey.
    package func hasEnd(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg:
            // ITU-T T.81, B.1.1: this pair doesn't occur in the data of a scan by chance. An embedded thumbnail in the head has its own
            // end.
            guard let scan = Self.last([0xFF, 0xDA], in: bytes) else { return false }
            return Self.last([0xFF, 0xD9], in: bytes).map { $0 > scan } == true
        case .png: return Self.last(Array("IEND".utf8), in: bytes) != nil
        case .webP:
            guard bytes.count >= 8 else { return false }
            let length = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
            return bytes.count >= length + 8
        case .gif:
            // Only the first of several pictures is used, and reading the header checks whether it is whole.
            return true
        case .avif, .heic: return PictureHeader.hasWholeBoxes(bytes)
        case .bmp:
            guard bytes.count >= 6 else { return false }
            return bytes.count >= (2..<6).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
        case .tiff:
            // The parts are anywhere, and decoders notice a missing one.
            return true
        }
    }

    /// Returns the last position of a sequence.
    private static func last(_ sequence: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= sequence.count else { return nil }
        return (0...(bytes.count - sequence.count)).last { start in
            bytes[start] == sequence[0] && bytes[start..<(start + sequence.count)].elementsEqual(sequence)
        }
    }
}
