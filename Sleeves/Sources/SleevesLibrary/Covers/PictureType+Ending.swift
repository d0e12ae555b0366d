extension PictureType {
    /// Whether a picture has its end, or was cut short. Decoders fill up with grey what is missing, and say nothing.
    func hasEnd(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg:
            // ITU-T T.81, B.1.1: in the data of a scan no such pair stands by chance. A small picture within the head has an end of its own.
            guard let scan = Self.last([0xFF, 0xDA], in: bytes) else { return false }
            return Self.last([0xFF, 0xD9], in: bytes).map { $0 > scan } == true
        case .png: return Self.last(Array("IEND".utf8), in: bytes) != nil
        case .webP:
            guard bytes.count >= 8 else { return false }
            let length = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
            return bytes.count >= length + 8
        case .avif: return Self.hasAllBoxes(bytes)
        case .gif:
            // Only the first picture of several is used, and who takes it out finds out whether it is whole.
            return true
        case .avif: return PictureHeader.hasWholeBoxes(bytes)
        }
    }

    /// Whether the boxes that a file is made of end where it ends. Source: ISO/IEC 14496-12, 4.2.
    private static func hasAllBoxes(_ bytes: [UInt8]) -> Bool {
        var start = 0
        while start < bytes.count {
            guard bytes.count - start >= 8 else { return false }
            let length = (start..<(start + 4)).reduce(0) { $0 << 8 | Int(bytes[$1]) }
            // Nought is a box that goes to the end of the file. No picture has one so long that its length takes eight bytes.
            if length == 0 { return true }
            guard length >= 8, length <= bytes.count - start else { return false }
            start += length
        }
        return true
    }

    /// Where a sequence stands for the last time.
    private static func last(_ sequence: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= sequence.count else { return nil }
        return (0...(bytes.count - sequence.count)).last { start in
            bytes[start] == sequence[0] && bytes[start..<(start + sequence.count)].elementsEqual(sequence)
        }
    }
}
