/// The supported types of pictures.
public enum PictureType: String, Sendable, Hashable, CaseIterable {
    case jpeg = "JPEG"
    case png = "PNG"
    case webP = "WebP"
    case gif = "GIF"
    case avif = "AVIF"
    case bmp = "BMP"
    case tiff = "TIFF"
    case heic = "HEIC"

    /// Detects the type from the first bytes, whatever the file's name.
    public init?(sniffing bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webP
        } else if bytes.dropFirst(4).starts(with: "ftypavif".utf8) {
            self = .avif
        } else if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            self = .tiff
        } else if bytes.starts(with: "BM".utf8), bytes.count > 17, [12, 40, 52, 56, 64, 108, 124].contains(bytes[14]),
            bytes[15...17].allSatisfy({ $0 == 0 })
        {
            // Two letters prove nothing; the length of the description behind them does.
            self = .bmp
        } else if ["ftypheic", "ftypheix", "ftypmif1"].contains(where: { bytes.dropFirst(4).starts(with: $0.utf8) }) {
            self = .heic
        } else {
            return nil
        }
    }
}
