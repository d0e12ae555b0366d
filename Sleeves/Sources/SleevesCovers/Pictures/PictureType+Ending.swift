extension PictureType {
    /// Returns whether a picture has its end. Decoders silently fill missing parts with grey.
    package func hasEnd(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg:
            // ITU-T T.81, B.1.1: this pair doesn't occur in the data of a scan by chance. An embedded thumbnail in the head has its own
            // end.
            // Seen from the ends, so that of most pictures only the head and the last bytes are read.
            let (scan, ending): ([UInt8], [UInt8]) = ([0xFF, 0xDA], [0xFF, 0xD9])
            guard let end = bytes.indices.last(where: { Self.holds(ending, at: $0, bytes) }) else { return false }
            return !(end..<bytes.count).contains { Self.holds(scan, at: $0, bytes) }
                && (0..<end).contains { Self.holds(scan, at: $0, bytes) }
        case .png:
            let name = Array("IEND".utf8)
            return bytes.indices.reversed().contains { Self.holds(name, at: $0, bytes) }
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

    /// Returns whether a sequence stands at a position.
    private static func holds(_ sequence: [UInt8], at start: Int, _ bytes: [UInt8]) -> Bool {
        bytes[start] == sequence[0] && bytes[start...].starts(with: sequence)
    }
}
