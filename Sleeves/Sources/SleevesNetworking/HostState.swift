internal import Synchronization

/// What is known of hosts for a while: the addresses of their names, until when they want to be left alone, and which ones keep their
/// clients waiting.
///
/// What is protected by what: `state` by its lock.
final class HostState: Sendable {
    private struct State {
        var addresses: [String: (found: [InternetAddress], until: Duration)] = [:]
        var pauses: [String: (until: Duration, status: Int)] = [:]
        var delays: [String: (count: Int, until: Duration)] = [:]
    }

    /// A name is looked up again after this.
    private static let lifetime = Duration.seconds(60)
    /// So many names are kept; then all are forgotten, which costs a look-up each.
    private static let limit = 128
    /// A host that was too slow so often in a row is not asked for a while.
    private static let delayLimit = 2
    private static let delayPause = Duration.seconds(300)
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

    /// Notes that a host wants to be left alone, and by which status it said so.
    func pause(_ host: String, for duration: Duration, status: Int) {
        let until = time.elapsed + duration
        state.withLock { state in
            if state.pauses.count >= Self.limit { state.pauses = [:] }
            if until > state.pauses[host]?.until ?? .zero { state.pauses[host] = (until, status) }
        }
    }

    /// How long a host is still to be left alone, and the status by which it said so; `nil` where it may be asked.
    func pauseLeft(of host: String) -> (duration: Duration, status: Int)? {
        let now = time.elapsed
        return state.withLock { state in
            guard let pause = state.pauses[host] else { return nil }
            if pause.until > now { return (pause.until - now, pause.status) }
            state.pauses[host] = nil
            return nil
        }
    }

    // MARK: Hosts that keep their clients waiting

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

    /// Whether a host was too slow so often that it is not to be asked now.
    func isTooSlow(_ host: String) -> Bool {
        let now = time.elapsed
        return state.withLock { state in
            guard let delay = state.delays[host] else { return false }
            if delay.until <= now { state.delays[host] = nil }
            return delay.until > now && delay.count >= Self.delayLimit
        }
    }

    /// Has slow hosts asked again, because it may have been the network.
    func forgetDelays() {
        state.withLock { $0.delays = [:] }
    }
}
