import CNATS
import Heed
import NATSTestServer
import Synchronization
import Testing

@testable import HeedNATS

@Suite("A key-value bucket", .timeLimit(.minutes(10)))
struct KeyValueBucketTests {
    /// A bucket with a connection and a reader of its own, as in another process.
    private struct Place {
        let connection: Connection
        let reader: TestReader
        let bucket: KeyValueBucket

        init(_ server: Server, reading keys: String = ">", maximumBytes: Int? = nil, after start: UInt64? = nil) throws {
            connection = try Connection(options(server))
            reader = TestReader(after: start)
            bucket = KeyValueBucket("things", on: connection, reading: keys, maximumBytes: maximumBytes, by: reader)
        }

        /// Waits until everything was read.
        func isCaughtUp(_ beginCount: Int = 1) async {
            await reader.becomes { $0.isCaughtUp && $0.beginCount >= beginCount }
        }

        /// Waits until a value was read. The server keeps one of each key, so a value that is replaced before that is never read.
        func hasRead(_ revision: UInt64) async {
            await reader.becomes { ($0.entries.last?.revision ?? 0) >= revision }
        }
    }

    // MARK: Reading

    @Test("A reader receives what there is, and then what comes, and learns when there is nothing newer")
    func reads() async throws {
        let server = try Server.storing()
        let one = try Place(server, reading: "a.>")
        await one.isCaughtUp()
        #expect(one.reader.state.entries.isEmpty)
        #expect(try await one.bucket.put([1], for: "a.x", expecting: 0) == 1)
        try await one.bucket.put([2], for: "b.x", expecting: nil)
        try await one.bucket.put([3], for: "a.y", expecting: nil)
        await one.hasRead(3)
        try await one.bucket.put([4], for: "a.x", expecting: 1)
        await one.reader.becomes { $0.entries.count == 3 && $0.isCaughtUp }
        #expect(one.reader.state.entries.map(\.key) == ["a.x", "a.y", "a.x"])
        #expect(one.reader.state.entries.map(\.revision) == [1, 3, 4])

        // Of each key, the last value.
        let late = try Place(server)
        await late.isCaughtUp()
        #expect(late.reader.state.entries.map(\.value) == [[2], [3], [4]])
        #expect(late.reader.state.status?.created == one.reader.state.status?.created)
        #expect(late.reader.state.status?.lastRevision == 4)
    }

