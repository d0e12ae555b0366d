/// A picture among the person's own files that cannot be read.
public struct LocalCoverError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The picture, or the audio file it should be inside.
    public let path: String
    /// What happened and what to do, as it goes on where the path ends.
    public let reason: String

    /// An error about the picture at `path`.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The path and the reason.
    public var description: String { "\(path) \(reason)" }
}
