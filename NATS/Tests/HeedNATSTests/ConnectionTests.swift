import Foundation
import Heed
import Synchronization
import Testing
import NATSTestServer

@testable import HeedNATS

@Suite(.timeLimit(.minutes(10)))
struct ConnectionTests {
    @Test("A connection is connecting at first, and connected once the server has answered")
    func connects() async throws {
        let server = try Server.stopped()
        let connection = try Connection(options(server))
        #expect(connection.state == .connecting)
        try server.start()
        await connection.reaches(.connected)
        #expect(connection.problem == nil)
    }

    @Test("Without a server, a connection says why and goes on trying")
    func reportsAnAbsentServer() async throws {
        let connection = try Connection(options(Server.stopped()))
        await connection.becomes { $0.problem?.kind == .unreachable }
        #expect(connection.state == .connecting)
    }

    @Test("Messages arrive in the order in which they were published")
    func keepsOrder() async throws {
        let server = try Server()
        let connection = try Connection(options(server))
        let numbers = connection.messages(of: "numbers.*")
        for number in 0..<100_000 { try connection.publish(Array(String(number).utf8), to: "numbers.all") }
        var received: [Int] = []
        for await number in numbers.prefix(100_000) { received.append(Int(number.text)!) }
        #expect(received == Array(0..<100_000))
    }

    @Test("What was published before there is a server arrives when there is one")
    func keepsWhatWaits() async throws {
        let server = try Server.stopped()
        let listener = try Connection(options(server))
        let texts = listener.messages(of: "texts")
        for text in ["one", "two"] { try listener.publish(Array(text.utf8), to: "texts") }
        try server.start()
        #expect(await texts.prefix(2).map(\.text).collected() == ["one", "two"])
    }

    @Test("After the server was killed and started again, the connection and its subscriptions continue")
    func reconnects() async throws {
        let server = try Server()
        let connection = try Connection(options(server))
        let texts = connection.messages(of: "texts")
        await connection.reaches(.connected)
        server.kill()
        await connection.reaches(.connecting)
        #expect(connection.problem?.kind == .unreachable)
        try server.start()
        await connection.reaches(.connected)
        try connection.publish([1], to: "texts")
        #expect(await texts.prefix(1).map(\.payload).collected() == [[1]])
    }

    @Test("If a server is gone, the connection uses the next one")
    func usesTheNextServer() async throws {
        let (first, second) = (try Server(), try Server())
        let connection = try Connection(options(first, second))
        await connection.reaches(.connected)
        let (states, continuation) = AsyncStream.makeStream(of: Connection.State.self)
        let token = connection.observe(\.state) { continuation.yield($0) }
        first.kill()
        #expect(await states.prefix(2).collected() == [.connecting, .connected])
        withExtendedLifetime(token) {}
    }

