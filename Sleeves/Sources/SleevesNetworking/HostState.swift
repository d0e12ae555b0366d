internal import Synchronization

/// The temporary state of hosts: the addresses of their names, the ends of their pauses, and which hosts are slow.
///
/// Shared state: `state`, protected by its lock.
final class HostState: Sendable {
    private struct State {
        var addresses: [String: (found: [InternetAddress], until: Duration)] = [:]
        var pauses: [String: (until: Duration, status: Int)] = [:]
        var delays: [String: (count: Int, until: Duration)] = [:]
    }

    /// The time after which a name is resolved again.
    private static let lifetime = Duration.seconds(60)
    /// The maximum number of cached names. Beyond it, the cache is cleared, which costs a lookup for each.
    private static let limit = 128
    /// The number of delays in a row after which a host gets no request for a while.
    private static let delayLimit = 2
    private static let delayPause = Duration.seconds(300)
    private let state = Mutex(State())
    private let resolver: any HostResolving
    private let time: any Timekeeping

    init(resolver: any HostResolving, time: any Timekeeping) {
        self.resolver = resolver
        self.time = time
    }

    /// Whether there is a route out of this computer.
    var hasRoute: Bool { resolver.hasRoute }

    /// Returns the addresses of a name.
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

    /// Removes a name from the cache, because no server is at its addresses.
    func forgetAddresses(of host: String) {
        state.withLock { $0.addresses[host] = nil }
    }

    /// Notes a host's pause, and the status with which it requested it.
    func pause(_ host: String, for duration: Duration, status: Int) {
        let until = time.elapsed + duration
        state.withLock { state in
            if state.pauses.count >= Self.limit { state.pauses = [:] }
            if until > state.pauses[host]?.until ?? .zero { state.pauses[host] = (until, status) }
        }
    }

    /// Returns the rest of a host's pause, and the status with which it requested it; `nil` if there is no pause.
    func pauseLeft(of host: String) -> (duration: Duration, status: Int)? {
        let now = time.elapsed
        return state.withLock { state in
            guard let pause = state.pauses[host] else { return nil }
            if pause.until > now { return (pause.until - now, pause.status) }
            state.pauses[host] = nil
            return nil
        }
    }

    // MARK: Slow hosts

    /// Notes whether a host was too slow.
    func note(_ host: String, wasTooSlow: Bool) {
        let until = time.elapsed + Self.delayPause
        state.withLock { state in
            guard wasTooSlow else {
                state.delays[host] = nil
                return
            }
            if state.delays.count >= Self.limit { state.delays = [:] }
            state.delays[host] = ((state.delays[host]?.count ?? 0) + 1, until)
        }
    }

    /// Returns whether a host was too slow too often to get a request now.
    func isTooSlow(_ host: String) -> Bool {
        let now = time.elapsed
        return state.withLock { state in
            guard let delay = state.delays[host] else { return false }
            if delay.until <= now { state.delays[host] = nil }
            return delay.until > now && delay.count >= Self.delayLimit
        }
    }

    /// Allows requests to slow hosts again, because the network may have been the cause.
    func forgetDelays() {
        state.withLock { $0.delays = [:] }
    }
}
