import Heed
import NATSTestServer
import Synchronization
import Testing

@testable import HeedNATS

@Suite(.timeLimit(.minutes(10)))
struct HostileServerTests {
    /// - Parameter timeout: Short only where that is what ends a handshake: on a loaded machine, every handshake takes long.
    private func options(_ server: HostileServer, timeout: Duration = .seconds(10)) -> ConnectionOptions {
        var options = ConnectionOptions(servers: [server.address])
        options.timeout = timeout
        options.retryDelay = RetryDelay(initial: .milliseconds(10), limit: .milliseconds(50))
        return options
    }

    @Test(
        "A message, a line or errors without an end end the connection, which says so and takes a bounded number of bytes",
        arguments: [HostileServer.Behavior.largeMessage, .endlessLine, .endlessErrors, .deafEndlessMessage])
    func endless(_ behavior: HostileServer.Behavior) async throws {
        let server = try HostileServer(behavior)
        defer { server.close() }
        let connection = try Connection(options(server))
        let subscription = connection.subscribe("a") { _ in }
        await connection.becomes { $0.problem?.kind == .tooMuchReceived }
        // The bound, what the sockets of both sides hold, and what arrives while threads wait for a turn.
        #expect(server.mostSent < 128 << 20)
        #expect(server.mostSent > 1 << 20)
        withExtendedLifetime(subscription) {}
    }

    @Test(
        "An announced size that is no size, and a greeting without an end, end the connection",
        arguments: [
            HostileServer.Behavior.endlessMessage, .endlessGreeting,
        ])
    func impossible(_ behavior: HostileServer.Behavior) async throws {
        let server = try HostileServer(behavior)
        defer { server.close() }
        let connection = try Connection(options(server))
        let subscription = connection.subscribe("a") { _ in }
        await connection.becomes { $0.problem != nil && $0.state == .connecting }
        #expect(server.mostSent < 256 << 20)
        withExtendedLifetime(subscription) {}
    }

    @Test(
        "A server that falls silent during the handshake is reported as one that doesn't answer in time",
        arguments: [
            HostileServer.Behavior.silence, .greeting, .silentEncryption,
        ])
    func silent(_ behavior: HostileServer.Behavior) async throws {
        let server = try HostileServer(behavior)
        defer { server.close() }
        let connection = try Connection(options(server, timeout: .milliseconds(500)))
        await connection.becomes { $0.problem?.kind == .timedOut && $0.state == .connecting }
    }

    @Test("A server that ends each connection at once isn't asked in a tight loop")
    func farewell() async throws {
        let server = try HostileServer(.farewell)
        defer { server.close() }
        var options = options(server)
        options.retryDelay = RetryDelay(initial: .seconds(3_600), limit: .seconds(3_600))
        let connection = try Connection(options)
        await connection.becomes { $0.problem != nil && $0.state == .connecting }
        // A connection that lasted for a while is made anew at once; then the next attempt is an hour away.
        #expect(server.connectionCount <= 2)
    }

    @Test("A server that sends too much is asked again much later than one that ends its connections")
    func backOff() async throws {
        let server = try HostileServer(.largeMessage)
        defer { server.close() }
        var options = options(server)
        // A hundred times that is an hour.
        options.retryDelay = RetryDelay(initial: .seconds(36), limit: .seconds(36))
        let connection = try Connection(options)
        let subscription = connection.subscribe("a") { _ in }
        await connection.becomes { $0.problem?.kind == .tooMuchReceived && $0.state == .connecting }
        #expect(server.connectionCount == 1)
        #expect(RetryDelay().afterFlood == RetryDelay(initial: .seconds(10), limit: .seconds(3_600)))
        withExtendedLifetime(subscription) {}
    }

    @Test("Small messages without an end are complete, so the connection stays; those that can't be handled in time are dropped")
    func flood() async throws {
        let server = try HostileServer(.flood)
        defer { server.close() }
        let connection = try Connection(options(server))
        let handled = Mutex(0)
        let isEnough = Progress()
        // More than wait for a handler.
        let subscription = connection.subscribe("a") { _ in
            let count = handled.withLock { count in
                count += 1
                return count
            }
            if count == 300_000 { isEnough.advance() }
        }
        await isEnough.reaches(1)
        #expect(connection.state == .connected)
        #expect(connection.problem == nil)
        withExtendedLifetime(subscription) {}
    }

