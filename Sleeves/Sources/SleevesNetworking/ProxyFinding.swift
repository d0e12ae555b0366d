internal import CGLib
internal import FoundationEssentials

/// A finder of the proxy for an address.
package protocol ProxyFinding: Sendable {
    /// Returns the proxy for an address in libcurl's notation: `http://host:port`, `socks5h://host:port`; `nil` if there is none.
    func proxy(for location: WebLocation) async -> String?
}

/// The system's proxies: from the environment or, if that sets none, from the desktop's settings.
///
/// Source: the environment variables are those of curl(1); GLib's `GProxyResolver` provides the desktop's settings.
package struct SystemProxies: ProxyFinding {
    private let environment = EnvironmentProxies(ProcessInfo.processInfo.environment)

    package init() {}

    package func proxy(for location: WebLocation) async -> String? {
        switch environment.proxy(for: location) {
        case .proxy(let proxy): return proxy
        case .none: return nil
        case .unknown: break
        }
        // The desktop may have to run a script, which takes time.
        let found = try? await BlockingCall.run { Self.desktopProxy(for: location.text) }
        return found.flatMap { $0 }.map(Self.forCurl)
    }

    private static func desktopProxy(for text: String) -> String? {
        // SAFETY: the resolver belongs to the process and may be used on any thread; the list is freed once below.
        guard let list = g_proxy_resolver_lookup(g_proxy_resolver_get_default(), text, nil, nil) else { return nil }
        defer { g_strfreev(list) }
        guard let first = list[0].map({ String(cString: $0) }), first != "direct://" else { return nil }
        return first
    }

    /// Converts a proxy to libcurl's notation. The desktop's "socks" has no version, and in GLib it means that the proxy resolves names.
    private static func forCurl(_ proxy: String) -> String {
        for (desktop, curl) in [("socks://", "socks5h://"), ("socks5://", "socks5h://"), ("socks4://", "socks4a://")]
        where proxy.hasPrefix(desktop) {
            return curl + proxy.dropFirst(desktop.count)
        }
        return proxy
    }
}

/// The proxies from `https_proxy` and similar variables.
struct EnvironmentProxies: Sendable {
    enum Answer: Sendable, Hashable {
        case proxy(String)
        /// No proxy.
        case none
        /// No setting.
        case unknown
    }

    private let variables: [String: String]

    init(_ environment: [String: String]) {
        variables = environment.filter { !$0.value.isEmpty }
    }

    func proxy(for location: WebLocation) -> Answer {
        // `HTTP_PROXY` is ignored, because for programs that a web server starts it is a request's header.
        let own = location.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        guard let value = (own + ["all_proxy", "ALL_PROXY"]).lazy.compactMap({ variables[$0] }).first else { return .unknown }
        let exceptions = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        let isException = exceptions.split { $0 == "," || $0 == " " }.contains { matches(location.host, $0.lowercased()) }
        if isException { return .none }
        return .proxy(value.contains("://") ? value : "http://\(value)")
    }

    private func matches(_ host: String, _ exception: String) -> Bool {
        if exception == "*" { return true }
        let name = exception.hasPrefix(".") ? String(exception.dropFirst()) : exception
        return !name.isEmpty && (host == name || host.hasSuffix(".\(name)") || "[\(host)]" == name)
    }
}
