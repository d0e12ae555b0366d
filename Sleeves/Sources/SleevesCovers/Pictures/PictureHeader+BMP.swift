extension PictureHeader {
    /// Source: Microsoft's documentation of bitmaps, `BITMAPCOREHEADER` and `BITMAPINFOHEADER`.
    static func sizeOfBMP(_ reader: inout ByteReader) throws(ByteReader.Failure) -> (width: Int, height: Int) {
        try reader.skip(14)
        if try reader.littleEndian(4) == 12 { return (try reader.littleEndian(2), try reader.littleEndian(2)) }
        let width = try reader.littleEndian(4)
        let height = try reader.littleEndian(4)
        // A negative height means that the rows begin at the top.
        return (width, height < 1 << 31 ? height : 1 << 32 - height)
    }

    /// Returns the size of a TIFF's first picture.
    ///
    /// Source: TIFF 6.0, section 2.
    static func sizeOfTIFF(_ bytes: [UInt8]) throws(ByteReader.Failure) -> (width: Int, height: Int) {
        let isBigEndian = bytes.first == 0x4D
        func number(_ count: Int, _ reader: inout ByteReader) throws(ByteReader.Failure) -> Int {
            isBigEndian ? try reader.bigEndian(count) : try reader.littleEndian(count)
        }
        var reader = ByteReader(bytes)
        try reader.skip(4)
        let directory = try number(4, &reader)
        guard directory >= reader.position else { throw .nonsense("it does not say how large it is") }
        try reader.skip(directory - reader.position)
        var size = (width: 0, height: 0)
        for _ in 0..<(try number(2, &reader)) {
            let (tag, type) = (try number(2, &reader), try number(2, &reader))
            try reader.skip(4)
            // A short number is at the beginning of its four bytes.
            let value = try number(type == 3 ? 2 : 4, &reader)
            if type == 3 { try reader.skip(2) }
            if tag == 256 { size.width = value } else if tag == 257 { size.height = value }
        }
        return size
    }
}
