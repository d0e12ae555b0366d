import Heed
import HeedNATS
import Synchronization

private let benchmarkText = String(repeating: "x", count: 96)

/// A message whose JSON has about 128 bytes.
struct BenchmarkMessage: CarriedMessage {
    static let wireName = "benchmark"
    let number: Int
    var text = benchmarkText
}

/// The measured parts of HeedNATS.
enum HeedPeer {
    private static let payload = [UInt8](repeating: 0, count: 128)

    static func throughput(_ address: String, _ count: Int) async throws -> Double {
        let (sender, receiver) = (try await connected(address), try await connected(address))
        let arrivals = Arrivals(count)
        let subscription = receiver.subscribe("bench.heed") { _ in arrivals.note() }
        try await receiver.flush()
        let duration = try await ContinuousClock().measure {
            for _ in 0..<count { try sender.publish(payload, to: "bench.heed") }
            await arrivals.wait()
        }
        withExtendedLifetime(subscription) {}
        return Double(count) / seconds(duration)
    }

    static func fleetingThroughput(_ address: String, _ count: Int) async throws -> Double {
        let (sender, receiver) = (try await Place(address, .fleeting), try await Place(address, .fleeting))
        let arrivals = Arrivals(count)
        let observation = receiver.hub.observe(BenchmarkMessage.self) { _ in arrivals.note() }
        let duration = await ContinuousClock().measure {
            for number in 0..<count { sender.hub.post(BenchmarkMessage(number: number)) }
            await arrivals.wait()
        }
        withExtendedLifetime((observation, sender, receiver)) {}
        return Double(count) / seconds(duration)
    }

    static func roundTrip(_ address: String, _ count: Int) async throws -> Double {
        let (here, there) = (try await connected(address), try await connected(address))
        let answering = there.subscribe("bench.to") { [weak there] in try? there?.publish($0.payload, to: "bench.fro") }
        let (backs, continuation) = AsyncStream.makeStream(of: Void.self)
        let listening = here.subscribe("bench.fro") { _ in continuation.yield() }
        for connection in [here, there] { try await connection.flush() }
        var durations: [Duration] = []
        var iterator = backs.makeAsyncIterator()
        for _ in 0..<count {
            let start = ContinuousClock.now
            try here.publish(payload, to: "bench.to")
            await iterator.next()
            durations.append(.now - start)
        }
        withExtendedLifetime((answering, listening)) {}
        return seconds(durations.sorted()[count / 2]) * 1e6
    }

    static func bridgeRoundTrip(_ address: String, _ count: Int) async throws -> Double {
        let (here, there) = (try await Place(address, .fleeting), try await Place(address, .fleeting))
        let answering = there.hub.observe(BenchmarkMessage.self) { [weak hub = there.hub] message in
            if message.number > 0 { hub?.post(BenchmarkMessage(number: -message.number)) }
        }
        let (backs, continuation) = AsyncStream.makeStream(of: Void.self)
        let listening = here.hub.observe(BenchmarkMessage.self) { if $0.number < 0 { continuation.yield() } }
        var durations: [Duration] = []
        var iterator = backs.makeAsyncIterator()
        for number in 1...count {
            let start = ContinuousClock.now
            here.hub.post(BenchmarkMessage(number: number))
            await iterator.next()
            durations.append(.now - start)
        }
        withExtendedLifetime((answering, listening, here, there)) {}
        return seconds(durations.sorted()[count / 2]) * 1e6
    }

    static func lasting(_ address: String, _ prefix: String, _ count: Int) async throws -> Double {
        let place = try await Place(address, .lasting, prefix: prefix)
        try await place.bridge.flush()
        let duration = try await ContinuousClock().measure {
            for number in 0..<count { place.hub.post(BenchmarkMessage(number: number)) }
            try await place.bridge.flush(timeout: .seconds(60))
        }
        return Double(count) / seconds(duration)
    }

    static func catchUp(_ address: String, _ prefix: String, _ count: Int) async throws -> Double {
        let arrivals = Arrivals(count)
        let duration = try await ContinuousClock().measure {
            let place = try await Place(address, .lasting, prefix: prefix, name: "bench") { arrivals.note() }
            await arrivals.wait()
            withExtendedLifetime(place) {}
        }
        return seconds(duration)
    }

    private static func connected(_ address: String) async throws -> Connection {
        var options = ConnectionOptions(servers: [address])
        // All messages of a round may wait.
        options.maximumPendingBytes = 256 << 20
        let connection = try Connection(options)
        for await state in connection.values(of: \.state) where state == .connected { break }
        return connection
    }

    private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

    /// A hub with a bridge.
    private final class Place: Sendable {
        let hub = NotificationHub()
        let bridge: HubBridge
        private let token: ObservationToken

        enum Kind {
            case fleeting, lasting
        }

        init(
            _ address: String,
            _ kind: Kind,
            prefix: String = "bench",
            name: String? = nil,
            received: @escaping @Sendable () -> Void = {}
        ) async throws {
            let connection = try await HeedPeer.connected(address)
            token = hub.observe(BenchmarkMessage.self) { _ in received() }
            var options = BridgeOptions(name: name)
            options.prefix = prefix
            let route: HubBridge.Route =
                kind == .fleeting ? .fleeting(BenchmarkMessage.self, delivering: .every) : .lasting(BenchmarkMessage.self)
            bridge = HubBridge(hub, carrying: [route], to: connection, options: options)
            if kind == .fleeting { try await bridge.flush() }
        }
    }

    /// Counts messages down.
    private final class Arrivals: Sendable {
        private let left: Atomic<Int>
        private let end = AsyncStream.makeStream(of: Void.self)

        init(_ count: Int) {
            left = Atomic(count)
        }

        func note() {
            if left.subtract(1, ordering: .relaxed).newValue == 0 { end.continuation.finish() }
        }

        func wait() async {
            for await _ in end.stream {}
        }
    }
}
