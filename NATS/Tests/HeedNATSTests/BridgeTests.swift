import Foundation
import Heed
import Synchronization
import Testing
import NATSTestServer

@testable import HeedNATS

private struct Ping: CarriedMessage, Equatable {
    static let wireName = "ping"
    var number: Int
}

private struct Note: CarriedMessage, Equatable {
    static let wireName = "notes.note"
    var number: Int
    var text = ""
}

@Suite(.timeLimit(.minutes(10)))
struct BridgeTests {
    /// A hub, as of another process: with a bridge by a connection of its own.
    private final class Place: Sendable {
        let hub = NotificationHub()
        private let allNotes: AsyncStream<Int>
        private let token: ObservationToken
        let connection: Connection
        let bridge: HubBridge
        private let carriesLasting: Bool

        init(
            _ server: Server,
            _ routes: [HubBridge.Route] = [.fleeting(Ping.self, delivering: .every), .lasting(Note.self)],
            name: String? = nil,
            change: (inout BridgeOptions) -> Void = { _ in }
        ) throws {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            (allNotes, token) = (stream, hub.observe(Note.self) { continuation.yield($0.number) })
            connection = try Connection(options(server))
            var bridgeOptions = BridgeOptions(name: name)
            change(&bridgeOptions)
            carriesLasting = routes.contains { $0.kind.lane == .lasting }
            bridge = HubBridge(hub, carrying: routes, to: connection, options: bridgeOptions)
        }

        deinit {
            // A thread that reports the bridge's state may keep it for a moment, in which it would acknowledge what the next life expects.
            bridge.invalidate()
        }

        /// Waits until the server has the subscriptions and the consumer of the bridge.
        func isReady() async throws {
            await connection.reaches(.connected)
            try await connection.flush(timeout: .seconds(60))
            if carriesLasting { await bridge.becomes { $0.isReady } }
        }

        /// The numbers of all notes, also of those that arrived at once. Keeps the place.
        var notes: some AsyncSequence<Int, Never> & Sendable { allNotes.map { [self] number in withExtendedLifetime(self) { number } } }

        // These keep the place too.
        func numbers(of type: Ping.Type) -> AsyncStream<Int> { numbers(type, \.number) }
        func numbers(of type: Note.Type) -> AsyncStream<Int> { numbers(type, \.number) }

        private func numbers<M: HubMessage>(_ type: M.Type, _ number: @escaping @Sendable (M) -> Int) -> AsyncStream<Int> {
            AsyncStream { continuation in
                let token = hub.observe(type) { continuation.yield(number($0)) }
                continuation.onTermination = { [self] _ in withExtendedLifetime(self) { token.invalidate() } }
            }
        }
    }

    // MARK: Fleeting

    @Test("Fleeting messages arrive in the other hub, in order")
    func carriesFleetingMessages() async throws {
        let server = try Server()
        let (one, other) = (try Place(server, [.fleeting(Ping.self)]), try Place(server, [.fleeting(Ping.self, delivering: .every)]))
        try await other.isReady()
        let numbers = other.numbers(of: Ping.self)
        for number in 0..<20_000 { one.hub.post(Ping(number: number)) }
        #expect(await numbers.prefix(20_000).collected() == Array(0..<20_000))
    }

    @Test("Nothing comes back, and nothing circles, also with two bridges between two hubs", arguments: [true, false])
    func doesNotEcho(isLasting: Bool) async throws {
        let server = try Server.storing()
        let routes: [HubBridge.Route] = isLasting ? [.lasting(Ping.self)] : [.fleeting(Ping.self, delivering: .every)]
        let (one, other) = (try Place(server, routes), try Place(server, routes))
        let second = [one, other].map { HubBridge($0.hub, carrying: routes, to: $0.connection) }
        for place in [one, other] { try await place.isReady() }
        if isLasting { for bridge in second { await bridge.becomes { $0.isReady } } }
        let (mine, theirs) = (one.numbers(of: Ping.self), other.numbers(of: Ping.self))
        for number in 0..<100 { one.hub.post(Ping(number: number)) }
        // Both bridges carry what is posted, and both of the other hub post it there.
        #expect(await theirs.prefix(400).collected().sorted() == (0..<400).map { $0 / 4 })
        // An answer comes after all that could have come back.
        for bridge in second + [one.bridge, other.bridge] { try await bridge.flush(timeout: .seconds(60)) }
        other.hub.post(Ping(number: -1))
        #expect(await mine.prefix(104).collected() == Array(0..<100) + [-1, -1, -1, -1])
        withExtendedLifetime(second) {}
    }

