internal import Localization

/// Fetches whole, small answers over HTTP, with a limit on everything that a stranger's server decides.
///
/// ## Behavior
///
/// - Only `http` and `https` addresses are fetched, and only an answer with status 200 is one. Certificates are checked.
/// - What a name leads to is checked before anybody connects, at each redirect too, and the connection goes to the address that was checked.
/// - Five redirects are followed, none of them from `https` to `http`.
/// - An answer longer than its limit is refused, at its announcement or at the byte that is too many.
/// - No answer takes longer than the timeouts, however slowly it drips. A cancelled task stops its fetch.
/// - A host that says when it wants to be asked again is left alone until then, whoever leads to it. One that was too slow twice in a row is not
///   asked for five minutes.
/// - The system's proxies are used. An address that a stranger has made up leads no further through one than without.
/// - Nothing is started before the first fetch: no thread, no connection.
///
/// - Threading: May be used from any task.
public final class HTTPClient: Sendable {
    // thread, notes: synchronise themselves. The rest never changes.

    private let thread = TransferThread()
    private let notes: HostState
    private let proxies: any ProxyFinding
    private let certificates: String?
    private let userAgent: String
    private let timeouts: Timeouts
    private let time: any Timekeeping

    private static let redirectLimit = 5
    /// A host that says "at once" means it no more than one that says nothing.
    private static let shortestPause = Duration.seconds(1)
    /// A host's pause that is no longer than this is waited for.
    private static let patience = Duration.seconds(10)
    /// So often a host is asked that says when to ask again.
    private static let attempts = 3

    /// How long to wait.
    public struct Timeouts: Sendable, Hashable {
        /// For a connection.
        public var connect: Duration
        /// For the next bytes of an answer.
        public var idle: Duration
        /// For a whole answer, redirects included.
        public var total: Duration

        /// Timeouts; without arguments, those for pictures of a few megabytes.
        public init(connect: Duration = .seconds(10), idle: Duration = .seconds(15), total: Duration = .seconds(60)) {
            self.connect = connect
            self.idle = idle
            self.total = total
        }
    }

    /// A client that introduces itself to servers as "Sleeves/`version` (`contact`)".
    ///
    /// - Parameters:
    ///   - version: The program's version.
    ///   - contact: An address where the program's makers can be reached, as MusicBrainz and the Cover Art Archive ask for.
    ///   - timeouts: How long to wait.
    ///   - time: The time in which hosts are left alone.
    public convenience init(
        version: String,
        contact: String,
        timeouts: Timeouts = Timeouts(),
        time: any Timekeeping = SystemTime()
    ) {
        self.init(
            version: version, contact: contact, timeouts: timeouts, time: time, resolver: SystemResolver(), proxies: SystemProxies())
    }

    /// - Parameter certificates: The file with the certificates to trust; `nil` for the system's.
    init(
        version: String,
        contact: String,
        timeouts: Timeouts = Timeouts(),
        time: any Timekeeping = SystemTime(),
        resolver: any HostResolving,
        proxies: any ProxyFinding = SystemProxies(),
        certificates: String? = nil
    ) {
        func headerText(_ text: String) -> String { String(text.filter { $0.isASCII && !$0.isNewline && $0 != "\0" }) }
        userAgent = "Sleeves/\(headerText(version)) (\(headerText(contact)))"
        self.timeouts = timeouts
        self.time = time
        self.proxies = proxies
        self.certificates = certificates
        notes = HostState(resolver: resolver, time: time)
    }

    /// The bytes at an address.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` address.
    ///   - limit: How many bytes the answer may have.
    ///   - reach: Which machines may be asked.
    ///   - gate: What each request waits for, redirects and further attempts included.
    /// - Throws: An ``HTTPClientError``, or a `CancellationError` when the task is cancelled.
    package func fetch(_ url: String, limit: Int, reach: NetworkReach = .publicNetwork, gate: RateGate? = nil) async throws -> [UInt8] {
        guard let first = WebLocation(url) else { throw HTTPClientError(.notAnAddress, url: url) }
        for attempt in 1... {
            do {
                return try await follow(first, limit: limit, reach: reach, gate: gate)
            } catch {
                if Task.isCancelled { throw CancellationError() }
                let error = HTTPClientError(error, url: url)
                guard let pause = error.retryAfter, pause <= Self.patience, attempt < Self.attempts else { throw error }
            }
        }
        preconditionFailure("the last attempt returns or throws")
    }

    /// Ends all fetches and closes all connections. Every later fetch throws.
    public func shutdown() async {
        await thread.shutdown()
    }

    /// Whether a fetch has started the thread that serves the network.
    package var isRunning: Bool { thread.wasStarted }

    /// Has hosts asked again that were too slow, because it may have been the network.
    package func forgetDelays() {
        notes.forgetDelays()
    }

