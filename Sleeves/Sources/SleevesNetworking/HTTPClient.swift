internal import Localization

/// A client that fetches whole, small responses over HTTP, with a limit on everything that an untrusted server controls.
///
/// ## Behavior
///
/// - Only `http` and `https` addresses are fetched, and only responses with status 200 are returned. Certificates are checked.
/// - The addresses of a name are checked before connecting, also at each redirect, and the connection goes to a checked address.
/// - Up to five redirects are followed, none of them from `https` to `http`.
/// - A response longer than its limit is refused, by its announced length or at the first byte beyond the limit.
/// - All responses together take at most some 32 MiB. Beyond that, the largest one fails and can be fetched again later.
/// - No response takes longer than the timeouts, however slowly it arrives. Cancelling a task stops its fetch.
/// - A host that sends `Retry-After` gets no request until then, whatever leads to it. A host that was too slow twice in a row gets no
///   request for five minutes.
/// - The system's proxies are used. An untrusted address reaches no further through a proxy than without one.
/// - Nothing is started before the first fetch: no thread and no connection.
///
/// - Threading: May be used from any task.
public final class HTTPClient: Sendable {
    // thread, notes: synchronize themselves. The rest is immutable.

    private let thread = TransferThread()
    private let notes: HostState
    private let proxies: any ProxyFinding
    private let certificates: String?
    private let userAgent: String
    private let timeouts: Timeouts
    private let time: any Timekeeping

    private static let redirectLimit = 5
    /// The shortest pause for a host that sends `Retry-After`, even if it allows an immediate retry.
    private static let shortestPause = Duration.seconds(1)
    /// The longest pause of a host to wait for.
    private static let patience = Duration.seconds(10)
    /// The number of requests to a host that sends `Retry-After`.
    private static let attempts = 3

    /// The timeouts of a fetch.
    public struct Timeouts: Sendable, Hashable {
        /// For a connection.
        public var connect: Duration
        /// For the next bytes of a response.
        public var idle: Duration
        /// For a whole response, including redirects.
        public var total: Duration

        /// Creates timeouts, by default for pictures of a few megabytes.
        public init(connect: Duration = .seconds(10), idle: Duration = .seconds(15), total: Duration = .seconds(60)) {
            self.connect = connect
            self.idle = idle
            self.total = total
        }
    }

    /// Creates a client that identifies itself to servers as "Sleeves/`version` (`contact`)".
    ///
    /// - Parameters:
    ///   - version: The program's version.
    ///   - contact: A contact address of the developers, which MusicBrainz and the Cover Art Archive require.
    ///   - timeouts: The timeouts.
    ///   - time: The clock for the pauses of hosts.
    ///   - resolver: The resolver of names.
    ///   - proxies: The finder of proxies.
    ///   - certificates: The file with the certificates to trust; `nil` for the system's.
    package init(
        version: String,
        contact: String,
        timeouts: Timeouts = Timeouts(),
        time: any Timekeeping = SystemTime(),
        resolver: any HostResolving = SystemResolver(),
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

    /// Fetches the bytes at an address.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` address.
    ///   - limit: The maximum number of bytes of the response.
    ///   - reach: The machines that the fetch may reach.
    ///   - gate: The gate that each request enters, including redirects and retries.
    /// - Throws: An ``HTTPClientError``, or a `CancellationError` when the task is cancelled.
    package func fetch(_ url: String, limit: Int, reach: NetworkReach = .publicNetwork, gate: RateGate? = nil) async throws -> [UInt8] {
        try await fetchBody(url, limit: limit, reach: reach, gate: gate).bytes
    }

    /// Fetches the bytes at an address, like ``fetch(_:limit:reach:gate:)``, and counts their memory until the result is released.
    package func fetchBody(
        _ url: String, limit: Int, reach: NetworkReach = .publicNetwork, gate: RateGate? = nil
    ) async throws -> FetchedBody {
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

    /// Allows requests to slow hosts again, because the network may have been the cause.
    package func forgetDelays() {
        notes.forgetDelays()
    }

    /// Returns whether the system can resolve any of these hosts. Without a host to ask about, a route out of this computer counts.
    package func isAnyKnown(of hosts: [String]) async -> Bool {
        if hosts.isEmpty { return notes.hasRoute }
        for host in hosts {
            if let found = try? await notes.addresses(of: host), !found.isEmpty { return true }
        }
        return false
    }

    private func follow(_ first: WebLocation, limit: Int, reach: NetworkReach, gate: RateGate?) async throws -> FetchedBody {
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

    /// Waits for the end of a host's pause, if that is soon.
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

    /// Sends the request to one address after another, until a server is reachable.
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

    /// Returns the allowed routes to a host, in the order to try them.
    private func routes(to location: WebLocation, reach: NetworkReach) async throws -> [NetworkRoute] {
        let proxy = location.isLocal ? nil : await proxies.proxy(for: location)
        if let proxy, reach.leavesNamesToProxies, InternetAddress(location.host) == nil { return [.proxy(proxy, nil)] }
        let addresses = try await notes.addresses(of: location.host)
        // A single forbidden address disqualifies the name: its other addresses can't be trusted either.
        if let forbidden = addresses.first(where: { !reach.allows($0) }) {
            let isName = location.host != forbidden.description
            throw HTTPClientError(.privateAddress, url: location.text, detail: isName ? Self.meaning(of: location.host, forbidden) : "")
        }
        return addresses.prefix(4).map { address in proxy.map { .proxy($0, address) } ?? .direct(address) }
    }

    private static func meaning(of host: String, _ address: InternetAddress) -> String {
        localized("The address of {host} is {address}.", ["host": host, "address": address.description])
    }

    private func body(of answer: TransferAnswer, from location: WebLocation) throws -> FetchedBody {
        if answer.status == 200 { return FetchedBody(bytes: answer.body, share: answer.share) }
        guard answer.status == 429 || answer.status == 503 else { throw HTTPClientError(.status(answer.status), url: location.text) }
        let pause = answer.retryAfter.flatMap { RetryAfter.duration($0, at: time.date) }.map { max($0, Self.shortestPause) }
        if let pause { notes.pause(location.host, for: pause, status: answer.status) }
        throw HTTPClientError(.status(answer.status), url: location.text, retryAfter: pause)
    }

    /// Throws if the closure, including name resolution, takes too long.
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
