internal import Glibc
internal import Localization

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
        case ENOENT: localized("it is not there")
        case EACCES, EPERM: localized("you are not allowed to read it")
        case ELOOP: localized("its links lead in a circle")
        case ENAMETOOLONG: localized("its path is too long")
        case EMFILE, ENFILE: localized("too many files are open")
        case EIO: localized("the disk cannot read it")
        default: String(cString: strerror(code))
        }
    }
}
