extension CoverDecoder {
    /// Returns a picture as a small JPEG.
    ///
    /// Ordinary JPEGs, which nearly all covers are, are converted without being in memory as a whole. All others go through ``decode(_:)``.
    func thumbnail(of bytes: [UInt8], quality: Int = 88) throws(CoverError) -> [UInt8] {
        let header = try checkedHeader(of: bytes)
        if header.type == .jpeg, let small = PictureCodec.thumbnail(of: bytes, longestSide: maxPixel, quality: quality) {
            return small
        }
        return try encodeJPEG(try decode(bytes).flattened, quality: quality)
    }
}
