internal import AsyncHTTPClient
internal import NIOHTTP1

/// Fetches whole, small answers over HTTP, with a limit on everything that a stranger's server decides.
///
/// ## Behavior
///
/// - Only `http` and `https` addresses are fetched, and only an answer with status 200 is one. Certificates are checked.
/// - What a name leads to is checked before anybody connects, at each redirect too, and the connection goes to the address that was checked.
/// - Five redirects are followed, none of them from `https` to `http`.
/// - An answer longer than its limit is refused, at its announcement or at the byte that is too many.
/// - No answer takes longer than the timeouts, however slowly it drips. A cancelled task stops its fetch.
/// - A host that says when it wants to be asked again is left alone until then.
/// - Nothing is started before the first fetch: no thread, no connection.
///
/// - Threading: May be used from any task.
public final class HTTPClient: Sendable {
    // transports, notes: synchronise themselves. The rest never changes.

    private let transports: PinnedTransports
    private let notes: HostNotes
    private let userAgent: String
    private let timeouts: Timeouts
    private let time: any Timekeeping

    private static let redirectLimit = 5
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
        self.init(version: version, contact: contact, timeouts: timeouts, time: time, resolver: SystemResolver())
    }

    init(version: String, contact: String, timeouts: Timeouts, time: any Timekeeping, resolver: any HostResolving) {
        func headerText(_ text: String) -> String { String(text.filter { $0.isASCII && !$0.isNewline && $0 != "\0" }) }
        userAgent = "Sleeves/\(headerText(version)) (\(headerText(contact)))"
        self.timeouts = timeouts
        self.time = time
        transports = PinnedTransports(timeouts: timeouts)
        notes = HostNotes(resolver: resolver, time: time)
    }

    /// The bytes at an address.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` address.
    ///   - limit: How many bytes the answer may have.
    ///   - reach: Which machines may be asked.
    /// - Throws: An ``HTTPClientError``, or a `CancellationError` when the task is cancelled.
    func fetch(_ url: String, limit: Int, reach: NetworkReach = .publicNetwork) async throws -> [UInt8] {
        guard let first = WebLocation(url) else { throw HTTPClientError(.notAnAddress, url: url) }
        for attempt in 1... {
            do {
                try await waitForPause(of: first)
                return try await withTotalTimeout(url: url) { try await self.follow(first, limit: limit, reach: reach) }
            } catch {
                if Task.isCancelled { throw CancellationError() }
                let error = HTTPClientError(error, url: url)
                guard let pause = error.retryAfter, pause <= Self.patience, attempt < Self.attempts else { throw error }
            }
        }
        preconditionFailure("the last attempt returns or throws")
    }

    /// Waits while a host wants to be left alone, if that is not long.
    private func waitForPause(of location: WebLocation) async throws {
        while let pause = notes.pauseLeft(of: location.host) {
            guard pause <= Self.patience else { throw HTTPClientError(.status(503), url: location.text, retryAfter: pause) }
            try await time.sleep(for: pause)
        }
    }

    /// Ends all fetches and closes all connections. Every later fetch throws.
    public func shutdown() async {
        await transports.shutdown()
    }

    /// Whether a fetch has started the threads that serve the network.
    var isRunning: Bool { transports.isRunning }

    /// One answer.
    private enum Answer {
        case body([UInt8])
        case elsewhere(String)
    }

    private func follow(_ first: WebLocation, limit: Int, reach: NetworkReach) async throws -> [UInt8] {
        var location = first
        for _ in 0...Self.redirectLimit {
            switch try await ask(location, limit: limit, reach: reach) {
            case .body(let bytes): return bytes
            case .elsewhere(let text):
                guard let next = location.following(text) else {
                    throw HTTPClientError(.refusedRedirect, url: first.text, detail: "to \(text.prefix(200))")
                }
                location = next
            }
        }
        throw HTTPClientError(.tooManyRedirects, url: first.text)
    }

    /// Asks at one address after another, until somebody is there.
    private func ask(_ location: WebLocation, limit: Int, reach: NetworkReach) async throws -> Answer {
        let addresses = try await notes.addresses(of: location.host)
        // One address that must not be reached is one too many: a name that has such a one is not to be trusted with the others.
        if let forbidden = addresses.first(where: { !reach.allows($0) }) {
            let isName = location.host != forbidden.description
            throw HTTPClientError(.privateAddress, url: location.text, detail: isName ? "\(location.host) is \(forbidden)" : "")
        }
        var failure: any Error = HTTPClientError(.unreachable, url: location.text)
        for address in addresses.prefix(4) {
            do {
                let answer = try await transports.withTransport(to: location.host, at: address) { transport in
                    var request = HTTPClientRequest(url: location.text)
                    request.headers.add(name: "User-Agent", value: userAgent)
                    let response = try await transport.execute(request, timeout: .init(timeouts.total))
                    return try await self.answer(response, from: location, limit: limit)
                }
                guard let answer else { throw HTTPClientError(.shutDown, url: location.text) }
                return answer
            } catch  where HTTPClientError.isOfConnecting(error) && !Task.isCancelled {
                failure = error
            }
        }
        notes.forgetAddresses(of: location.host)
        throw failure
    }

    private func answer(_ response: HTTPClientResponse, from location: WebLocation, limit: Int) async throws -> Answer {
        let status = Int(response.status.code)
        if [301, 302, 303, 307, 308].contains(status), let next = response.headers.first(name: "Location") { return .elsewhere(next) }
        guard status == 200 else {
            let pause = response.headers.first(name: "Retry-After").flatMap { RetryAfter.duration($0, at: time.date) }
            guard status == 429 || status == 503 else { throw HTTPClientError(.status(status), url: location.text) }
            if let pause { notes.pause(location.host, for: pause) }
            throw HTTPClientError(.status(status), url: location.text, retryAfter: pause)
        }
        let announced = response.headers.first(name: "Content-Length").flatMap { Int($0) }
        if let announced, announced > limit { throw HTTPClientError(.tooLarge(limit: limit), url: location.text) }
        var bytes: [UInt8] = []
        // What is only announced gets no more room than most pictures need.
        bytes.reserveCapacity(min(announced ?? 0, 1 << 20))
        for try await part in response.body {
            guard part.readableBytes <= limit - bytes.count else { throw HTTPClientError(.tooLarge(limit: limit), url: location.text) }
            bytes.append(contentsOf: part.readableBytesView)
        }
        return .body(bytes)
    }

    /// The transport's own deadline ends with the head of an answer, so the body needs one as well.
    private func withTotalTimeout(
        url: String,
        _ body: @escaping @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        try await withThrowingTaskGroup(of: [UInt8].self) { [timeouts] group in
            group.addTask(operation: body)
            group.addTask {
                try await Task.sleep(for: timeouts.total)
                throw HTTPClientError(.timedOut, url: url)
            }
            defer { group.cancelAll() }
            return try await group.next() ?? []
        }
    }
}
