internal import Synchronization

/// What is known of hosts for a while: the addresses of their names, and until when they want to be left alone.
///
/// What is protected by what: `state` by its lock.
final class HostNotes: Sendable {
    private struct State {
        var addresses: [String: (found: [InternetAddress], until: Duration)] = [:]
        var pauses: [String: Duration] = [:]
    }

    /// A name is looked up again after this.
    private static let lifetime = Duration.seconds(60)
    /// So many names are kept; then all are forgotten, which costs a look-up each.
    private static let limit = 128
    private let state = Mutex(State())
    private let resolver: any HostResolving
    private let time: any Timekeeping

    init(resolver: any HostResolving, time: any Timekeeping) {
        self.resolver = resolver
        self.time = time
    }

    /// The addresses that a name stands for.
    func addresses(of host: String) async throws -> [InternetAddress] {
        let now = time.elapsed
        if let known = state.withLock({ $0.addresses[host] }), known.until > now { return known.found }
        let found = try await resolver.addresses(of: host)
        state.withLock { state in
            if state.addresses.count >= Self.limit { state.addresses = [:] }
            state.addresses[host] = (found, now + Self.lifetime)
        }
        return found
    }

    /// Has a name looked up again the next time, because nobody is at its addresses.
    func forgetAddresses(of host: String) {
        state.withLock { $0.addresses[host] = nil }
    }

    /// Notes that a host wants to be left alone.
    func pause(_ host: String, for duration: Duration) {
        let until = time.elapsed + duration
        state.withLock { state in
            if state.pauses.count >= Self.limit { state.pauses = [:] }
            state.pauses[host] = max(state.pauses[host] ?? .zero, until)
        }
    }

    /// How long a host is still to be left alone; `nil` where it may be asked.
    func pauseLeft(of host: String) -> Duration? {
        let now = time.elapsed
        return state.withLock { state in
            guard let until = state.pauses[host] else { return nil }
            if until > now { return until - now }
            state.pauses[host] = nil
            return nil
        }
    }
}
