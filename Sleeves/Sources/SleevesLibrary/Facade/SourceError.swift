internal import Localization

/// Why a folder cannot be forgotten.
public enum SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The library knows nothing of it.
    case notFollowed(path: String)
    /// It is part of a folder that the library follows.
    case partOf(path: String, source: String)

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .notFollowed(let path):
            localized(
                "{path} is not a folder that the library follows. “sleeves sources” lists these folders.", ["path": path])
        case .partOf(let path, let source):
            localized(
                "{path} is part of {source}, which the library follows. Forget that folder, or remove single albums with “sleeves remove”.",
                ["path": path, "source": source])
        }
    }
}
