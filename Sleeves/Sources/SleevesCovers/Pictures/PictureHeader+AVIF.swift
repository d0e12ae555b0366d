extension PictureHeader {
    /// Returns the largest size in an AVIF's description: a picture may consist of tiles and include a thumbnail.
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

    /// Returns whether all boxes of an AVIF are complete.
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
        // A length of 0 means to the end. Covers don't need 64-bit lengths, which a 1 announces.
        let length = try reader.bigEndian(4)
        let name = try reader.text(4)
        let end = length == 0 ? bytes.count : length
        guard end >= 8, end <= bytes.count else { throw .nonsense("a part of it is longer than it is") }
        return (name, bytes.dropFirst(8).prefix(end - 8), bytes.dropFirst(end))
    }
}
