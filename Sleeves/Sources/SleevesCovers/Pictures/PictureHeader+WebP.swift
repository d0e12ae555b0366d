extension PictureHeader {
    /// Returns the size of a WebP picture; of an animation, that of its canvas, in which all frames fit.
    ///
    /// Source: RFC 9649, sections 2.5 to 2.7.
    static func sizeOfWebP(_ reader: inout ByteReader) throws(ByteReader.Failure) -> (width: Int, height: Int) {
        try reader.skip(12)
        let chunk = try reader.text(4)
        try reader.skip(4)
        switch chunk {
        case "VP8X":
            try reader.skip(4)
            let width = try reader.littleEndian(3) + 1
            return (width, try reader.littleEndian(3) + 1)
        case "VP8L":
            guard try reader.byte() == 0x2F else { throw .nonsense("its frame has no signature") }
            let bits = try reader.littleEndian(4)
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case "VP8 ":
            try reader.skip(3)
            guard try reader.bigEndian(3) == 0x9D012A else { throw .nonsense("its frame has no signature") }
            let width = try reader.littleEndian(2) & 0x3FFF
            return (width, try reader.littleEndian(2) & 0x3FFF)
        default:
            throw .nonsense("it begins with an unknown chunk")
        }
    }
}