    @Test("A refused password is reported without being told", arguments: [Credentials.user("anna", password: "wr0ng"), .token("wr0ng")])
    func reportsARefusedPassword(credentials: Credentials) async throws {
        let server = try Server("authorization { user: anna, password: right }")
        var options = options(server)
        options.credentials = credentials
        let connection = try Connection(options)
        await connection.becomes { $0.problem?.kind == .unauthorized }
        #expect(connection.state != .connected)
        for text in ["\(connection.problem!)", "\(options)", "\(credentials)"] { #expect(!text.contains("wr0ng")) }
        #expect("\(ConnectionOptions(servers: ["nats://anna:wr0ng@localhost:4222"]))".contains("nats://localhost:4222"))
    }

    @Test("A connection whose password is revoked says so, goes on trying, and connects when it is valid again")
    func bearsARevokedPassword() async throws {
        let server = try Server("authorization { user: anna, password: right }")
        var options = options(server)
        options.credentials = .user("anna", password: "right")
        let connection = try Connection(options)
        await connection.reaches(.connected)
        server.kill()
        server.settings = "authorization { user: anna, password: new }"
        try server.start()
        await connection.becomes { $0.problem?.kind == .unauthorized }
        server.kill()
        server.settings = "authorization { user: anna, password: right }"
        try server.start()
        await connection.reaches(.connected)
    }

    @Test("The right password is accepted")
    func acceptsAPassword() async throws {
        let server = try Server("authorization { user: anna, password: right }")
        var options = options(server)
        options.credentials = .user("anna", password: "right")
        await (try Connection(options)).reaches(.connected)
    }

    @Test("The user of a credentials file is accepted; one whose time is over, or of another account, is refused")
    func acceptsCredentials() async throws {
        let (authority, other) = (try KeyAuthority(), try KeyAuthority())
        let server = try authority.startServer()
        var options = options(server)
        options.credentials = .file(try authority.credentials(of: "anna"))
        await (try Connection(options)).reaches(.connected)
        for path in [try authority.credentials(of: "late", isExpired: true), try other.credentials(of: "stranger")] {
            options.credentials = .file(path)
            let refused = try Connection(options)
            await refused.becomes { $0.problem?.kind == .unauthorized }
            #expect(refused.state != .connected)
        }
    }

    @Test("A credentials file that is damaged or gone is reported without its contents")
    func reportsDamagedCredentials() async throws {
        let authority = try KeyAuthority()
        let server = try authority.startServer()
        let path = try authority.credentials(of: "anna")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        var options = options(server)
        options.credentials = .file(path)
        for damaged in ["", "-----BEGIN NATS USER JWT-----\n", text.replacing("\nSU", with: "\nSX"), String(text.prefix(300))] {
            try damaged.write(toFile: path, atomically: true, encoding: .utf8)
            let connection = try Connection(options)
            await connection.becomes { $0.problem != nil }
            #expect(connection.problem?.kind == .unauthorized)
            #expect(connection.problem?.description.contains("eyJ") == false)
        }
        try FileManager.default.removeItem(atPath: path)
        let error = #expect(throws: ConnectionError.self) { try Connection(options) }
        #expect(error?.kind == .invalidOptions)
    }

    @Test("With TLS, each side checks the other's certificate")
    func encrypts() async throws {
        let certificates = try Certificates()
        let folder = certificates.folder.path
        let server = try Server(
            "tls { cert_file: \"\(folder)/server.pem\", key_file: \"\(folder)/server.key\", ca_file: \"\(folder)/ca.pem\", verify: true }"
        )
        var trusting = options(server)
        trusting.tls = TLSOptions(
            certificateAuthorities: "\(folder)/ca.pem",
            clientCertificate: ("\(folder)/client.pem", "\(folder)/client.key")
        )
        let connection = try Connection(trusting)
        await connection.reaches(.connected)

        var distrusting = trusting
        distrusting.tls?.certificateAuthorities = "\(folder)/other.pem"
        let refusing = try Connection(distrusting)
        await refusing.becomes { $0.problem?.kind == .insecure }
        #expect(refusing.state != .connected)

        var anonymous = trusting
        anonymous.tls?.clientCertificate = nil
        let refused = try Connection(anonymous)
        await refused.becomes { $0.problem != nil }
        #expect(refused.state != .connected)
    }

    @Test("Options that can't be used are refused at once, and say what is wrong")
    func refusesOptions() throws {
        var missing = ConnectionOptions()
        missing.tls = TLSOptions(certificateAuthorities: "/nowhere/ca.pem")
        for options in [missing, ConnectionOptions(servers: [])] {
            let error = #expect(throws: ConnectionError.self) { try Connection(options) }
            #expect(error?.kind == .invalidOptions)
        }
    }

    @Test("What exceeds the limit for waiting bytes is refused and counted")
    func boundsWhatWaits() async throws {
        var options = options(try Server.stopped())
        options.maximumPendingBytes = 10_000
        let connection = try Connection(options)
        var refused = 0
        for _ in 0..<100 {
            do { try connection.publish([UInt8](repeating: 0, count: 1_000), to: "large") } catch {
                #expect(error.kind == .tooMuchPending)
                refused += 1
            }
        }
        #expect(refused > 80)
        await connection.becomes { [refused] in $0.droppedCount == refused }
    }

    @Test("A message larger than the server accepts is dropped and counted; the next one arrives")
    func dropsTooLargeMessages() async throws {
        let server = try Server("max_payload: 1000")
        let connection = try Connection(options(server))
        await connection.reaches(.connected)
        let sizes = connection.messages(of: "sizes")
        try connection.publish([UInt8](repeating: 0, count: 1_001), to: "sizes")
        try connection.publish([UInt8](repeating: 0, count: 1_000), to: "sizes")
        #expect(await sizes.prefix(1).map(\.payload.count).collected() == [1_000])
        await connection.becomes { $0.droppedCount == 1 }
    }

    @Test("Publishing doesn't wait for a server that stalls, and a flush gives up in time")
    func bearsStalling() async throws {
        let server = try Server()
        let connection = try Connection(options(server))
        await connection.reaches(.connected)
        let sizes = connection.messages(of: "sizes")
        try await connection.flush()
        server.stall()
        // More than the sockets hold.
        for size in 0..<500 { try connection.publish([UInt8](repeating: 0, count: 20_000 + size), to: "sizes") }
        let error = await #expect(throws: ConnectionError.self) { try await connection.flush(timeout: .milliseconds(50)) }
        #expect(error?.kind == .timedOut)
        server.goOn()
        #expect(await sizes.prefix(500).map(\.payload.count).collected() == Array(20_000..<20_500))
        #expect(connection.droppedCount == 0)
    }

    @Test("An invalidated subscription receives nothing more, and releases its handler")
    func endsSubscriptions() async throws {
        let server = try Server()
        let connection = try Connection(options(server))
        await connection.reaches(.connected)
        let count = Counter()
        var captured: Counter? = Counter()
        weak let released = captured
        let first = connection.subscribe("a") { [captured] _ in
            _ = captured
            count.value.add(1, ordering: .relaxed)
        }
        captured = nil
        let others = connection.messages(of: "a")
        try connection.publish([], to: "a")
        try await connection.flush()
        first.invalidate()
        first.invalidate()
        try connection.publish([], to: "a")
        // Another subscription receives what the first one would have received.
        #expect(await others.prefix(2).collected().count == 2)
        try await connection.flush()
        #expect(count.value.load(ordering: .relaxed) <= 1)
        #expect(released == nil)
    }

    @Test("A closed connection stays closed, and refuses to publish")
    func closes() async throws {
        let server = try Server()
        let connection = try Connection(options(server))
        await connection.reaches(.connected)
        connection.close()
        connection.close()
        await connection.reaches(.closed)
        #expect(throws: ConnectionError.self) { try connection.publish([], to: "a") }
        await #expect(throws: ConnectionError.self) { try await connection.flush() }
    }

    @Test("A subscription that has ended is freed when the server has answered")
    func freesEnded() async throws {
        let server = try Server()
        let handle = try ConnectionHandle.connect(NATSOptions(options(server))).get()
        server.stall()
        for _ in 0..<10 {
            let receiver = Receiver("a") { _ in }
            receiver.start(on: handle)
            receiver.end()
        }
        #expect(handle.endedCount == 10)
        server.goOn()
        while handle.endedCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
        withExtendedLifetime(handle) {}
    }

    @Test("A released connection leaves nothing behind, whatever state it was in", arguments: [true, false])
    func releases(isRunning: Bool) async throws {
        let server = try Server()
        if !isRunning { server.kill() }
        for _ in 0..<20 {
            let (end, continuation) = AsyncStream.makeStream(of: Never.self)
            var captured: Probe? = Probe(released: continuation)
            var connection: Connection? = try Connection(options(server))
            var subscription: Subscription? = connection!.subscribe("a") { [captured] _ in withExtendedLifetime(captured) {} }
            try connection!.publish([1], to: "a")
            withExtendedLifetime(subscription) { (captured, connection) = (nil, nil) }
            subscription = nil
            for await _ in end {}
        }
    }

    @Test("Each delay is twice the previous one, up to the limit, less at most half")
    func backsOff() {
        let delay = RetryDelay(initial: .milliseconds(100), limit: .seconds(1))
        let longest = (1...6).map { delay.delay(afterRounds: $0, fraction: 0).milliseconds }
        #expect(longest == [100, 200, 400, 800, 1_000, 1_000])
        #expect(delay.delay(afterRounds: 3, fraction: 1) == .milliseconds(200))
        #expect(delay.delay(afterRounds: .max, fraction: 0) == .seconds(1))
    }
}

/// Ends a stream when nothing keeps it any more.
private final class Probe: Sendable {
    private let continuation: AsyncStream<Never>.Continuation

    init(released continuation: AsyncStream<Never>.Continuation) {
        self.continuation = continuation
    }

    deinit {
        continuation.finish()
    }
}

private final class Counter: Sendable {
    let value = Atomic(0)
}
