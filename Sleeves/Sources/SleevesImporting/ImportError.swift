package import SleevesModel
internal import Localization

/// An error for a path that can't be imported at all.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, which determines a command's exit status.
    public enum Kind: Sendable, Hashable {
        /// The path doesn't exist or can't be opened (66 in sysexits).
        case noInput
        /// The path has unexpected content (65 in sysexits).
        case badData
    }

    /// The kind of failure.
    public let kind: Kind
    /// The given path.
    public let path: String
    /// A description of the problem and a remedy, in whole sentences that don't name the path.
    public let reason: String

    /// Creates an error for `path`.
    public init(kind: Kind, path: String, reason: String) {
        self.kind = kind
        self.path = path
        self.reason = reason
    }

    /// Creates an error for a path that can't be read.
    package init(_ error: SystemError, path: String) {
        let reason = localized("This path cannot be imported. {error} Check the path.", ["error": "\(error)"])
        self.init(kind: .noInput, path: path, reason: reason)
    }

    /// The path and the reason, on one line.
    public var description: String { "\(path): \(reason)" }
}
