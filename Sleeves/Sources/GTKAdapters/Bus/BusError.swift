internal import CAdwaita

/// An error that a call over the message bus ends with.
public struct BusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors that callers distinguish.
    public enum Kind: Sendable, Hashable {
        /// No program has the name that was called, or the one that had it has gone.
        case absent
        /// The program didn't answer in time.
        case noAnswer
        /// The program answered with an error.
        case refused
        /// The bus is not there, or the answer was not what was expected.
        case failed
    }

    /// The kind of the error.
    public let kind: Kind
    /// The error's name on the bus: `org.freedesktop.DBus.Error.InvalidArgs`.
    public let name: String
    /// A description of the problem.
    public let message: String

    /// Creates an error to answer a call with.
    public init(name: String, message: String) {
        (kind, self.name, self.message) = (.refused, name, message)
    }

    /// The error of a call whose arguments have wrong values.
    public static func invalidArguments(_ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: message)
    }

    /// The error of a call for what this program doesn't do.
    public static func notSupported(_ message: String) -> BusError {
        BusError(name: "org.freedesktop.DBus.Error.NotSupported", message: message)
    }

    /// The error of an answer that is not what was expected.
    static let unexpectedAnswer = BusError(kind: .failed, name: "", message: "unexpected answer")

    private init(kind: Kind, name: String, message: String) {
        (self.kind, self.name, self.message) = (kind, name, message)
    }

    /// Converts and frees GIO's error.
    init(_ error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self = .unexpectedAnswer
            return
        }
        defer { g_error_free(error) }
        let remoteName = g_dbus_error_get_remote_error(error)
        defer { g_free(remoteName) }
        g_dbus_error_strip_remote_error(error)
        name = remoteName.map { String(cString: $0) } ?? ""
        message = error.pointee.message.map { String(cString: $0) } ?? ""
        kind =
            switch name {
            case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": .absent
            case "org.freedesktop.DBus.Error.NoReply": .noAnswer
            case "": g_error_matches(error, g_io_error_quark(), gint(bitPattern: G_IO_ERROR_TIMED_OUT.rawValue)) != 0 ? .noAnswer : .failed
            default: .refused
            }
    }

    /// A description of the problem.
    public var description: String { message }
}
