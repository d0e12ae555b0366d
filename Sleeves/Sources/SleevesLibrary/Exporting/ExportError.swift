internal import Glibc
internal import Localization

/// An error from writing an export.
public struct ExportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// Whether creating the file failed.
    public let isCreating: Bool
    /// The system's error, as a sentence.
    public let reason: String

    init(errno code: Int32, path: String, isCreating: Bool = false) {
        self.path = path
        self.isCreating = isCreating
        reason = String(describing: SystemError(code: code))
    }

    /// Creates an error of writing to standard output.
    public init(standardOutput code: Int32) {
        self.init(errno: code, path: Self.standardOutput)
    }

    /// The name of standard output, in place of a path.
    static var standardOutput: String { localized("Standard output") }

    /// A description of the problem, its place, and a remedy.
    public var description: String {
        localized(
            "{path} cannot be written. {reason} Any earlier file is unchanged. Check the folder, or choose another file.",
            ["path": path, "reason": reason]
        )
    }
}
