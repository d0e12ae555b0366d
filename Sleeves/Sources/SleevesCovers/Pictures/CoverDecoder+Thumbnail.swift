internal import CThumbnail
internal import Glibc

extension CoverDecoder {
    /// Returns a picture as a small JPEG.
    ///
    /// Ordinary JPEGs, which nearly all covers are, are converted without being in memory as a whole. All others go through ``decode(_:)``.
    func thumbnail(of bytes: [UInt8], quality: Int = 88) throws(CoverError) -> [UInt8] {
        let header = try checkedHeader(of: bytes)
        if header.type == .jpeg, let small = Self.smallJPEG(of: bytes, longestSide: maxPixel, quality: quality) { return small }
        return try encodeJPEG(try decode(bytes).flattened, quality: quality)
    }

    static func smallJPEG(of bytes: [UInt8], longestSide: Int, quality: Int) -> [UInt8]? {
        var made: UnsafeMutablePointer<UInt8>?
        var count = 0
        // SAFETY: the bytes are valid for the duration of the call, which reads no more than their count. The result is copied and freed
        // once.
        guard cthumbnail_make(bytes, bytes.count, UInt32(clamping: longestSide), Int32(clamping: quality), &made, &count) else {
            return nil
        }
        defer { free(made) }
        return Array(UnsafeBufferPointer(start: made, count: count))
    }
}