    @Test("What a handler posts while a message arrives is carried, and the message isn't", arguments: [true, false])
    func carriesReentrantMessages(isLasting: Bool) async throws {
        let server = try Server.storing()
        let routes: [HubBridge.Route] = isLasting ? [.lasting(Ping.self)] : [.fleeting(Ping.self, delivering: .every)]
        let one = try Place(server, routes)
        // Registered before the bridge.
        let hub = NotificationHub()
        let answering = hub.observe(Ping.self) { [unowned hub] message in
            if message.number > 0 { hub.post(Ping(number: -message.number)) }
        }
        let connection = try Connection(options(server))
        let bridge = HubBridge(hub, carrying: routes, to: connection)
        if isLasting { await bridge.becomes { $0.isReady } }
        await connection.reaches(.connected)
        try await connection.flush(timeout: .seconds(60))
        try await one.isReady()
        let numbers = one.numbers(of: Ping.self)
        for number in 1...100 { one.hub.post(Ping(number: number)) }
        let all = await numbers.prefix(200).collected()
        #expect(all.filter { $0 > 0 } == Array(1...100))
        #expect(all.filter { $0 < 0 } == (1...100).map { -$0 })
        withExtendedLifetime((answering, bridge)) {}
    }

    @Test("While the handlers are busy, the policy of a route decides which messages wait, and drops are counted")
    func boundsFleetingMessages() async throws {
        let server = try Server()
        let (one, other) = (try Place(server), try Place(server, [.fleeting(Ping.self, delivering: .latest)]))
        try await other.isReady()
        let (gate, numbers) = (DispatchSemaphore(value: 0), Numbers())
        let busy = other.hub.observe(Ping.self) { message in
            if numbers.append(message.number) == 1 { gate.wait() }
        }
        one.hub.post(Ping(number: 0))
        await numbers.reach(1)
        for number in 1...1_000 { one.hub.post(Ping(number: number)) }
        await other.bridge.becomes { $0.droppedCount == 999 }
        gate.signal()
        await numbers.reach(2)
        #expect(numbers.all == [0, 1_000])
        withExtendedLifetime((busy, one)) {}
    }

    // MARK: Lasting

    @Test("Lasting messages arrive in the other hub, in order, once, and are acknowledged to the sender")
    func carriesLastingMessages() async throws {
        let server = try Server.storing()
        let (one, other) = (try Place(server), try Place(server))
        try await other.isReady()
        let numbers = other.numbers(of: Note.self)
        for number in 0..<10_000 { one.hub.post(Note(number: number)) }
        #expect(await numbers.prefix(10_000).collected() == Array(0..<10_000))
        try await one.bridge.flush(timeout: .seconds(60))
        await one.bridge.becomes { $0.unacknowledgedCount == 0 }
    }

