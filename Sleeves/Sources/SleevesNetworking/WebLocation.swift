internal import CGLib
internal import FoundationEssentials

/// An `http` or `https` address, parsed and normalized.
package struct WebLocation: Sendable, Hashable {
    /// The whole address, without its fragment.
    package let text: String
    package let isSecure: Bool
    /// The host in lower case, without the brackets of an IPv6 address.
    package let host: String

    /// Parses an address; `nil` if it isn't a web address.
    package init?(_ text: String) {
        guard let url = URL(string: text) else { return nil }
        self.init(url)
    }

    private init?(_ url: URL) {
        guard var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.encodedHost.flatMap(Self.plainHost)
        else { return nil }
        // Other characters could be parsed as different hosts in different places. User names and passwords are dropped.
        let isPlain = host.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "-._[]:".utf8.contains(byte)
        }
        guard !host.isEmpty, isPlain, parts.user == nil, parts.password == nil else { return nil }
        parts.scheme = scheme
        parts.encodedHost = host
        parts.fragment = nil
        // The connection code parses the text again and must find the same host.
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard let text = parts.string, URL(string: text)?.host() == name else { return nil }
        self.text = text
        self.host = name
        isSecure = scheme == "https"
    }

    /// Returns a host in lower case and, if it isn't ASCII, in Punycode: `b%C3%BCcher.example` becomes `xn--bcher-kva.example`.
    private static func plainHost(_ host: String) -> String? {
        // SAFETY: GLib returns new strings, which are freed once; nil if the host is invalid.
        guard host.contains("%") else { return host.lowercased() }
        guard let unescaped = g_uri_unescape_string(host, nil) else { return nil }
        defer { g_free(unescaped) }
        guard g_hostname_is_non_ascii(unescaped) != 0, let name = g_hostname_to_ascii(unescaped) else { return nil }
        defer { g_free(name) }
        return String(cString: name).lowercased()
    }

    /// Returns the target of a `Location` header; `nil` if it isn't a web address, or less secure than this one.
    package func following(_ location: String) -> WebLocation? {
        guard let next = URL(string: location, relativeTo: URL(string: text)).flatMap(WebLocation.init) else { return nil }
        return isSecure && !next.isSecure ? nil : next
    }

    /// Whether the host is this computer or on the local network, by its address or as `localhost`, so that reaching it doesn't need the
    /// Internet.
    package var isLocal: Bool {
        host == "localhost" || InternetAddress(host).map { !$0.isPublic } == true
    }
}
