internal import CGdkPixbuf
internal import FoundationEssentials

/// An `http` or `https` address, taken apart and put into one form.
package struct WebLocation: Sendable, Hashable {
    /// The whole address, without its fragment.
    package let text: String
    package let isSecure: Bool
    /// In lower case; without brackets, where it is an address of version 6.
    package let host: String

    /// The address that a text spells; `nil` where it is none of the web.
    package init?(_ text: String) {
        guard let url = URL(string: text) else { return nil }
        self.init(url)
    }

    private init?(_ url: URL) {
        guard var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.encodedHost.flatMap(Self.plainHost)
        else { return nil }
        // What else could stand there reads as one host here and as another elsewhere. Names and passwords go to nobody.
        let isPlain = host.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || "-._[]:".utf8.contains(byte)
        }
        guard !host.isEmpty, isPlain, parts.user == nil, parts.password == nil else { return nil }
        parts.scheme = scheme
        parts.encodedHost = host
        parts.fragment = nil
        // Whoever connects takes the text apart once more, and must come to the same host.
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard let text = parts.string, URL(string: text)?.host() == name else { return nil }
        self.text = text
        self.host = name
        isSecure = scheme == "https"
    }

    /// A host in lower case, and by its international name where it is not of ASCII: `b%C3%BCcher.example` is `xn--bcher-kva.example`.
    private static func plainHost(_ host: String) -> String? {
        // SAFETY: GLib gives new strings, which are freed once; nil where the host cannot be one.
        guard host.contains("%") else { return host.lowercased() }
        guard let unescaped = g_uri_unescape_string(host, nil) else { return nil }
        defer { g_free(unescaped) }
        guard g_hostname_is_non_ascii(unescaped) != 0, let name = g_hostname_to_ascii(unescaped) else { return nil }
        defer { g_free(name) }
        return String(cString: name).lowercased()
    }

    /// Where an answer's `Location` leads from here; `nil` where that is nowhere on the web, or less secure than here.
    package func following(_ location: String) -> WebLocation? {
        guard let next = URL(string: location, relativeTo: URL(string: text)).flatMap(WebLocation.init) else { return nil }
        return isSecure && !next.isSecure ? nil : next
    }

    /// Whether the host is this computer or one of the local network, by its address or as `localhost`: no network is needed to reach it,
    /// or not the one to the world.
    package var isLocal: Bool {
        host == "localhost" || InternetAddress(host).map { !$0.isPublic } == true
    }
}
