internal import CNATS

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The C library's options, made from ``ConnectionOptions``.
final class NATSOptions {
    let pointer: OpaquePointer
    /// The file that is read with each connection, if any.
    let credentialsPath: String?
    /// The ports of the servers.
    let ports: Set<UInt16>
    /// The longest time that a handshake may take.
    let handshakeTimeout: Duration
    /// The number of bytes that may arrive without completing a message: one, and those that arrive before the messages are counted.
    let maximumOpenBytes: Int

    init(_ options: ConnectionOptions) throws(ConnectionError) {
        guard !options.servers.isEmpty else {
            throw ConnectionError(.invalidOptions, "No server is named. Give the address of at least one.")
        }
        var created: OpaquePointer?
        try check(natsOptions_Create(&created))
        // The library allocates it, or has failed.
        pointer = created!
        ports = Set(options.servers.map(Self.port))
        handshakeTimeout = options.timeout * 2
        maximumOpenBytes = max(options.maximumMessageBytes, 0) + 1 << 20
        credentialsPath = if case .file(let path) = options.credentials { path } else { nil }

        try Self.valid("the address of a server, such as nats://localhost:4222", Self.setServers(options.servers, of: pointer))
        try check(natsOptions_SetNoRandomize(pointer, true))
        // Only the servers that were named: others could be anywhere, and would receive the credentials.
        try check(natsOptions_SetIgnoreDiscoveredServers(pointer, true))
        try check(natsOptions_SetTimeout(pointer, options.timeout.milliseconds))
        if let name = options.name { try check(natsOptions_SetName(pointer, name)) }

        // Sends each message at once. Otherwise a thread of the library collects them for a millisecond.
        try check(natsOptions_SetSendAsap(pointer, true))
        // The link makes a lost connection anew, see there.
        try check(natsOptions_SetAllowReconnect(pointer, false))
        // Notices a server that stalls within a minute.
        try check(natsOptions_SetPingInterval(pointer, 20_000))
        try check(natsOptions_SetWriteDeadline(pointer, 20_000))

        switch options.credentials {
        case .none: break
        case .user(let name, let password): try check(natsOptions_SetUserInfo(pointer, name, password))
        case .token(let token): try check(natsOptions_SetToken(pointer, token))
        case .file(let path):
            // The library reads it with each connection.
            guard access(path, R_OK) == 0 else {
                throw ConnectionError(.invalidOptions, "Can't read the credentials in \(path). Check that the file exists.")
            }
            try check(natsOptions_SetUserCredentialsFromFiles(pointer, path, nil))
        }
        if let tls = options.tls {
            try check(natsOptions_SetSecure(pointer, true))
            if let path = tls.certificateAuthorities {
                try Self.valid("the certificates in \(path)", natsOptions_LoadCATrustedCertificates(pointer, path))
            }
            if let (chain, key) = tls.clientCertificate {
                try Self.valid("the certificate in \(chain) with the key in \(key)", natsOptions_LoadCertificatesChain(pointer, chain, key))
            }
            if let name = tls.expectedHostName { try check(natsOptions_SetExpectedHostname(pointer, name)) }
        }
    }

    deinit {
        natsOptions_Destroy(pointer)
    }

    private static func setServers(_ servers: [String], of pointer: OpaquePointer) -> natsStatus {
        let copies = servers.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        var addresses = copies.map { $0.map { UnsafePointer<CChar>($0) } }
        return natsOptions_SetServers(pointer, &addresses, Int32(clamping: servers.count))
    }

    /// Returns the port of an address such as `nats://name@host:4222` or `[::1]:4222`.
    static func port(_ address: String) -> UInt16 {
        let host = address.split(separator: "@").last ?? ""
        let digits = host.reversed().prefix { $0.isASCII && $0.isNumber }.reversed()
        let isPort = host.dropLast(digits.count).last == ":" && !digits.isEmpty
        return isPort ? UInt16(String(digits)) ?? 4222 : 4222
    }

    private static func valid(_ what: String, _ status: natsStatus) throws(ConnectionError) {
        if status != NATS_OK { throw ConnectionError(.invalidOptions, "Can't use \(what). Check that it exists and is valid.") }
    }
}

extension Duration {
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
