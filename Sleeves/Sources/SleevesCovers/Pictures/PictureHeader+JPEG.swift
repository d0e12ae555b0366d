internal import CPictures

extension PictureHeader {
    /// Whether the picture counts as large, so that it isn't decoded together with other large ones.
    var isLarge: Bool { width * height > 16_000_000 }

    /// Returns whether decoding keeps all of a large picture in memory. Ordinary JPEGs are decoded row by row.
    func needsMuchMemory(_ bytes: [UInt8]) -> Bool {
        isLarge && (type != .jpeg || cpictures_count_scans(bytes, bytes.count) > 1)
    }

    /// Returns whether bytes have the form of thumbnails: a JPEG of one scan, at most as large as a thumbnail, with only the picture in it.
    ///
    /// The window's process decodes thumbnails itself, but a malicious picture may have compromised the process that made them.
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
                case 0xFFDA: return hasFrame && cpictures_count_scans(bytes, bytes.count) == 1
                case 0xFFE0, 0xFFDB, 0xFFC4: try reader.skip(length - 2)
                default: return false
                }
            }
        } catch {
            return false
        }
    }
}
