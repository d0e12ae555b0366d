internal import Glibc

/// A Unix signal that a program may answer.
public enum UnixSignal: Sendable {
    /// The terminal went away.
    case hangUp
    /// Control-C.
    case interrupt
    /// Somebody asks the program to end.
    case terminate

    var rawValue: Int32 {
        switch self {
        case .hangUp: SIGHUP
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        }
    }
}