    /// Whether the system finds the address of any of these hosts.
    package func isAnyKnown(of hosts: [String]) async -> Bool {
        for host in hosts {
            if let found = try? await notes.addresses(of: host), !found.isEmpty { return true }
        }
        return false
    }

    private func follow(_ first: WebLocation, limit: Int, reach: NetworkReach, gate: RateGate?) async throws -> [UInt8] {
        var location = first
        var timeLeft = timeouts.total
        for _ in 0...Self.redirectLimit {
            try await waitForPause(of: location)
            try await gate?.enter()
            let start = ContinuousClock.now
            let answer = try await withTimeout(timeLeft, url: location.text) { [location, timeLeft] in
                try await self.ask(location, limit: limit, reach: reach, within: timeLeft)
            }
            timeLeft -= ContinuousClock.now - start
            if [301, 302, 303, 307, 308].contains(answer.status), let text = answer.location {
                guard let next = location.following(text) else {
                    let detail = localized("The address redirects to {address}.", ["address": HTTPClientError.shown(text)])
                    throw HTTPClientError(.refusedRedirect, url: first.text, detail: detail)
                }
                location = next
            } else {
                return try body(of: answer, from: location)
            }
        }
        throw HTTPClientError(.tooManyRedirects, url: first.text)
    }

    /// Waits while a host wants to be left alone, if that is not long.
    private func waitForPause(of location: WebLocation) async throws {
        while let pause = notes.pauseLeft(of: location.host) {
            guard pause.duration <= Self.patience else {
                throw HTTPClientError(.status(pause.status), url: location.text, retryAfter: pause.duration)
            }
            try await time.sleep(for: pause.duration)
        }
        if notes.isTooSlow(location.host) {
            throw HTTPClientError(.timedOut, url: location.text, detail: localized("Its host took too long before."))
        }
    }

    /// Asks at one address after another, until somebody is there.
    private func ask(_ location: WebLocation, limit: Int, reach: NetworkReach, within timeLeft: Duration) async throws -> TransferAnswer {
        var timeouts = timeouts
        timeouts.total = timeLeft
        var failure = TransferFailure(reason: .unreachable)
        for route in try await routes(to: location, reach: reach) {
            do {
                let request = TransferRequest(
                    location: location, route: route, userAgent: userAgent, limit: limit, timeouts: timeouts, certificates: certificates)
                let answer = try await thread.answer(to: request)
                notes.note(location.host, wasTooSlow: false)
                return answer
            } catch let error as TransferFailure {
                failure = error
                guard error.isOfConnecting, !Task.isCancelled else { break }
            }
        }
        if failure.isOfConnecting { notes.forgetAddresses(of: location.host) }
        notes.note(location.host, wasTooSlow: failure.reason == .timedOut)
        throw HTTPClientError(failure, url: location.text)
    }

    /// The ways to a host that may be taken, in the order in which they are to be tried.
    private func routes(to location: WebLocation, reach: NetworkReach) async throws -> [NetworkRoute] {
        let proxy = location.isLocal ? nil : await proxies.proxy(for: location)
        if let proxy, reach.leavesNamesToProxies, InternetAddress(location.host) == nil { return [.proxy(proxy, nil)] }
        let addresses = try await notes.addresses(of: location.host)
        // One address that must not be reached is one too many: a name that has such a one is not to be trusted with the others.
        if let forbidden = addresses.first(where: { !reach.allows($0) }) {
            let isName = location.host != forbidden.description
            throw HTTPClientError(.privateAddress, url: location.text, detail: isName ? Self.meaning(of: location.host, forbidden) : "")
        }
        return addresses.prefix(4).map { address in proxy.map { .proxy($0, address) } ?? .direct(address) }
    }

    private static func meaning(of host: String, _ address: InternetAddress) -> String {
        localized("The address of {host} is {address}.", ["host": host, "address": address.description])
    }

    private func body(of answer: TransferAnswer, from location: WebLocation) throws -> [UInt8] {
        if answer.status == 200 { return answer.body }
        guard answer.status == 429 || answer.status == 503 else { throw HTTPClientError(.status(answer.status), url: location.text) }
        let pause = answer.retryAfter.flatMap { RetryAfter.duration($0, at: time.date) }.map { max($0, Self.shortestPause) }
        if let pause { notes.pause(location.host, for: pause, status: answer.status) }
        throw HTTPClientError(.status(answer.status), url: location.text, retryAfter: pause)
    }

    /// Ends what takes too long, the look-up of names included.
    private func withTimeout(
        _ timeout: Duration,
        url: String,
        _ body: @escaping @Sendable () async throws -> TransferAnswer
    ) async throws -> TransferAnswer {
        try await withThrowingTaskGroup(of: TransferAnswer.self) { group in
            group.addTask(operation: body)
            group.addTask {
                try await Task.sleep(for: timeout)
                throw HTTPClientError(.timedOut, url: url)
            }
            defer { group.cancelAll() }
            return try await group.next() ?? TransferAnswer()
        }
    }
}
