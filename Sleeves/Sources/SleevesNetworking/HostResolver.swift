internal import Glibc
internal import Localization

/// Finds out which addresses a host's name stands for.
protocol HostResolving: Sendable {
    /// The addresses in the order in which they are to be tried; at least one.
    ///
    /// - Throws: A ``HostResolverError``, or a `CancellationError`.
    func addresses(of host: String) async throws -> [InternetAddress]
}

/// Why a name leads nowhere.
struct HostResolverError: Error, Equatable {
    /// Whether nobody could be asked, so that nothing is known of the name.
    let isWithoutNetwork: Bool
    /// In the system's words.
    let detail: String
}

/// Asks the system.
struct SystemResolver: HostResolving {
    func addresses(of host: String) async throws -> [InternetAddress] {
        if let literal = InternetAddress(host) { return [literal] }
        return try await BlockingCall.run { Result { try Self.lookUp(host) } }
    }

    private static func lookUp(_ host: String) throws -> [InternetAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_ADDRCONFIG
        var list: UnsafeMutablePointer<addrinfo>?
        // SAFETY: `list` is written by the call and freed below, once; the host is a C string for the length of the call.
        let status = getaddrinfo(host, nil, &hints, &list)
        guard status == 0 else {
            throw HostResolverError(isWithoutNetwork: status == EAI_AGAIN, detail: String(cString: gai_strerror(status)))
        }
        defer { freeaddrinfo(list) }
        var found: [InternetAddress] = []
        var next = list
        while let entry = next {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            // SAFETY: the entry belongs to the list, which lives until this function returns; the text has the room that is named.
            let isText = getnameinfo(entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            // One with a zone, `fe80::1%eth0`, is not understood, and is not to be reached anyway.
            if isText == 0, let address = InternetAddress(name), !found.contains(address) { found.append(address) }
            next = entry.pointee.ai_next
        }
        guard !found.isEmpty else { throw HostResolverError(isWithoutNetwork: false, detail: localized("The name has no address.")) }
        return found
    }
}
