internal import CNATS

/// A problem of a ``Connection``.
///
/// ## Behavior
/// - A description contains no password, token or seed, and no address.
public struct ConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of problems.
    public enum Kind: Sendable, Hashable {
        /// The options can't be used: a file is missing, or an address is malformed.
        case invalidOptions
        /// No server answers.
        case unreachable
        /// The server refuses the credentials.
        case unauthorized
        /// The server doesn't permit the user to do this.
        case denied
        /// The connection can't be encrypted, or one side doesn't trust the other's certificate.
        case insecure
        /// The subject isn't valid.
        case invalidSubject
        /// The message is larger than the server accepts.
        case messageTooLarge
        /// More bytes wait than the options allow.
        case tooMuchPending
        /// The server sends a message that is larger than the options allow, or has no end.
        case tooMuchReceived
        /// The server can't store messages at the moment.
        case notStored
        /// The server didn't answer in time.
        case timedOut
        /// The connection was closed.
        case closed
        /// Any other problem.
        case other
    }

    /// The kind of problem.
    public let kind: Kind

    /// A description of the problem and a remedy.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    static let tooMuchReceived = ConnectionError(
        .tooMuchReceived,
        "The server sends a message that is too large or has no end. Check the address, or raise maximumMessageBytes.")

    /// - Parameter reason: The server's words.
    static func denied(_ reason: String) -> ConnectionError {
        ConnectionError(.denied, "The server doesn't permit the user to do this: \(reason). Give the user the permission.")
    }

    init(_ status: natsStatus) {
        switch status {
        case NATS_NO_SERVER, NATS_IO_ERROR, NATS_STALE_CONNECTION, NATS_CONNECTION_DISCONNECTED:
            self.init(.unreachable, "No server answers. Check the address, and that the server is running.")
        case NATS_CONNECTION_AUTH_FAILED:
            self.init(.unauthorized, "The server refuses the user. Check the name and the password, or the token.")
        case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED:
            self.init(.insecure, "The connection can't be encrypted. Check the certificates of both sides, and that both use TLS.")
        case NATS_NOT_PERMITTED:
            self.init(.denied, "The server doesn't permit the user to do this. Give the user the permission.")
        case NATS_INVALID_SUBJECT:
            self.init(.invalidSubject, "The subject isn't valid.")
        case NATS_MAX_PAYLOAD:
            self.init(.messageTooLarge, "The message is larger than the server accepts. Split it, or raise the server's max_payload.")
        case NATS_INSUFFICIENT_BUFFER:
            self.init(.tooMuchPending, "Too much waits to be sent. Post less, or raise maximumPendingBytes.")
        case NATS_LINE_TOO_LONG:
            self = .tooMuchReceived
        case NATS_NO_RESPONDERS:
            self.init(.notStored, "The server doesn't store messages. Turn on JetStream in its configuration.")
        case NATS_TIMEOUT:
            self.init(.timedOut, "The server didn't answer in time.")
        case NATS_CONNECTION_CLOSED, NATS_INVALID_SUBSCRIPTION:
            self.init(.closed, "The connection was closed.")
        default:
            self.init(.other, "The connection failed: \(String(cString: natsStatus_GetText(status))).")
        }
    }
}

/// Throws the error of a status that isn't success.
func check(_ status: natsStatus) throws(ConnectionError) {
    if status != NATS_OK { throw ConnectionError(status) }
}
