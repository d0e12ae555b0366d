internal import Localization

/// The reasons why the library can't stop following a folder.
public enum SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The library doesn't know the folder.
    case notFollowed(path: String)
    /// The path is part of a folder that the library follows.
    case partOf(path: String, source: String)

    /// The problem and its remedy.
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
