internal import Localization

/// An error from opening, reading or writing the library, with its place and its remedy.
public struct PersistencyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure that a caller may want to distinguish.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// There is no library at the given place.
        case absent
        /// A folder or file can't be created or written.
        case notWritable
        /// The library file is no database, or damaged.
        case notADatabase
        /// A later version of the program wrote the library.
        case newerSchema
        case diskFull
        /// Another program has locked the library for too long.
        case busy
        /// The file with the window's state can't be decoded.
        case damagedState
        /// The system refused to read or write for another reason, which the detail contains.
        case inputOutput
    }

    /// The kind of failure.
    public let reason: Reason
    /// The affected file or folder.
    public let path: String
    /// The message of the system or the database.
    public let detail: String

    /// Creates an error.
    public init(_ reason: Reason, path: String, detail: String) {
        self.reason = reason
        self.path = path
        self.detail = detail
    }

    /// The problem, its place and its remedy, as sentences for the user.
    public var description: String {
        // Translators: {message} is one or more whole sentences.
        detail.isEmpty ? message : localized("{message} Details: {detail}", ["message": message, "detail": detail])
    }

    private var message: String {
        let places = ["path": path]
        return switch reason {
        case .absent:
            localized(
                "There is no library in {path}. Check the folder's name. To create a library there, import music into it.",
                places)
        case .notWritable:
            localized(
                "{path} cannot be written. Give yourself write permission, or choose another folder with --library.",
                places)
        case .notADatabase:
            localized(
                "{path} is not a library, or it is damaged. Restore a copy of it, or move it away and import your music again.",
                places)
        case .newerSchema:
            localized(
                "{path} was written by a newer version of Sleeves. Open it with that version, or choose another folder with --library.",
                places)
        case .diskFull:
            localized(
                "The disk of {path} is full. Free some space and try again. Nothing that was saved before is lost.",
                places)
        case .busy:
            localized(
                "{path} is in use by another program. Close that program and try again.",
                places)
        case .damagedState:
            localized(
                "{path} could not be read and was set aside. The window opens at its usual size. You do not need to do anything.",
                places)
        case .inputOutput:
            localized(
                "{path} could not be read or written. Check the disk and the folder's permissions, then try again.",
                places)
        }
    }
}
