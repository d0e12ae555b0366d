/// Tells a network that is away from one host that is, and says when to try again.
///
/// While there is no network nobody is asked, but for one at a time: that is the probe.
package struct NetworkOutage {
    /// A host's failure is its own, if another one has answered within this time.
    private static let memory = Duration.seconds(60)
    private static let delays = (first: Duration.seconds(5), longest: Duration.seconds(60))

    /// What a host's silence means.
    package enum Verdict: Equatable {
        /// It is this host alone.
        case hostIsAway
        /// Either may be. Another host's answer would show that it is this host; ``goAway(random:)`` says that it is the network.
        case unclear
        /// It is the network, which is to be tried again after this; `nil` where another will try.
        case networkIsAway(probeAfter: Duration?)
    }

    package private(set) var isOnline = true
    private var isProbing = false
    private var lastAnswers: [(host: String, time: Duration)] = []
    private var delay = Self.delays.first

    package init() {}

    /// A host has answered, well or badly.
    ///
    /// - Returns: Whether that shows that the network is back.
    package mutating func answered(_ host: String, at now: Duration) -> Bool {
        lastAnswers.removeAll { $0.host == host }
        lastAnswers.append((host, now))
        if lastAnswers.count > 2 { lastAnswers.removeFirst() }
        return comeBack()
    }

    /// There was no way to a host.
    ///
    /// - Parameter random: From 0 up to 1.
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

    /// It is time to try.
    package mutating func beginProbe() {
        isProbing = !isOnline
    }

    /// Somebody who knows says that the network is back.
    ///
    /// - Returns: Whether it was away.
    package mutating func comeBack() -> Bool {
        defer {
            isOnline = true
            isProbing = false
            delay = Self.delays.first
        }
        return !isOnline
    }

    /// Somebody who knows says that the network is away, or nobody is left to show that it is not.
    ///
    /// - Returns: When to try nevertheless, or `nil` where that was known.
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
