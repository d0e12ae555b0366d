/// Something that was left out of an import, or not taken over in full.
///
/// The catalogue stores the reason as text, so a problem stays in the language of the import that found it.
public struct ImportProblem: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The file or folder; bytes of its name that are not UTF-8 appear as `�`.
    public let path: String
    /// What happened and what to do, in whole sentences that don't name the path: `The file is empty.…`
    public let reason: String

    /// A problem with what is at `path`.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The path and the reason, on one line.
    public var description: String { "\(path): \(reason)" }
}
