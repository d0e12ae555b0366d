extension PictureHeader {
    /// Returns the size of a WebP picture and its bytes; of an animation, the first frame as a picture of its own.
    ///
    /// Source: RFC 9649, sections 2.5 to 2.7.
    static func stillWebP(_ bytes: [UInt8]) throws(ByteReader.Failure) -> (width: Int, height: Int, still: [UInt8]) {
        var reader = ByteReader(bytes)
        try reader.skip(12)
        let chunk = try reader.text(4)
        let length = try reader.littleEndian(4)
        switch chunk {
        case "VP8X":
            let isAnimated = try reader.byte() & 0x02 != 0
            try reader.skip(3)
            let width = try reader.littleEndian(3) + 1
            let height = try reader.littleEndian(3) + 1
            guard isAnimated else { return (width, height, bytes) }
            try reader.skip(length - 10 + length % 2)
            return try firstFrame(of: bytes, &reader)
        case "VP8L":
            guard try reader.byte() == 0x2F else { throw .nonsense("its frame has no signature") }
            let bits = try reader.littleEndian(4)
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, bytes)
        case "VP8 ":
            try reader.skip(3)
            guard try reader.bigEndian(3) == 0x9D012A else { throw .nonsense("its frame has no signature") }
            let width = try reader.littleEndian(2) & 0x3FFF
            return (width, try reader.littleEndian(2) & 0x3FFF, bytes)
        default:
            throw .nonsense("it begins with an unknown chunk")
        }
    }

    /// Reads up to the first frame of an animation.
    private static func firstFrame(
        of bytes: [UInt8],
        _ reader: inout ByteReader
    ) throws(ByteReader.Failure) -> (width: Int, height: Int, still: [UInt8]) {
        while true {
            let chunk = try reader.text(4)
            let length = try reader.littleEndian(4)
            guard chunk == "ANMF" else {
                try reader.skip(length + length % 2)
                continue
            }
            guard length > 16 else { throw .nonsense("its first frame is empty") }
            try reader.skip(6)
            let size = reader.position..<reader.position + 6
            let width = try reader.littleEndian(3) + 1
            let height = try reader.littleEndian(3) + 1
            try reader.skip(4)
            let start = reader.position
            try reader.skip(length - 16)
            // The frame's chunks after a header for a picture of this size that may be transparent.
            var body = Array("WEBPVP8X".utf8)
            body += [10, 0, 0, 0, 0x10, 0, 0, 0] as [UInt8]
            body += bytes[size]
            body += bytes[start..<reader.position]
            var still = Array("RIFF".utf8)
            for shift in [0, 8, 16, 24] { still.append(UInt8(truncatingIfNeeded: body.count >> shift)) }
            return (width, height, still + body)
        }
    }
}