    @Test("A named bridge catches up in order with what was posted while its process was away")
    func catchesUp() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        try await one.isReady()
        for round in 0..<4 {
            for number in 0..<1_000 { one.hub.post(Note(number: round * 1_000 + number)) }
            try await one.bridge.flush(timeout: .seconds(60))
            let other = try Place(server, name: "other")
            let last = (round + 1) * 1_000 - 1
            let numbers = await other.notes.prefix { $0 < last }.collected()
            #expect(numbers.suffix(999) == Array(round * 1_000..<last))
            // The server may not have noticed the last acknowledgements of the previous life.
            #expect(numbers.count < 999 + BridgeOptions().maximumUnhandled)
        }
    }

    @Test("A named bridge that starts and ends without a new message keeps its position")
    func keepsItsPosition() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        try await one.isReady()
        for number in 0..<100 { one.hub.post(Note(number: number)) }
        try await one.bridge.flush(timeout: .seconds(60))
        for life in 0..<3 {
            let other = try Place(server, name: "other")
            if life == 0 { #expect(await other.notes.prefix(100).collected().last == 99) }
            try await other.isReady()
            withExtendedLifetime(other) {}
        }
        let last = try Place(server, name: "other")
        one.hub.post(Note(number: 100))
        let numbers = await last.notes.prefix { $0 < 100 }.collected()
        // The server may not have noticed the last acknowledgement of the first life.
        #expect(numbers.count < 100)
    }

    @Test("A bridge without a name receives what was posted while it was disconnected, but nothing from before")
    func catchesUpWithoutAName() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        one.hub.post(Note(number: 0))
        try await one.bridge.flush(timeout: .seconds(60))
        let other = try Place(server)
        try await other.isReady()
        let numbers = other.numbers(of: Note.self)
        server.kill()
        await one.connection.reaches(.connecting)
        for number in 1...100 { one.hub.post(Note(number: number)) }
        try server.start()
        #expect(await numbers.prefix(100).collected() == Array(1...100))
    }

    @Test("While the server is killed again and again, lasting messages arrive in order, once")
    func survivesKills() async throws {
        let server = try Server.storing()
        let (one, other, third) = (try Place(server), try Place(server, name: "other"), try Place(server))
        for place in [one, other, third] { try await place.isReady() }
        let streams = [other, third].map { $0.numbers(of: Note.self) }
        // The server is killed in each part of five hundred messages, after the other hub has received some of them.
        let (received, killed) = (Progress(), Progress())
        let counting = other.hub.observe(Note.self) { _ in received.advance() }
        let posting = Task.detached {
            for number in 0..<3_000 {
                if number.isMultiple(of: 500) { await killed.reaches(number / 500) }
                one.hub.post(Note(number: number))
            }
        }
        for kill in 0..<5 {
            await received.reaches(500 * kill + 50)
            server.kill()
            try server.start()
            killed.advance()
        }
        await posting.value
        counting.invalidate()
        for numbers in streams { #expect(await numbers.prefix(3_000).collected() == Array(0..<3_000)) }
    }

    @Test("Three hubs that post at random receive all of each other, in order, once, while the server dies and stalls", arguments: 0..<4)
    func survivesRandomTrouble(run: Int) async throws {
        let server = try Server.storing()
        let places = [try Place(server), try Place(server, name: "b"), try Place(server, name: "c")]
        for place in places { try await place.isReady() }
        let received = places.map { _ in Numbers() }
        let tokens = zip(places, received).map { place, numbers in place.hub.observe(Note.self) { numbers.append($0.number) } }
        var counts = [0, 0, 0]
        for _ in 0..<60 {
            switch Int.random(in: 0..<10) {
            case 0:
                server.kill()
                if Bool.random() { post() }
                try server.start()
            case 1:
                server.stall()
                post()
                server.goOn()
            default: post()
            }
        }
        func post() {
            let place = Int.random(in: 0..<3)
            for _ in 0..<Int.random(in: 1...50) {
                places[place].hub.post(Note(number: place * 1_000_000 + counts[place]))
                counts[place] += 1
            }
        }
        // A hub observes its own messages, too.
        for numbers in received { await numbers.reach(counts.reduce(0, +)) }
        for numbers in received {
            for place in 0..<3 {
                let ofPlace = numbers.all.filter { $0 / 1_000_000 == place }.map { $0 % 1_000_000 }
                #expect(ofPlace == Array(0..<counts[place]))
            }
        }
        withExtendedLifetime((tokens, places)) {}
    }

    @Test("A message that was being handled when the process ended comes again; one that was handled doesn't")
    func acknowledgesAfterTheHandlers() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        var other: Place? = try Place(server, name: "other")
        try await one.isReady()
        try await other!.isReady()
        let (gate, numbers) = (DispatchSemaphore(value: 0), Numbers())
        var busy: ObservationToken? = other!.hub.observe(Note.self) { message in
            if numbers.append(message.number) == 2 { gate.wait() }
        }
        one.hub.post(Note(number: 1))
        await numbers.reach(1)
        for number in 2...3 { one.hub.post(Note(number: number)) }
        await numbers.reach(2)
        // As if the process ended: the connection is gone before the handler returns.
        other!.connection.close()
        await other!.connection.reaches(.closed)
        let again = try Place(server, name: "other")
        #expect(await again.notes.prefix(2).collected() == [2, 3])
        gate.signal()
        (busy, other) = (nil, nil)
        withExtendedLifetime(busy) {}
    }

    @Test("The server sends no more unhandled messages than the options allow")
    func boundsLastingMessages() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        let other = try Place(server) { $0.maximumUnhandled = 10 }
        try await other.isReady()
        let (gate, numbers, sent) = (DispatchSemaphore(value: 0), Numbers(), Numbers())
        // Heartbeats are empty.
        let watching = one.connection.subscribe("_INBOX.heed.\(other.bridge.envelope.publisher).messages.*") { message in
            if !message.payload.isEmpty { sent.append(message.payload.count) }
        }
        try await one.connection.flush(timeout: .seconds(60))
        let busy = other.hub.observe(Note.self) { message in
            gate.wait()
            numbers.append(message.number)
        }
        for number in 0..<1_000 { one.hub.post(Note(number: number, text: String(repeating: "x", count: 1_000))) }
        try await one.bridge.flush(timeout: .seconds(60))
        await sent.reach(1)
        // Whatever else the server has sent by now is here before its answer.
        try await one.connection.flush(timeout: .seconds(60))
        #expect((1...10).contains(sent.all.count))
        for _ in 0..<1_000 { gate.signal() }
        await numbers.reach(1_000)
        #expect(numbers.all == Array(0..<1_000))
        withExtendedLifetime((busy, watching, other)) {}
    }

    @Test("Without storage on the server, the bridge says so, lasting messages wait, and fleeting ones are carried")
    func waitsForStorage() async throws {
        let server = try Server("#jetstream")
        let (one, other) = (try Place(server), try Place(server, name: "other"))
        await one.bridge.becomes { $0.problem?.kind == .notStored }
        await other.connection.reaches(.connected)
        try await other.connection.flush(timeout: .seconds(60))
        let pings = other.numbers(of: Ping.self)
        one.hub.post(Note(number: 1))
        one.hub.post(Ping(number: 2))
        #expect(await pings.prefix(1).collected() == [2])
        await one.bridge.becomes { $0.unacknowledgedCount == 1 }
        server.kill()
        server.settings = "jetstream { store_dir: FOLDER/store }"
        try server.start()
        #expect(await other.notes.prefix(1).collected() == [1])
        await one.bridge.becomes { $0.problem == nil && $0.unacknowledgedCount == 0 }
    }

    @Test("If the server's data is gone, what is posted from then on arrives, and what wasn't acknowledged")
    func survivesLostData() async throws {
        let server = try Server.storing()
        let (one, other) = (try Place(server), try Place(server, name: "other"))
        try await other.isReady()
        let (first, numbers) = (other.numbers(of: Note.self), other.numbers(of: Note.self))
        for number in 0..<500 { one.hub.post(Note(number: number)) }
        _ = await first.prefix(500).collected()
        try await one.bridge.flush(timeout: .seconds(60))
        server.kill()
        try server.wipe()
        await one.connection.reaches(.connecting)
        for number in 500..<600 { one.hub.post(Note(number: number)) }
        try server.start()
        #expect(await numbers.prefix(600).collected().suffix(100) == Array(500..<600))
    }

    @Test("A server whose storage is full is reported; what waits is stored when there is room")
    func waitsForRoom() async throws {
        let server = try Server("jetstream { store_dir: FOLDER/store, max_file: 1000 }")
        let one = try Place(server) { $0.maximumBytes = 1_000_000 }
        await one.bridge.becomes { $0.problem?.kind == .notStored }
        one.hub.post(Note(number: 1))
        server.kill()
        server.settings = "jetstream { store_dir: FOLDER/store }"
        try server.start()
        await one.bridge.becomes { $0.problem == nil && $0.unacknowledgedCount == 0 }
    }

    @Test("Posting doesn't wait for a server that stalls, and what was posted arrives")
    func doesNotWait() async throws {
        let server = try Server.storing()
        let (one, other) = (try Place(server), try Place(server))
        for place in [one, other] { try await place.isReady() }
        let numbers = other.numbers(of: Note.self)
        server.stall()
        // More than the sockets hold.
        for number in 0..<1_000 { one.hub.post(Note(number: number, text: String(repeating: "x", count: 10_000))) }
        await one.bridge.becomes { $0.unacknowledgedCount == 1_000 }
        server.goOn()
        #expect(await numbers.prefix(1_000).collected() == Array(0..<1_000))
        #expect(one.bridge.droppedCount == 0)
    }

    // MARK: Bad input

    @Test("Unknown, newer and damaged messages are counted, and the next ones arrive", arguments: ["fleeting.ping", "lasting.notes.note"])
    func rejects(path: String) async throws {
        let server = try Server.storing()
        let place = try Place(server)
        try await place.isReady()
        let link = place.connection.link
        func publish(_ payload: [UInt8], to subject: String, _ headers: [String: String]) throws {
            var message = OutgoingMessage(payload, to: "heed.\(subject)")
            message.headers = headers.map { .init($0.key, $0.value) }
            try link.publish(message)
        }
        let good = ["Heed-Origin": "0123456789abcdef", "Heed-Version": "1"]
        func numbered(_ counter: String) -> [String: String] { good.merging(["Nats-Msg-Id": counter]) { $1 } }
        let payload = Array(#"{"number":7,"text":""}"#.utf8)
        let id = "0123456789abcdef"
        try publish(payload, to: path, [:])
        try publish(payload, to: path, ["Heed-Origin": "0123456789abcdef"])
        try publish(payload, to: path, ["Heed-Origin": "", "Heed-Version": "99999999999999999999999"])
        try publish([], to: path, numbered("\(id)-1"))
        try publish(Array(repeating: UInt8(ascii: "["), count: 1_000_000), to: path, numbered("\(id)-2"))
        try publish((0..<100_000).map { _ in .random(in: 0...255) }, to: path, numbered("\(id)-3"))
        try publish(payload, to: path, numbered("\(id)-4").merging(["Heed-Version": "2"]) { $1 })
        try publish(payload, to: path + ".more", numbered("\(id)-5"))
        // Foundation's own decoder would end the process.
        let number = "1" + String(repeating: "0", count: 200) + "e-184"
        try publish(Array(#"{"number":\#(number),"text":""}"#.utf8), to: path, numbered("\(id)-6"))
        let isLasting = path.hasPrefix("lasting")
        if isLasting {
            try publish(payload, to: path, numbered("6"))
            try publish(payload, to: path, numbered("\(id)-x"))
        }
        let numbers = isLasting ? place.numbers(of: Note.self) : place.numbers(of: Ping.self)
        try publish(payload, to: path, numbered("\(id)-7"))
        #expect(await numbers.prefix(1).collected() == [7])
        let expected: [HubBridge.Rejections.Reason: Int] = [.malformed: isLasting ? 9 : 7, .newer: 1, .unknown: 1]
        await place.bridge.becomes { $0.rejections.counts == expected }
    }

    @Test("A message that exceeds the server's limit is dropped and counted; the next one is stored")
    func dropsTooLargeMessages() async throws {
        let server = try Server.storing("max_payload: 10000")
        let (one, other) = (try Place(server), try Place(server))
        for place in [one, other] { try await place.isReady() }
        let numbers = other.numbers(of: Note.self)
        one.hub.post(Note(number: 1, text: String(repeating: "x", count: 20_000)))
        one.hub.post(Note(number: 2))
        #expect(await numbers.prefix(1).collected() == [2])
        await one.bridge.becomes { $0.droppedCount == 1 && $0.unacknowledgedCount == 0 }
    }

    // MARK: Ends

    @Test("After a bridge was invalidated nothing arrives, and what was posted before is still stored")
    func ends() async throws {
        let server = try Server.storing()
        let (one, other) = (try Place(server), try Place(server, name: "other"))
        try await one.isReady()
        let numbers = Numbers()
        let token = one.hub.observe(Note.self) { numbers.append($0.number) }
        let arriving = other.notes
        for number in 0..<1_000 { one.hub.post(Note(number: number)) }
        one.bridge.invalidate()
        one.bridge.invalidate()
        one.hub.post(Note(number: -1))
        #expect(await arriving.prefix(1_000).collected() == Array(0..<1_000))
        other.hub.post(Note(number: 5))
        try await other.bridge.flush(timeout: .seconds(60))
        try await one.connection.flush(timeout: .seconds(60))
        #expect(numbers.all == Array(0..<1_000) + [-1])
        withExtendedLifetime(token) {}
    }

    @Test("A released bridge releases its hub and its connection", arguments: [true, false])
    func releases(isRunning: Bool) async throws {
        let server = try Server.storing()
        if !isRunning { server.kill() }
        var place: Place? = try Place(server)
        if isRunning { try await place!.isReady() }
        let (messages, states) = (place!.hub.messages(Ping.self), place!.connection.changes(of: \.state))
        place!.hub.post(Ping(number: 1))
        place!.hub.post(Note(number: 1))
        if !isRunning { place!.connection.close() }
        place = nil
        // They end with the hub and the connection.
        for await _ in messages {}
        for await _ in states {}
    }
}

/// Numbers that a handler has received.
private final class Numbers: Sendable {
    private let state = Mutex<[Int]>([])
    private let changed = Subject<Void>()

    /// - Returns: How many there are now.
    @discardableResult
    func append(_ number: Int) -> Int {
        let count = state.withLock { numbers in
            numbers.append(number)
            return numbers.count
        }
        changed.notify(())
        return count
    }

    var all: [Int] { state.withLock { $0 } }

    /// Waits until there are so many.
    func reach(_ count: Int) async {
        await wait(for: [.values(of: changed)]) { all.count >= count }
    }
}
