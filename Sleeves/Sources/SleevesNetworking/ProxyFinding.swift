internal import CGdkPixbuf
internal import FoundationEssentials

/// Knows which proxy stands before the network.
protocol ProxyFinding: Sendable {
    /// The proxy for an address, as libcurl takes it: `http://host:port`, `socks5h://host:port`; `nil` where there is none.
    func proxy(for location: WebLocation) async -> String?
}

/// Asks the environment, and where that says nothing, the desktop's settings.
///
/// Source: the environment variables are those that curl(1) takes; the desktop is asked by GLib's `GProxyResolver`.
struct SystemProxies: ProxyFinding {
    private let environment: EnvironmentProxies

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = EnvironmentProxies(environment)
    }

    func proxy(for location: WebLocation) async -> String? {
        switch environment.proxy(for: location) {
        case .proxy(let proxy): return proxy
        case .none: return nil
        case .unknown: break
        }
        // A desktop may have to run a script for an answer, which takes its time.
        let found = try? await BlockingCall.run { .success(Self.desktopProxy(for: location.text)) }
        return found.flatMap { $0 }.map(Self.forCurl)
    }

    private static func desktopProxy(for text: String) -> String? {
        // SAFETY: the resolver is the process's own, and may be used on any thread; the list is freed below, once.
        guard let list = g_proxy_resolver_lookup(g_proxy_resolver_get_default(), text, nil, nil) else { return nil }
        defer { g_strfreev(list) }
        guard let first = list[0].map({ String(cString: $0) }), first != "direct://" else { return nil }
        return first
    }

    /// The desktop's "socks" leaves open which version is meant, and GLib's meaning is that names are the proxy's to look up.
    private static func forCurl(_ proxy: String) -> String {
        for (desktop, curl) in [("socks://", "socks5h://"), ("socks5://", "socks5h://"), ("socks4://", "socks4a://")]
        where proxy.hasPrefix(desktop) {
            return curl + proxy.dropFirst(desktop.count)
        }
        return proxy
    }
}

/// What `https_proxy` and its kin say.
struct EnvironmentProxies: Sendable {
    enum Answer: Sendable, Hashable {
        case proxy(String)
        /// No proxy is to be used.
        case none
        /// Nothing is said.
        case unknown
    }

    private let variables: [String: String]

    init(_ environment: [String: String]) {
        variables = environment.filter { !$0.value.isEmpty }
    }

    func proxy(for location: WebLocation) -> Answer {
        // `HTTP_PROXY` is a header of a request, to programs that a web server starts, so nobody takes it.
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
