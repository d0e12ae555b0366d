internal import Localization

/// Why the library could not be opened, read or written: what happened, where, and what to do.
public struct PersistencyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure a caller may want to tell apart.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// There is no library where one was named.
        case absent
        /// A folder or file can not be created, or must not be written.
        case notWritable
        /// The library file is no database, or a damaged one.
        case notADatabase
        /// A later version of the program wrote the library.
        case newerSchema
        case diskFull
        /// Another program has held the library for too long.
        case busy
        /// The file with the window's state can not be understood.
        case damagedState
        /// The system refused to read or write for another reason, given in the detail.
        case inputOutput
    }

    /// What kind of failure it was.
    public let reason: Reason
    /// The file or folder it happened to.
    public let path: String
    /// What the system or the database said, in its own words.
    public let detail: String

    /// An error of one kind, at one place.
    public init(_ reason: Reason, path: String, detail: String) {
        self.reason = reason
        self.path = path
        self.detail = detail
    }

    /// Sentences for the person: what happened, where, and what to do.
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
                "The disk of {path} is full. Free some space and try again. The library is unchanged.",
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
