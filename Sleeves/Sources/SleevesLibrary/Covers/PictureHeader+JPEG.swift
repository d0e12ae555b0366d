internal import CThumbnail

extension PictureHeader {
    /// Whether the picture is decoded when nothing else that is large is.
    var isLarge: Bool { width * height > 16_000_000 }

    /// Whether a decoder has all of a large picture in memory. The usual JPEG goes through it a row at a time.
    func needsMuchMemory(_ bytes: [UInt8]) -> Bool {
        isLarge && (type != .jpeg || cthumbnail_count_scans(bytes, bytes.count) > 1)
    }

    /// Whether bytes have the form that thumbnails have: a JPEG of one scan, not larger than a thumbnail, with nothing in it but the picture.
    ///
    /// Thumbnails are decoded in this process, for the window's sake, and the process that made one may have been taken over by a picture.
    static func isThumbnail(_ bytes: [UInt8], longestSide: Int) -> Bool {
        var reader = ByteReader(bytes)
        do throws(ByteReader.Failure) {
            guard try reader.bigEndian(2) == 0xFFD8 else { return false }
            var hasFrame = false
            while true {
                let marker = try reader.bigEndian(2)
                let length = try reader.bigEndian(2)
                guard length >= 2 else { return false }
                switch marker {
                case 0xFFC0:
                    guard !hasFrame, length > 8, try reader.byte() == 8 else { return false }
                    let (height, width) = (try reader.bigEndian(2), try reader.bigEndian(2))
                    guard (1...longestSide).contains(width), (1...longestSide).contains(height) else { return false }
                    hasFrame = true
                    try reader.skip(length - 7)
                case 0xFFDA: return hasFrame && cthumbnail_count_scans(bytes, bytes.count) == 1
                case 0xFFE0, 0xFFDB, 0xFFC4: try reader.skip(length - 2)
                default: return false
                }
            }
        } catch {
            return false
        }
    }
}