    @Test("A reader reads on after the revision that it names", arguments: [(3, 1), (4, 0), (100, 0), (UInt64.max, 0)])
    func readsOn(start: UInt64, count: Int) async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        for number in 1...4 { try await one.bucket.put([UInt8(number)], for: "key.\(number)", expecting: nil) }
        let other = try Place(server, after: start)
        await other.isCaughtUp()
        #expect(other.reader.state.entries.map(\.revision) == [1, 2, 3, 4].suffix(count))
        try await one.bucket.put([5], for: "key.5", expecting: nil)
        await other.reader.becomes { $0.entries.count == count + 1 }
    }

    @Test("A reader that reads again begins where it says")
    func readsAgain() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        for number in 1...3 { try await one.bucket.put([UInt8(number)], for: "key.\(number)", expecting: nil) }
        await one.reader.becomes { $0.entries.count == 3 }
        one.reader.after(1)
        one.bucket.readAgain()
        await one.reader.becomes { $0.entries.count == 5 && $0.isCaughtUp }
        #expect(one.reader.state.entries.map(\.value) == [[1], [2], [3], [2], [3]])
        #expect(one.reader.state.interruptCount == 0)
    }

    @Test("While others keep replacing values, each reader receives the last ones in order, and learns that it is caught up")
    func readsWhatIsReplaced() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        var others: [Place] = []
        for round in 0..<20 {
            others.append(try Place(server))
            try await withThrowingTaskGroup(of: Void.self) { [bucket = one.bucket] group in
                for number in 0..<100 {
                    group.addTask { try await bucket.put(Array("\(round).\(number)".utf8), for: "key.\(number % 7)", expecting: nil) }
                }
                try await group.waitForAll()
            }
        }
        let last = try await one.bucket.put([], for: "last", expecting: nil)
        for place in others + [one] { await place.reader.becomes { $0.entries.last?.revision == last && $0.isCaughtUp } }
        let values = one.reader.state.values
        for place in others + [one] {
            #expect(place.reader.state.isInOrder)
            #expect(place.reader.state.values == values)
        }
    }

    // MARK: Writing

    @Test("A value is set only if its key has the expected revision")
    func conflicts() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        #expect(try await one.bucket.entry(for: "a") == nil)
        let first = try await one.bucket.put([1], for: "a", expecting: 0)
        await #expect(throws: KeyValueError.conflict) { try await one.bucket.put([2], for: "a", expecting: 0) }
        await #expect(throws: KeyValueError.conflict) { try await one.bucket.put([2], for: "a", expecting: 77) }
        let second = try await one.bucket.put([3], for: "a", expecting: first)
        try await Self.expect([3], second, of: "a", in: one.bucket)
        let third = try await one.bucket.put([], for: "a", expecting: nil)
        try await Self.expect([], third, of: "a", in: one.bucket)
    }

    private static func expect(_ value: [UInt8], _ revision: UInt64, of key: String, in bucket: KeyValueBucket) async throws {
        let entry = try #require(try await bucket.entry(for: key))
        #expect((entry.key, entry.value, entry.revision) == (key, value, revision))
    }

    @Test("A bucket lists its keys without their values when it is reached, with revisions, times and sizes")
    func lists() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        for number in 1...300 { try await one.bucket.put([UInt8](repeating: 7, count: number), for: "key.\(number)", expecting: nil) }
        await one.hasRead(300)
        try await one.bucket.put([1, 2, 3], for: "key.2", expecting: nil)
        try await one.bucket.put([4], for: "other", expecting: nil)
        let reader = TestReader(after: .max)
        let bucket = KeyValueBucket("things", on: one.connection, listing: ">", by: reader)
        await reader.becomes { $0.isCaughtUp }
        let status = try #require(reader.state.status)
        #expect(status.heads.map(\.key) == (1...300).filter { $0 != 2 }.map { "key.\($0)" } + ["key.2", "other"])
        #expect(status.heads.suffix(3).map(\.size) == [300, 3, 1])
        #expect(status.heads.suffix(3).map(\.revision) == [300, 301, 302])
        #expect(!status.discardsValues)
        // The same value has the same time, whichever way it is read.
        await one.reader.becomes { $0.entries.count == 302 }
        #expect(Array(one.reader.state.entries.suffix(2).map(\.time)) == status.heads.suffix(2).map(\.time))
        #expect(try await bucket.entry(for: "other")?.time == status.heads.last?.time)
        #expect(one.reader.state.status?.heads == [])
    }

    @Test("A bucket that is deleted while its readers are connected is created again at once, though nobody writes")
    func noticesDeletion() async throws {
        let server = try Server.storing()
        let places = [try Place(server), try Place(server)]
        for place in places { await place.isCaughtUp() }
        try await places[0].bucket.put([1], for: "a", expecting: nil)
        let created = places[0].reader.state.status?.created
        try places[0].connection.publish([], to: "$JS.API.STREAM.DELETE.KV_things")
        // Within minutes where the server, such as 2.9 now and then, doesn't say that it has deleted the stream.
        for place in places { await place.reader.becomes { $0.status?.created != created && $0.isCaughtUp } }
    }

    @Test("What the server doesn't permit is named")
    func namesDenials() async throws {
        let server = try Server.storing(
            """
            authorization { users: [
                { user: owner, password: lilac },
                { user: guest, password: maple, permissions: { publish: { deny: "$KV.things.>" } } },
                { user: stranger, password: birch, permissions: { publish: { deny: "$JS.API.>" } } } ] }
            """)
        func bucket(_ user: String, _ password: String) throws -> (reader: TestReader, bucket: KeyValueBucket) {
            var options = options(server)
            options.credentials = .user(user, password: password)
            let reader = TestReader()
            return (reader, KeyValueBucket("things", on: try Connection(options), by: reader))
        }
        let (owner, guest) = (try bucket("owner", "lilac"), try bucket("guest", "maple"))
        for place in [owner, guest] { await place.reader.becomes { $0.isCaughtUp } }
        let error = await #expect(throws: KeyValueError.self) { try await guest.bucket.put([1], for: "a", expecting: nil) }
        guard case .problem(let problem) = error else { throw TestError("\(String(describing: error))") }
        #expect(problem.kind == .denied && problem.description.contains("$KV.things.a"))
        try await owner.bucket.put([1], for: "a", expecting: nil)
        let stranger = try bucket("stranger", "birch")
        await stranger.reader.becomes { $0.problem?.kind == .denied }
    }

    @Test("Of many who write one key at once, one succeeds")
    func letsOneWin() async throws {
        let server = try Server.storing()
        let places = [try Place(server), try Place(server)]
        for place in places { await place.isCaughtUp() }
        let results = await withTaskGroup(of: Result<UInt64, KeyValueError>.self) { group in
            for number in 0..<100 {
                group.addTask { [bucket = places[number % 2].bucket] in
                    do throws(KeyValueError) {
                        return .success(try await bucket.put([UInt8(number)], for: "a", expecting: 0))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.collected()
        }
        #expect(results.count { $0 == .success(1) } == 1)
        #expect(results.count { $0 == .failure(.conflict) } == 99)
    }

    @Test("A thousand values are written at once, and arrive in the order of their revisions")
    func writesACrowd() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        let revisions = try await withThrowingTaskGroup(of: UInt64.self) { [bucket = one.bucket] group in
            for number in 0..<1_000 {
                group.addTask { try await bucket.put([UInt8](repeating: 7, count: 5_000), for: "key.\(number)", expecting: 0) }
            }
            return try await group.collected()
        }
        #expect(Set(revisions) == Set(1...1_000))
        await one.reader.becomes { $0.entries.count == 1_000 && $0.isCaughtUp }
        #expect(one.reader.state.entries.map(\.revision) == Array(1...1_000))
    }

    @Test("Keys that aren't valid and values that are too large are refused; the next value is written")
    func refuses() async throws {
        let server = try Server.storing("max_payload: 10000")
        let one = try Place(server)
        await one.isCaughtUp()
        let invalid = ["", ".", ".a", "a.", "a..b", "a b", "a*", "a.>", "é", "a\n", "a\0", String(repeating: "a", count: 201)]
        for key in invalid {
            await #expect(throws: KeyValueError.invalidKey) { try await one.bucket.put([1], for: key, expecting: nil) }
            await #expect(throws: KeyValueError.invalidKey) { try await one.bucket.entry(for: key) }
        }
        await #expect(throws: KeyValueError.tooLarge) {
            try await one.bucket.put([UInt8](repeating: 0, count: 20_000), for: "a", expecting: nil)
        }
        for key in ["a", "A.z-_=/.9", String(repeating: "a", count: 200)] {
            let revision = try await one.bucket.put([1], for: key, expecting: 0)
            #expect(try await one.bucket.entry(for: key)?.revision == revision)
        }
    }

    @Test("A value that this connection couldn't read isn't written")
    func unreadable() async throws {
        let server = try Server.storing()
        var options = options(server)
        options.maximumMessageBytes = 10_000
        let connection = try Connection(options)
        let reader = TestReader(after: nil)
        let bucket = KeyValueBucket("things", on: connection, by: reader)
        await reader.becomes { $0.isCaughtUp }
        try await bucket.put([UInt8](repeating: 0, count: 10_000), for: "a", expecting: nil)
        await #expect(throws: KeyValueError.tooLarge) {
            try await bucket.put([UInt8](repeating: 0, count: 10_001), for: "b", expecting: nil)
        }
        #expect(try await bucket.entry(for: "a")?.value.count == 10_000)
        #expect(try await bucket.entry(for: "b") == nil)
    }

    @Test("A bucket that is full refuses new values and says why")
    func isFull() async throws {
        let server = try Server.storing()
        let one = try Place(server, maximumBytes: 10_000)
        await one.isCaughtUp()
        try await one.bucket.put([UInt8](repeating: 0, count: 8_000), for: "a", expecting: nil)
        let error = await #expect(throws: KeyValueError.self) {
            try await one.bucket.put([UInt8](repeating: 0, count: 8_000), for: "b", expecting: nil)
        }
        guard case .problem(let problem) = error else { throw TestError("\(String(describing: error))") }
        #expect(problem.kind == .notStored)
    }

    // MARK: Other clients

    @Test("NATS' own client reads, writes, deletes and purges values of the bucket")
    func isUsedByOthers() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        let other = try NativeBucket(server)
        try await one.bucket.put(Array("blue".utf8), for: "lamp", expecting: 0)
        await one.hasRead(1)
        #expect(other.value(of: "lamp") == "blue")
        #expect(kvStore_PutString(nil, other.pointer, "lamp", "green") == NATS_OK)
        try await Self.expect(Array("green".utf8), 2, of: "lamp", in: one.bucket)
        await one.hasRead(2)
        #expect(kvStore_Delete(other.pointer, "lamp") == NATS_OK)
        try await Self.expect([], 3, of: "lamp", in: one.bucket)
        await one.hasRead(3)
        #expect(kvStore_Purge(other.pointer, "lamp", nil) == NATS_OK)
        await #expect(throws: KeyValueError.conflict) { try await one.bucket.put([1], for: "lamp", expecting: 3) }
        await one.hasRead(4)
        try await one.bucket.put(Array("red".utf8), for: "lamp", expecting: 4)
        #expect(other.value(of: "lamp") == "red")
        await one.hasRead(5)
        #expect(one.reader.state.entries.map { String(decoding: $0.value, as: UTF8.self) } == ["blue", "green", "", "", "red"])
    }

    @Test("A bucket that someone deletes is created again, and its reader recognizes it")
    func survivesDeletion() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        try await one.bucket.put([1], for: "a", expecting: nil)
        await one.reader.becomes { $0.entries.count == 1 }
        let created = one.reader.state.status?.created
        try one.connection.publish([], to: "$JS.API.STREAM.DELETE.KV_things")
        try await one.connection.flush(timeout: .seconds(60))
        for call in 0... {
            do throws(KeyValueError) {
                if call % 2 == 0 { _ = try await one.bucket.entry(for: "a") } else { try await one.bucket.put([2], for: "a", expecting: 0) }
                if call % 2 == 1 { break }
            } catch {
                guard case .problem(let problem) = error else { throw TestError("\(error)") }
                #expect(problem.kind == .notStored)
            }
        }
        await one.reader.becomes { $0.entries.last?.value == [2] && $0.isCaughtUp }
        #expect(one.reader.state.status?.created != created)
        #expect(one.reader.state.entries.map(\.revision) == [1, 1])
    }

    // MARK: Trouble

    @Test("After a killed server is back, the reader reads on; a bucket that was created anew is recognized")
    func returns() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        try await one.bucket.put([1], for: "a", expecting: nil)
        await one.reader.becomes { $0.entries.count == 1 }
        let created = one.reader.state.status?.created
        server.kill()
        await one.reader.becomes { $0.interruptCount > 0 }
        try await expectUnreachable(one.bucket)
        try server.start()
        await one.isCaughtUp(2)
        #expect(one.reader.state.status?.created == created)
        try await one.bucket.put([3], for: "a", expecting: nil)
        await one.reader.becomes { $0.entries.count == 2 }
        #expect(one.reader.state.entries.map(\.value) == [[1], [3]])

        server.kill()
        try server.wipe()
        try server.start()
        await one.isCaughtUp(3)
        #expect(one.reader.state.status?.created != created)
        #expect(try await one.bucket.entry(for: "a") == nil)
    }

    @Test("Without a server, calls fail at once")
    func isUnreachable() async throws {
        let one = try Place(Server.stopped())
        try await expectUnreachable(one.bucket)
        #expect(one.reader.state.beginCount == 0)
    }

    private func expectUnreachable(_ bucket: KeyValueBucket) async throws {
        let errors = [
            await #expect(throws: KeyValueError.self) { try await bucket.put([2], for: "a", expecting: nil) },
            await #expect(throws: KeyValueError.self) { try await bucket.entry(for: "a") },
        ]
        for error in errors {
            guard case .problem(let problem) = error else { throw TestError("\(String(describing: error))") }
            #expect(problem.kind == .unreachable)
        }
    }

    @Test("While the server is killed again and again, values arrive in order, once, and none is missing")
    func survivesKills() async throws {
        let server = try Server.storing()
        let (one, other) = (try Place(server), try Place(server))
        for place in [one, other] { await place.isCaughtUp() }
        // The server is killed in each part of sixty values, while they are written.
        let (written, killed) = (Progress(), Progress())
        let writing = Task.detached { [bucket = one.bucket, reader = one.reader] in
            for number in 0..<300 {
                if number.isMultiple(of: 60) { await killed.reaches(number / 60) }
                while true {
                    do {
                        try await bucket.put(Array("\(number)".utf8), for: "key.\(number)", expecting: nil)
                        break
                    } catch {
                        await reader.becomes { $0.isCaughtUp }
                    }
                }
                written.advance()
            }
        }
        for kill in 0..<4 {
            await written.reaches(60 * kill + 30)
            server.kill()
            try server.start()
            killed.advance()
        }
        await writing.value
        for place in [one, other] {
            await place.reader.becomes { $0.values.count == 300 && $0.isCaughtUp }
            #expect(place.reader.state.isInOrder)
            // A value may be written twice, if the first answer was lost.
            #expect(place.reader.state.values == Dictionary(uniqueKeysWithValues: (0..<300).map { ("key.\($0)", Array("\($0)".utf8)) }))
        }
    }

    @Test("A server that stalls fails what is written, and goes on")
    func survivesStalling() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        server.stall()
        let timedOut = KeyValueError.problem(ConnectionError(NATS_TIMEOUT))
        async let lookup = #expect(throws: timedOut) { try await one.bucket.entry(for: "a") }
        await #expect(throws: timedOut) { try await one.bucket.put([1], for: "a", expecting: nil) }
        _ = await lookup
        server.goOn()
        // The bucket may have been prepared once more meanwhile, because it is new.
        await one.isCaughtUp()
        let revision = try await one.bucket.put([2], for: "a", expecting: nil)
        await one.reader.becomes { $0.entries.last?.value == [2] }
        #expect(one.reader.state.entries.last?.revision == revision)
        #expect(one.reader.state.isInOrder)
    }

    @Test("Without storage, the reader and the callers learn why, until there is some")
    func waitsForStorage() async throws {
        let server = try Server("#jetstream")
        let one = try Place(server)
        await one.reader.becomes { $0.problem?.kind == .notStored }
        #expect(one.reader.state.problem?.description.contains("JetStream") == true)
        let error = await #expect(throws: KeyValueError.self) { try await one.bucket.put([1], for: "a", expecting: nil) }
        #expect(error == one.reader.state.problem.map { .problem($0) })
        server.kill()
        server.settings = "jetstream { store_dir: FOLDER/store }"
        try server.start()
        await one.isCaughtUp()
        try await one.bucket.put([1], for: "a", expecting: 0)
    }

    // MARK: Ends

    @Test(
        "After a bucket was closed, calls fail, and its reader receives nothing, whether there is a server or not",
        arguments: [true, false])
    func closes(isRunning: Bool) async throws {
        let server = try Server.storing()
        let (one, other) = (try Place(server), try Place(server))
        for place in [one, other] { await place.isCaughtUp() }
        if !isRunning {
            server.kill()
            for place in [one, other] { await place.reader.becomes { $0.interruptCount == 1 } }
        }
        one.bucket.close()
        one.bucket.close()
        let closed = KeyValueError.problem(ConnectionError(NATS_CONNECTION_CLOSED))
        await #expect(throws: closed) { try await one.bucket.put([1], for: "a", expecting: nil) }
        await #expect(throws: closed) { try await one.bucket.entry(for: "a") }
        one.bucket.readAgain()
        if !isRunning {
            try server.start()
            await other.isCaughtUp(2)
        }
        try await other.bucket.put([1], for: "a", expecting: 0)
        await other.reader.becomes { $0.entries.count == 1 }
        await one.connection.reaches(.connected)
        try await one.connection.flush(timeout: .seconds(60))
        #expect(one.reader.state.entries.isEmpty && one.reader.state.beginCount == 1)
    }

    @Test("A released bucket ends, and releases its connection; it doesn't keep its reader", arguments: [true, false])
    func releases(isRunning: Bool) async throws {
        let server = try Server.storing()
        if !isRunning { server.kill() }
        var place: Place? = try Place(server)
        if isRunning { await place!.isCaughtUp() }
        let (states, released) = (place!.connection.changes(of: \.state), place!.reader.released)
        place = nil
        // They end with the connection and the reader.
        for await _ in states {}
        for await _ in released {}
    }

    @Test("A bucket whose reader was released closes when it would call it")
    func endsWithItsReader() async throws {
        let server = try Server.storing()
        let connection = try Connection(options(server))
        var reader: TestReader? = TestReader()
        let bucket = KeyValueBucket("things", on: connection, by: reader!)
        await reader!.becomes { $0.isCaughtUp }
        try await bucket.put([1], for: "a", expecting: nil)
        reader = nil
        bucket.readAgain()
        let closed = KeyValueError.problem(ConnectionError(NATS_CONNECTION_CLOSED))
        await #expect(throws: closed) { while true { try await bucket.put([2], for: "a", expecting: nil) } }
    }

    @Test("A bucket ends with its connection")
    func endsWithItsConnection() async throws {
        let server = try Server.storing()
        let one = try Place(server)
        await one.isCaughtUp()
        one.connection.close()
        await one.connection.reaches(.closed)
        while true {
            do throws(KeyValueError) { try await one.bucket.put([1], for: "a", expecting: nil) } catch {
                #expect(error == .problem(ConnectionError(NATS_CONNECTION_CLOSED)))
                break
            }
        }
    }

    @Test("A name that can't be that of a bucket stops the program")
    func checksItsName() async {
        await #expect(processExitsWith: .failure) {
            _ = KeyValueBucket("no name", on: try Connection(), by: TestReader())
        }
    }
}

private struct TestError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The bucket as NATS' own client in C sees it.
private final class NativeBucket {
    private let connection: ConnectionHandle
    private let context: OpaquePointer
    let pointer: OpaquePointer

    init(_ server: Server) throws {
        connection = try ConnectionHandle.connect(NATSOptions(options(server))).get()
        var (context, bucket): (OpaquePointer?, OpaquePointer?)
        try check(natsConnection_JetStream(&context, connection.pointer, nil))
        try check(js_KeyValue(&bucket, context, "things"))
        (self.context, pointer) = (context!, bucket!)
    }

    deinit {
        kvStore_Destroy(pointer)
        jsCtx_Destroy(context)
    }

    func value(of key: String) -> String? {
        var entry: OpaquePointer?
        guard kvStore_Get(&entry, pointer, key) == NATS_OK else { return nil }
        defer { kvEntry_Destroy(entry) }
        return kvEntry_ValueString(entry).map { String(cString: $0) }
    }
}
