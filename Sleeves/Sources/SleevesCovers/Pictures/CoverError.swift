internal import Localization

/// An error from making a cover: what happened, and what to do.
public enum CoverError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The picture has too many bytes.
    case tooManyBytes(Int, limit: Int)
    /// The picture has too many pixels, according to its header.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The JPEG has too many scans.
    case tooManyScans(Int, limit: Int)
    /// The picture is neither JPEG, PNG, WebP, GIF nor AVIF.
    case unknownType
    /// The picture ends early or contradicts itself.
    case damaged(String)
    /// The system has no decoder for this type.
    case noDecoder(PictureType)
    /// The picture could not be encoded.
    case notEncoded(String)
    /// The reader process failed.
    case reader(ReaderFailure)

    /// Sentences for the user: what happened, and what to do.
    public var description: String {
        switch self {
        case .tooManyBytes(let count, let limit):
            localized(
                "The picture has {bytes} bytes, but the limit is {limit}. Choose a smaller picture.",
                ["bytes": "\(count)", "limit": "\(limit)"])
        case .tooManyPixels(let width, let height, let limit):
            localized(
                "The picture measures {width} × {height} pixels, but the limit is {limit} megapixels. Choose a smaller picture.",
                ["width": "\(width)", "height": "\(height)", "limit": "\(limit / 1_000_000)"])
        case .tooManyScans(let count, let limit):
            localized(
                "The picture is stored in {count} passes, but the limit is {limit}. Save it again, or choose another picture.",
                ["count": "\(count)", "limit": "\(limit)"])
        case .unknownType:
            localized("This is not a JPEG, PNG, WebP, GIF or AVIF picture. Choose a picture in one of these formats.")
        case .damaged(let detail):
            localized("The picture is damaged. Choose another copy of it. Details: {detail}", ["detail": detail])
        case .noDecoder(let type):
            localized(
                "Reading {type} pictures requires the package {package}. Install it and try again.",
                ["type": type.rawValue, "package": type == .avif ? "libdav1d" : "libheif-plugin-libde265"])
        case .notEncoded(let detail):
            localized("The picture could not be written. Try again, or choose another picture. Details: {detail}", ["detail": detail])
        case .reader(let failure):
            failure.description
        }
    }
}
