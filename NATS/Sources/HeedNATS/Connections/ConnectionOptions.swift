/// The options of a ``Connection``: its servers, and how it connects to them.
///
/// ```swift
/// var options = ConnectionOptions(servers: ["nats://home.example:4222"])
/// options.credentials = .user("living-room", password: password)
/// options.tls = TLSOptions(certificateAuthorities: "/etc/sleeves/home.pem")
/// ```
///
/// ## Behavior
/// - A description of the options contains no password, token or seed.
public struct ConnectionOptions: Sendable, CustomStringConvertible {
    /// The addresses of the servers, such as `nats://localhost:4222` or `tls://home.example`. The connection tries one after the other, in
    /// this order.
    public var servers: [String]

    /// The name of this client in the server's logs and statistics.
    public var name: String?

    /// The way in which the client identifies itself.
    public var credentials = Credentials.none

    /// The encryption of the connection; `nil` if the addresses determine it.
    public var tls: TLSOptions?

    /// The longest time until a server accepts a connection. Encrypting it, and the greetings, may take twice as long.
    public var timeout = Duration.seconds(2)

    /// The delay between two rounds through the list of servers.
    public var retryDelay = RetryDelay()

    /// The number of bytes that may wait to be sent. Messages beyond that are dropped and counted.
    public var maximumPendingBytes = 16 << 20

    /// The size of the largest message that is received, in bytes. A server that sends a longer one, or one without an end, loses the
    /// connection, and is asked again after a longer time each time. Only Linux allows to check this.
    public var maximumMessageBytes = 12 << 20

    /// Creates options.
    ///
    /// - Parameter servers: The addresses of the servers.
    public init(servers: [String] = ["nats://localhost:4222"]) {
        self.servers = servers
    }

    /// The servers, without the parts before their names.
    public var description: String {
        let hosts = servers.map { address in
            // Whatever precedes an @ may be a password.
            guard let at = address.lastIndex(of: "@") else { return address }
            let scheme = address.firstRange(of: "://")?.upperBound ?? address.startIndex
            return String(address[..<min(scheme, at)] + address[address.index(after: at)...])
        }
        return "ConnectionOptions(servers: \(hosts.joined(separator: ", ")), tls: \(tls == nil ? "as addressed" : "on"))"
    }
}

/// The way in which a client identifies itself to a server.
public enum Credentials: Sendable, CustomStringConvertible {
    /// Only by the contents of the addresses, if any.
    case none
    /// By a name and a password.
    case user(String, password: String)
    /// By a token.
    case token(String)
    /// By a credentials file, which has the user's JWT and the seed of its key. The path of the file.
    case file(String)

    /// The kind of credentials and the user's name.
    public var description: String {
        switch self {
        case .none: "none"
        case .user(let name, _): "user \(name)"
        case .token: "token"
        case .file(let path): "credentials in \(path)"
        }
    }
}

/// The encryption of a connection.
public struct TLSOptions: Sendable {
    /// The path of a PEM file with the certificate authorities to trust; `nil` for those of the system.
    public var certificateAuthorities: String?

    /// The paths of PEM files with the client's certificate chain and its private key, if the server requires them.
    public var clientCertificate: (chain: String, key: String)?

    /// The host name that the server's certificate must have; `nil` for that of the address.
    public var expectedHostName: String?

    /// Creates options.
    public init(
        certificateAuthorities: String? = nil,
        clientCertificate: (chain: String, key: String)? = nil,
        expectedHostName: String? = nil
    ) {
        self.certificateAuthorities = certificateAuthorities
        self.clientCertificate = clientCertificate
        self.expectedHostName = expectedHostName
    }
}

/// Exponential back-off: each delay is twice the previous one, up to a limit, less a random part.
public struct RetryDelay: Sendable, Hashable {
    /// The first delay.
    public var initial: Duration

    /// The longest delay.
    public var limit: Duration

    /// Creates a back-off.
    public init(initial: Duration = .milliseconds(100), limit: Duration = .seconds(30)) {
        self.initial = initial
        self.limit = limit
    }

    /// The back-off from a server that sends too much: from ten seconds to an hour by default. The C library never releases the memory of a message
    /// that it has begun to receive when its connection ends.
    var afterFlood: RetryDelay { RetryDelay(initial: initial * 100, limit: limit * 120) }

    /// Returns the delay after a number of failed rounds.
    ///
    /// - Parameters:
    ///   - rounds: The number of failed rounds, from 1 on.
    ///   - fraction: A random number from 0 to 1, so that the clients of a server that restarts don't all return at once. The delay is
    ///     reduced by at most half.
    func delay(afterRounds rounds: Int, fraction: Double) -> Duration {
        let doublings = min(max(rounds - 1, 0), 30)
        return min(initial * (1 << doublings), limit) * (1 - fraction / 2)
    }
}
