internal import Localization

/// The folder for a web page has a page that Sleeves hasn't written.
public struct WebCatalogueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The folder.
    public let folder: String

    /// A description of the problem, and a remedy.
    public var description: String {
        localized("{folder} has another page, index.html. Choose an empty folder, or a new name.", ["folder": folder])
    }
}
