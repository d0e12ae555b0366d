/// A detector that distinguishes a network outage from an unreachable host, and schedules retries.
///
/// During an outage, only one request runs at a time: the probe.
package struct NetworkOutage {
    /// The time for which another host's response proves that the network works.
    private static let memory = Duration.seconds(60)
    private static let delays = (first: Duration.seconds(5), longest: Duration.seconds(60))

    /// The meaning of a host's failure.
    package enum Verdict: Equatable {
        /// Only this host is unreachable.
        case hostIsAway
        /// Host or network. Another host's response would show that it is the host; ``goAway(random:)`` reports that it is the network.
        case unclear
        /// The network is unreachable. Retry after this time; `nil` if another request will.
        case networkIsAway(probeAfter: Duration?)
    }

    package private(set) var isOnline = true
    private var isProbing = false
    private var lastAnswers: [(host: String, time: Duration)] = []
    private var delay = Self.delays.first

    package init() {}

    /// Notes that a host responded, successfully or not.
    ///
    /// - Returns: Whether this shows that the network is back.
    package mutating func answered(_ host: String, at now: Duration) -> Bool {
        lastAnswers.removeAll { $0.host == host }
        lastAnswers.append((host, now))
        if lastAnswers.count > 2 { lastAnswers.removeFirst() }
        return comeBack()
    }

    /// Notes that there was no route to a host.
    ///
    /// - Parameter random: A random number from 0 up to 1.
    package mutating func failed(_ host: String, at now: Duration, random: Double) -> Verdict {
        if isOnline {
            let othersAnswered = lastAnswers.contains { $0.host != host && now - $0.time < Self.memory }
            return othersAnswered ? .hostIsAway : .unclear
        } else if !isProbing {
            return .networkIsAway(probeAfter: nil)
        }
        isProbing = false
        return .networkIsAway(probeAfter: nextDelay(random))
    }

    /// Notes that a probe begins.
    package mutating func beginProbe() {
        isProbing = !isOnline
    }

    /// Notes an external report that the network is back.
    ///
    /// - Returns: Whether there was an outage.
    package mutating func comeBack() -> Bool {
        defer {
            isOnline = true
            isProbing = false
            delay = Self.delays.first
        }
        return !isOnline
    }

    /// Notes an external report of an outage, or that no host is left to disprove one.
    ///
    /// - Returns: When to probe, or `nil` if the outage was already known.
    package mutating func goAway(random: Double) -> Duration? {
        guard isOnline else { return nil }
        isOnline = false
        lastAnswers = []
        return nextDelay(random)
    }

    private mutating func nextDelay(_ random: Double) -> Duration {
        defer { delay = min(delay * 2, Self.delays.longest) }
        return delay * (0.75 + 0.5 * random)
    }
}
