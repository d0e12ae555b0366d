internal import Glibc
internal import Localization

/// Why an export could not be written.
public struct ExportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file that was to be written.
    public let path: String
    /// Whether it could not be created at all.
    public let isCreating: Bool
    /// What the system said.
    public let reason: String

    init(errno code: Int32, path: String, isCreating: Bool = false) {
        self.path = path
        self.isCreating = isCreating
        reason = String(describing: SystemError(code: code))
    }

    /// What happened, where, and what to do.
    public var description: String {
        localized(
            "{path} cannot be written. {reason} Any earlier file is unchanged. Check the folder, or choose another file.",
            ["path": path, "reason": reason]
        )
    }
}
