internal import Glibc
internal import Localization

/// A resolver of host names.
package protocol HostResolving: Sendable {
    /// Returns the addresses of a host in the order to try them; at least one.
    ///
    /// - Throws: A ``HostResolverError``, or a `CancellationError`.
    func addresses(of host: String) async throws -> [InternetAddress]

    /// Whether there is a route out of this computer.
    var hasRoute: Bool { get }
}

/// An error from resolving a name.
struct HostResolverError: Error, Equatable {
    /// The reason: the network is away, nothing is known about the name, or nobody has the name.
    let reason: HTTPClientError.Reason
    /// The system's message.
    let detail: String

    init(_ reason: HTTPClientError.Reason, _ detail: String) {
        (self.reason, self.detail) = (reason, detail)
    }

    /// Converts the system's code.
    ///
    /// - Parameters:
    ///   - status: The code. `EAI_AGAIN` is that of a name server that can't be asked, and of one that fails for this name alone.
    ///   - hasRoute: Returns whether there is a route out of this computer.
    init(_ status: Int32, hasRoute: () -> Bool) {
        self.init(status != EAI_AGAIN ? .unreachable : hasRoute() ? .unresolved : .noNetwork, String(cString: gai_strerror(status)))
    }
}

/// The system's resolver.
package struct SystemResolver: HostResolving {
    package init() {}

    package var hasRoute: Bool { DefaultRoute.exists }

    package func addresses(of host: String) async throws -> [InternetAddress] {
        if let literal = InternetAddress(host) { return [literal] }
        return try await BlockingCall.run { try Self.lookUp(host) }
    }

    private static func lookUp(_ host: String) throws -> [InternetAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        // SAFETY: the call writes `list`, which is freed once below; the host is a C string for the duration of the call.
        let status = getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else { throw HostResolverError(status) { DefaultRoute.exists } }
        defer { freeaddrinfo(list) }
        var found: [InternetAddress] = []
        var next = list
        while let entry = next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            // SAFETY: the entry belongs to the list, which lives until this function returns; the buffer has the given size.
            let isText = getnameinfo(entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            // An address with a zone, such as `fe80::1%eth0`, isn't parsed and must not be reached anyway.
            if isText == 0, let address = InternetAddress(name), !found.contains(address) { found.append(address) }
            next = entry.pointee.ai_next
        }
        guard !found.isEmpty else { throw HostResolverError(.unreachable, localized("The name has no address.")) }
        return found
    }
}
