internal import Glibc
internal import Localization

/// An error from the system: an error number and its meaning.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// Whether the file doesn't exist.
    package var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

    /// Whether an ``OpenFile`` was refused because it isn't a regular file.
    package var isOtherKind: Bool { code == EISDIR || code == EINVAL }

    /// A whole sentence for the user.
    package var description: String {
        switch code {
        case ENOENT: localized("The file or folder does not exist.")
        case EACCES, EPERM: localized("You do not have permission.")
        case ELOOP: localized("Its links form a loop.")
        case ENAMETOOLONG: localized("The path is too long.")
        case EMFILE, ENFILE: localized("Too many files are open.")
        case EIO: localized("The disk reports an error.")
        default: localized("The system reports: {message}.", ["message": String(cString: strerror(code))])
        }
    }
}
