extension PictureHeader {
    /// The largest size that an AVIF's description names: a picture may be put together from tiles, and have a small copy of itself.
    ///
    /// Source: ISO/IEC 14496-12, 8.11 (the boxes `meta`, `iprp`, `ipco`), and 23008-12, 6.5.3 (`ispe`).
    static func sizeOfAVIF(_ bytes: [UInt8]) throws(ByteReader.Failure) -> (width: Int, height: Int) {
        guard let meta = try box("meta", in: bytes[...]), let properties = try box("iprp", in: meta.dropFirst(4)),
            var rest = try box("ipco", in: properties)
        else { throw .nonsense("it does not say how large it is") }
        var size = (width: 0, height: 0)
        while let found = try firstBox(in: rest) {
            if found.name == "ispe" {
                var reader = ByteReader(Array(found.content))
                try reader.skip(4)
                size = (max(size.width, try reader.bigEndian(4)), max(size.height, try reader.bigEndian(4)))
            }
            rest = found.rest
        }
        return size
    }

    /// Whether all parts of an AVIF are as long as they say.
    static func hasWholeBoxes(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let found = try? firstBox(in: rest) { rest = found.rest }
        return rest.isEmpty
    }

    private static func box(_ name: String, in bytes: ArraySlice<UInt8>) throws(ByteReader.Failure) -> ArraySlice<UInt8>? {
        var rest = bytes
        while let found = try firstBox(in: rest) {
            if found.name == name { return found.content }
            rest = found.rest
        }
        return nil
    }

    private static func firstBox(
        in bytes: ArraySlice<UInt8>
    ) throws(ByteReader.Failure) -> (name: String, content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        if bytes.isEmpty { return nil }
        var reader = ByteReader(Array(bytes.prefix(8)))
        // A length of nought means to the end; one of 64 bits, which a 1 announces, no cover needs.
        let length = try reader.bigEndian(4)
        let name = try reader.text(4)
        let end = length == 0 ? bytes.count : length
        guard end >= 8, end <= bytes.count else { throw .nonsense("a part of it is longer than it is") }
        return (name, bytes.dropFirst(8).prefix(end - 8), bytes.dropFirst(end))
    }
}
