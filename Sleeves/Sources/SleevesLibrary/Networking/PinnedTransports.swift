internal import AsyncHTTPClient
internal import NIOCore
internal import Synchronization

/// Connections that go to an address which was checked, whatever the host's name has come to stand for since.
///
/// What is protected by what: `state` by its lock. Transports are started and ended outside it.
final class PinnedTransports: Sendable {
    typealias Transport = AsyncHTTPClient.HTTPClient

    private struct Key: Hashable {
        let host: String
        let address: InternetAddress
    }

    private struct Entry {
        let transport: Transport
        var users = 0
        var lastUse = 0
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var uses = 0
        var isShutDown = false
    }

    /// So many hosts keep their connections while nobody uses them.
    private static let limit = 16
    private let state = Mutex(State())
    private let timeouts: HTTPClient.Timeouts

    init(timeouts: HTTPClient.Timeouts) {
        self.timeouts = timeouts
    }

    deinit {
        // A transport that is let go while it runs stops the program.
        for entry in state.withLock({ $0.entries.values }) { entry.transport.shutdown { _ in } }
    }

    /// Whether there is any, and so threads that serve the network.
    var isRunning: Bool { state.withLock { !$0.entries.isEmpty } }

    /// Lends the transport that takes a host's name for this address.
    ///
    /// - Returns: `nil` after ``shutdown()``.
    func withTransport<Value>(
        to host: String,
        at address: InternetAddress,
        _ body: (Transport) async throws -> Value
    ) async throws -> Value? {
        let key = Key(host: host, address: address)
        guard let transport = take(key) else { return nil }
        defer { giveBack(key) }
        return try await body(transport)
    }

    /// Ends everything that is on its way. Nothing is lent any more.
    func shutdown() async {
        let running = state.withLock { state in
            defer { state = State(isShutDown: true) }
            return state.entries.values.map(\.transport)
        }
        // What it may throw is that a connection did not close cleanly, about which nobody can do anything.
        for transport in running { try? await transport.shutdown() }
    }

    private func take(_ key: Key) -> Transport? {
        state.withLock { state in
            if state.isShutDown { return nil }
            state.uses += 1
            var entry = state.entries[key] ?? Entry(transport: makeTransport(key))
            entry.users += 1
            entry.lastUse = state.uses
            state.entries[key] = entry
            return entry.transport
        }
    }

    private func giveBack(_ key: Key) {
        let superfluous: Transport? = state.withLock { state in
            state.entries[key]?.users -= 1
            guard state.entries.count > Self.limit else { return nil }
            let idle = state.entries.filter { $0.value.users == 0 }
            guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else { return nil }
            return state.entries.removeValue(forKey: oldest)?.transport
        }
        superfluous?.shutdown { _ in }
    }

    private func makeTransport(_ key: Key) -> Transport {
        var configuration = Transport.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(timeouts.connect), read: TimeAmount(timeouts.idle)),
            decompression: .disabled
        )
        configuration.dnsOverride = [key.host: key.address.description]
        // A public archive is not to be overrun.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4
        // A host that is not there is told of at once; whether to try again is for the caller to say.
        configuration.connectionPool.retryConnectionEstablishment = false
        return Transport(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}

extension TimeAmount {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
