internal import Foundation

/// Why the system refused something: an error number and its meaning.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    package let code: Int32

    package init(code: Int32) {
        self.code = code
    }

    /// Whether nothing is there.
    var isAbsence: Bool { code == ENOENT || code == ENOTDIR }

    /// In words that a person understands, without a full stop.
    package var description: String {
        switch code {
        case ENOENT: "it is not there"
        case EACCES, EPERM: "you are not allowed to read it"
        case ELOOP: "its links lead in a circle"
        case ENAMETOOLONG: "its path is too long"
        case EMFILE, ENFILE: "too many files are open"
        case EIO: "the disk cannot read it"
        default: POSIXErrorCode(rawValue: code).map { POSIXError($0).localizedDescription } ?? "system error \(code)"
        }
    }
}
