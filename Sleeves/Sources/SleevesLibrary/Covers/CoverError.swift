internal import Localization

/// Why bytes did not become a cover: what happened, and what to do.
public enum CoverError: Error, Sendable, Hashable, CustomStringConvertible {
    /// More bytes than a cover may have.
    case tooManyBytes(Int, limit: Int)
    /// More pixels than a cover may have, as its header says.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// A JPEG that its decoder has to go over more often than is allowed.
    case tooManyScans(Int, limit: Int)
    /// Neither JPEG, PNG, WebP, GIF nor AVIF.
    case unknownType
    /// The picture ends early or contradicts itself.
    case damaged(String)
    /// The system has no decoder for this type.
    case noDecoder(PictureType)
    /// The picture could not be encoded.
    case notEncoded(String)
    /// The process that reads pictures gave no answer.
    case reader(ReaderFailure)

    /// One or two sentences for the person: what happened, and what to do.
    public var description: String {
        switch self {
        case .tooManyBytes(let count, let limit):
            localized(
                "The picture has {bytes} bytes; at most {limit} are read. Use a smaller one.", ["bytes": "\(count)", "limit": "\(limit)"])
        case .tooManyPixels(let width, let height, let limit):
            localized(
                "The picture measures {width} × {height}; at most {limit} megapixels are read. Use a smaller one.",
                ["width": "\(width)", "height": "\(height)", "limit": "\(limit / 1_000_000)"])
        case .tooManyScans(let count, let limit):
            localized(
                "The picture is stored in {count} passes; at most {limit} are read. Save it again, or use another one.",
                ["count": "\(count)", "limit": "\(limit)"])
        case .unknownType:
            localized("This is no JPEG, PNG, WebP, GIF or AVIF picture. Use one of these.")
        case .damaged(let detail):
            localized("The picture is damaged ({detail}). Use another copy of it.", ["detail": detail])
        case .noDecoder(.webP):
            localized("WebP pictures need the package webp-pixbuf-loader. Install it and try again.")
        case .noDecoder(.avif):
            localized("AVIF pictures need the package libavif-gdk-pixbuf. Install it and try again.")
        case .noDecoder(let type):
            localized(
                "gdk-pixbuf has no decoder for {type} pictures on this system. Install it and try again.", ["type": "\(type.rawValue)"])
        case .notEncoded(let detail):
            localized("The picture could not be written ({detail}). Try again, or use another one.", ["detail": detail])
        case .reader(let failure):
            failure.description
        }
    }
}
