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
        case .gif:
            // Only the first picture of several is used, and who takes it out finds out whether it is whole.
            return true
        case .avif: return PictureHeader.hasWholeBoxes(bytes)
        }
    }

    /// Where a sequence stands for the last time.
    private static func last(_ sequence: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= sequence.count else { return nil }
        return (0...(bytes.count - sequence.count)).last { start in
            bytes[start] == sequence[0] && bytes[start..<(start + sequence.count)].elementsEqual(sequence)
        }
    }
}
