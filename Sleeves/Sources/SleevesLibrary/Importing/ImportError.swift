/// A path that cannot be imported at all.
public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What sort of failure it is, so that a command can choose its exit status.
    public enum Kind: Sendable, Hashable {
        /// Nothing is at the path, or it cannot be opened (sysexits' 66).
        case noInput
        /// What is at the path is not what it should be (sysexits' 65).
        case badData
    }

    /// What sort of failure it is.
    public let kind: Kind
    /// The path, as it was given.
    public let path: String
    /// What happened and what to do, in whole sentences that don't name the path.
    public let reason: String

    /// A failure to import what is at `path`.
    public init(kind: Kind, path: String, reason: String) {
        self.kind = kind
        self.path = path
        self.reason = reason
    }

    /// The path and the reason, on one line.
    public var description: String { "\(path): \(reason)" }
}
