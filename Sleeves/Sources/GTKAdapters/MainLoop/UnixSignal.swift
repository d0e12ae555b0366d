internal import Glibc

/// A Unix signal that a program can handle.
public enum UnixSignal: Sendable {
    /// The terminal went away.
    case hangUp
    /// Control-C.
    case interrupt
    /// A request to terminate.
    case terminate

    var rawValue: Int32 {
        switch self {
        case .hangUp: SIGHUP
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        }
    }
}