    @Test("Subscriptions can end while their messages arrive")
    func endsAmongMessages() async throws {
        let server = try HostileServer(.floodOfAll)
        defer { server.close() }
        // More at once than there are cores, so that threads are interrupted everywhere.
        try await withThrowingTaskGroup { group in
            for _ in 1...8 {
                group.addTask {
                    let connection = try Connection(options(server))
                    for _ in 1...200 {
                        let hasArrived = Progress()
                        let subscription = connection.subscribe("a") { _ in hasArrived.advance() }
                        await hasArrived.reaches(1)
                        subscription.invalidate()
                    }
                    #expect(connection.state == .connected)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("The largest message that the options allow arrives, again and again")
    func large() async throws {
        let server = try Server("max_payload: 12582912\nmax_pending: 67108864")
        let connection = try Connection(HeedNATSTests.options(server))
        let sizes = connection.messages(of: "sizes")
        await connection.reaches(.connected)
        var iterator = sizes.makeAsyncIterator()
        for size in [12 << 20, 1, 12 << 20, 9 << 20, 12 << 20] {
            try connection.publish([UInt8](repeating: 0, count: size), to: "sizes")
            #expect(await iterator.next()?.payload.count == size)
        }
        #expect(connection.state == .connected)
    }

    @Test(
        "The port is read from an address",
        arguments: [
            ("nats://localhost", 4222), ("nats://localhost:1", 1), ("localhost:65535", 65535), ("tls://me:1234@home", 4222),
            ("tls://me:1234@home:56", 56), ("nats://[::1]:77", 77), ("nats://[::1]", 4222), ("nats://home:99999", 4222),
        ])
    func ports(address: String, port: UInt16) {
        #expect(NATSOptions.port(address) == port)
    }
}

@Suite("The bound of messages")
struct MessageBoundTests {
    @Test("Without a whole message, more than the limit ends the connection")
    func cuts() {
        var bound = MessageBound(limit: 100)
        #expect(bound.note(bytes: 20) == .wait)
        #expect(bound.note(bytes: 30) == .count)
        #expect(bound.note(bytes: 90) == .wait)
        #expect(bound.note(messages: 0, at: 90) == .wait)
        #expect(bound.note(bytes: 95) == .count)
        #expect(bound.note(messages: 0, at: 101) == .cut)
    }

    @Test("A whole message sets the bound anew, from when the messages were counted")
    func renews() {
        var bound = MessageBound(limit: 100)
        for round in UInt64(1)...1_000 {
            #expect(bound.note(bytes: round * 90) == .count)
            #expect(bound.note(bytes: round * 90 + 5) == .wait)
            #expect(bound.note(messages: round, at: round * 90 + 5) == .wait)
        }
    }

    @Test("If the messages aren't counted in time, nothing more is received until they are")
    func pauses() {
        var bound = MessageBound(limit: 100)
        #expect(bound.note(bytes: 100) == .count)
        #expect(bound.note(bytes: 101) == .pause)
        #expect(bound.note(bytes: 110) == .wait)
        #expect(bound.note(messages: 1, at: 110) == .resume)
        #expect(bound.note(bytes: 200) == .count)
        #expect(bound.note(bytes: 211) == .pause)
        #expect(bound.note(messages: 1, at: 211) == .cut)
    }

    @Test("A pause ends if what was received by the count is within the limit")
    func resumes() {
        var bound = MessageBound(limit: 100)
        #expect(bound.note(bytes: 30) == .count)
        #expect(bound.note(bytes: 120) == .pause)
        #expect(bound.note(messages: 0, at: 90) == .resume)
        #expect(bound.note(bytes: 121) == .count)
        #expect(bound.note(messages: 0, at: 121) == .cut)
    }
}
