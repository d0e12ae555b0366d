internal import Localization

/// The reasons why the library can't forget a source.
public enum SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The library doesn't know the folder or list.
    case notFollowed(path: String)
    /// The folder or list is being imported.
    case beingImported(path: String)
    /// The path is part of a folder that the library follows.
    case partOf(path: String, source: String)

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .notFollowed(let path):
            localized(
                "{path} is neither a folder that the library follows nor an imported list. “sleeves sources” lists both.", ["path": path])
        case .beingImported(let path):
            localized("{path} is being imported. Wait for the end of the import, or stop it, then try again.", ["path": path])
        case .partOf(let path, let source):
            localized(
                "{path} is part of {source}, which the library follows. Forget that folder, or remove single albums with “sleeves remove”.",
                ["path": path, "source": source])
        }
    }
}
