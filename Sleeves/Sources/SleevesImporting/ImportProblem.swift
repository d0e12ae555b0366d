/// Something that an import left out or didn't import completely.
///
/// The catalogue stores the reason as text, so a problem stays in the language of the import that found it.
public struct ImportProblem: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The file or folder. Invalid UTF-8 in its name appears as `�`.
    public let path: String
    /// A description of the problem and a remedy, in whole sentences that don't name the path: `The file is empty.…`
    public let reason: String

    /// Creates a problem with `path`.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The path and the reason, on one line.
    public var description: String { "\(path): \(reason)" }
}
