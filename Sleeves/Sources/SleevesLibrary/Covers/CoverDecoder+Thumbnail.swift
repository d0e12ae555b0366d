internal import CThumbnail
internal import Glibc

extension CoverDecoder {
    /// A picture as a small JPEG.
    ///
    /// Usual JPEGs, which are nearly all covers, go from bytes to bytes without being in memory as a whole; all others through ``decode(_:)``.
    func thumbnail(of bytes: [UInt8], quality: Int = 88) throws(CoverError) -> [UInt8] {
        guard bytes.count <= byteLimit else { throw .tooManyBytes(bytes.count, limit: byteLimit) }
        let header = try PictureHeader(parsing: bytes)
        try check(header, of: bytes)
        if header.type == .jpeg, let small = Self.smallJPEG(of: bytes, longestSide: maxPixel, quality: quality) { return small }
        return try encodeJPEG(try decode(bytes).flattened, quality: quality)
    }

    static func smallJPEG(of bytes: [UInt8], longestSide: Int, quality: Int) -> [UInt8]? {
        var made: UnsafeMutablePointer<UInt8>?
        var count = 0
        // SAFETY: the bytes are valid for the length of the call, which reads no more than their count; what it made is copied and freed once.
        guard cthumbnail_make(bytes, bytes.count, UInt32(clamping: longestSide), Int32(clamping: quality), &made, &count) else {
            return nil
        }
        defer { free(made) }
        return Array(UnsafeBufferPointer(start: made, count: count))
    }
}
