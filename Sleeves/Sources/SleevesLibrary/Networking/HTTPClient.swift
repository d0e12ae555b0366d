internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import Synchronization

/// Fetches whole, small answers over HTTP, with a limit on everything that a stranger's server decides.
///
/// ## Behavior
///
/// - Only `http` and `https` addresses are fetched, and only an answer with status 200 is one. Certificates are checked.
/// - An answer longer than its limit is refused, at its announcement or at the byte that is too many.
/// - No answer takes longer than the timeouts, however slowly it drips. A cancelled task stops its fetch.
/// - Nothing is started before the first fetch: no thread, no connection.
///
/// - Threading: May be used from any task.
public final class HTTPClient: Sendable {
    private typealias Transport = AsyncHTTPClient.HTTPClient

    // transport: protected by the mutex. Idle until the first fetch, gone after `shutdown()`.

    private enum State {
        case idle
        case running(Transport)
        case shutDown
    }

    private let state = Mutex(State.idle)
    private let userAgent: String
    private let timeouts: Timeouts

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
    ///   - contact: An address where the program's makers can be reached, as the Cover Art Archive asks for.
    ///   - timeouts: How long to wait.
    public init(version: String, contact: String, timeouts: Timeouts = Timeouts()) {
        func headerText(_ text: String) -> String { String(text.filter { $0.isASCII && !$0.isNewline && $0 != "\0" }) }
        userAgent = "Sleeves/\(headerText(version)) (\(headerText(contact)))"
        self.timeouts = timeouts
    }

    /// The bytes at an address.
    ///
    /// - Parameters:
    ///   - url: An `http` or `https` address.
    ///   - limit: How many bytes the answer may have.
    /// - Throws: An ``HTTPClientError``, or a `CancellationError` when the task is cancelled.
    public func fetch(_ url: String, limit: Int) async throws -> [UInt8] {
        guard Self.isFetchable(url) else { throw HTTPClientError(.notAnAddress, url: url) }
        var request = HTTPClientRequest(url: url)
        request.headers.add(name: "User-Agent", value: userAgent)
        do {
            let transport = try transport(for: url)
            return try await withTotalTimeout(url: url) { [request, timeouts] in
                let response = try await transport.execute(request, timeout: TimeAmount(timeouts.total))
                return try await Self.body(of: response, url: url, limit: limit)
            }
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw HTTPClientError(error, url: url)
        }
    }

    /// Ends all fetches and closes all connections. Every later fetch throws.
    public func shutdown() async {
        let running: Transport? = state.withLock { state in
            defer { state = .shutDown }
            if case .running(let transport) = state { return transport }
            return nil
        }
        // What it may throw is that a connection did not close cleanly, about which nobody can do anything.
        try? await running?.shutdown()
    }

    deinit {
        // A transport that is let go while it runs stops the program.
        if case .running(let transport) = state.withLock({ $0 }) { transport.shutdown { _ in } }
    }

    /// Whether a fetch has started the threads that serve the network.
    var isRunning: Bool {
        if case .running = state.withLock({ $0 }) { true } else { false }
    }

    private func transport(for url: String) throws -> Transport {
        try state.withLock { state in
            switch state {
            case .shutDown: throw HTTPClientError(.shutDown, url: url)
            case .running(let transport): return transport
            case .idle:
                var configuration = Transport.Configuration(
                    redirectConfiguration: .follow(max: 5, allowCycles: false),
                    timeout: .init(connect: TimeAmount(timeouts.connect), read: TimeAmount(timeouts.idle))
                )
                // A public archive is not to be overrun.
                configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4
                // A host that is not there is told of at once; whether to try again is for the caller to say.
                configuration.connectionPool.retryConnectionEstablishment = false
                let transport = Transport(eventLoopGroupProvider: .singleton, configuration: configuration)
                state = .running(transport)
                return transport
            }
        }
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

    private static func body(of response: HTTPClientResponse, url: String, limit: Int) async throws -> [UInt8] {
        guard response.status == .ok else { throw HTTPClientError(.status(Int(response.status.code)), url: url) }
        let announced = response.headers.first(name: "Content-Length").flatMap { Int($0) }
        if let announced, announced > limit { throw HTTPClientError(.tooLarge(limit: limit), url: url) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(announced ?? 0)
        for try await part in response.body {
            guard part.readableBytes <= limit - bytes.count else { throw HTTPClientError(.tooLarge(limit: limit), url: url) }
            bytes.append(contentsOf: part.readableBytesView)
        }
        return bytes
    }

    private static func isFetchable(_ url: String) -> Bool {
        guard let parts = URL(string: url), let scheme = parts.scheme?.lowercased() else { return false }
        return (scheme == "https" || scheme == "http") && parts.host()?.isEmpty == false
    }
}

extension TimeAmount {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
