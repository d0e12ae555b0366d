extension PictureHeader {
    /// Returns the size of a GIF's screen, or of its first picture if that reaches over the edge of the screen.
    ///
    /// Source: the GIF89a specification, sections 18 to 27.
    static func sizeOfGIF(_ reader: inout ByteReader) throws(ByteReader.Failure) -> (width: Int, height: Int) {
        try reader.skip(6)
        let screenWidth = try reader.littleEndian(2)
        let screenHeight = try reader.littleEndian(2)
        try reader.skipColorTable(flags: reader.byte(), then: 2)
        while true {
            switch try reader.byte() {
            case 0x21:
                try reader.skip(1)
                try reader.skipBlocks()
            case 0x2C:
                let left = try reader.littleEndian(2)
                let top = try reader.littleEndian(2)
                let width = try reader.littleEndian(2)
                let height = try reader.littleEndian(2)
                guard width > 0, height > 0 else { throw .nonsense("its picture has no pixels") }
                // The picture has to be whole.
                try reader.skipColorTable(flags: reader.byte(), then: 0)
                try reader.skip(1)
                try reader.skipBlocks()
                return (max(screenWidth, left + width), max(screenHeight, top + height))
            default:
                throw .nonsense("it has no picture")
            }
        }
    }
}

extension ByteReader {
    /// Skips bytes after the flags, and the colour table if the flags announce one.
    fileprivate mutating func skipColorTable(flags: UInt8, then bytes: Int) throws(Failure) {
        try skip(bytes + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)))
    }

    /// Skips a series of length-prefixed sub-blocks and its empty terminator.
    fileprivate mutating func skipBlocks() throws(Failure) {
        while case let length = try byte(), length > 0 { try skip(Int(length)) }
    }
}
