/// An error from reading a picture among the user's own files.
public struct LocalCoverError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The picture, or the audio file it should be inside.
    public let path: String
    /// A description of the problem and a remedy, in whole sentences that don't name the path.
    public let reason: String
    /// The reader's failure, if it says nothing about the picture.
    package let passing: ReaderFailure?

    init(path: String, reason: String, passing: ReaderFailure? = nil) {
        self.path = path
        self.reason = reason
        self.passing = passing
    }

    /// The path and the reason.
    public var description: String { "\(path): \(reason)" }
}
