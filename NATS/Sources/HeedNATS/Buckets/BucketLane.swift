internal import CNATS
internal import Dispatch
internal import Synchronization

/// The part of a ``KeyValueBucket`` that keeps it connected to its stream.
///
/// On each connection, the lane makes sure that the stream exists, asks the reader where to begin, and creates a consumer from there. It
/// also does this when a value is missing, when the stream was deleted, and when neither a value nor a heartbeat arrives for a long time.
///
/// State and its protection: all variables belong to `queue`, `batch` to `arriving`; the rest is atomic or constant. `looking` only makes
/// calls.
final class BucketLane: LinkParticipant, @unchecked Sendable {
    // SAFETY of `@unchecked`: see above.

    private let queue = DispatchQueue(label: "heed.nats.bucket")
    /// Calls the reader. The thread that receives values waits for it, so values don't pile up.
    private let arriving = DispatchQueue(label: "heed.nats.bucket.arriving")
    /// Look up values, and wait for the server.
    private let looking = (0..<KeyValueBucket.lookupLimit).map { DispatchQueue(label: "heed.nats.bucket.looking.\($0)") }
    private var lookupCount = 0
    private let bucket: String
    private let keys: String
    private let listedKeys: String?
    private let maximumBytes: Int?
    private weak let reader: (any KeyValueReader)?
    private let inbox = "_INBOX.heed.\(HubIdentity.random())"
    private let watch = ConsumerWatch()
    /// The answers that wait for `queue`.
    private let waitingAnswers = PendingBytes(limit: 4_096)
    /// Whether a notice waits for `queue`.
    private let hasNotice = Atomic(false)
    private let isClosed = Atomic(false)

    private var connection: ConnectionHandle?
    private var isReady = false
    /// The reason why the bucket can't be used on this connection.
    private var problem: ConnectionError?
    private var failures = 0
    /// The time at which the bucket that was last prepared was created.
    private var lastCreated: Int64?
    /// A number that grows with each preparation, to recognize late timers and consumers.
    private var preparation = 0
    /// Receives the values of one consumer.
    private var values: Receiver?
    /// Receives the server's answers, on each connection.
    private var answers: Receiver?
    /// Receives the notices that the stream was deleted, created, restored or changed.
    private var notices: Receiver?
    /// The server's words about what it didn't permit on this connection, if anything.
    private var denial: String?
    private var timer: (any DispatchSourceTimer)?
    private var puts = PendingPuts<CheckedContinuation<Result<UInt64, KeyValueError>, Never>>()
    private var expectsOverdue = false
    private var expectsMore = false
    /// The last value that was sent before the last preparation.
    private var lastPutBefore: UInt64 = 0

    /// The batch of values for the reader; `nil` while nothing may reach it.
    private var batch: BucketBatch?

    private static let heartbeat = Duration.seconds(30)
    /// The longest time until the next of several values.
    private static let pause = Duration.seconds(2)
    /// A bucket with so few values may have been created a moment ago. If several clients do so at once, server 2.9 may send nothing to the
    /// consumers that are created between them, so a consumer waits until the bucket is older.
    private static let youth = Duration.milliseconds(400)
    private static let youngSequence: UInt64 = 100
    /// Server 2.9 deletes the files of a stream after the stream, and with them those of one that was created in between.
    private static let deletion = Duration.seconds(2)
    private static let lookupPatience = DispatchTimeInterval.seconds(10)

    init(_ bucket: String, keys: String, listedKeys: String?, maximumBytes: Int?, _ reader: some KeyValueReader) {
        (self.bucket, self.keys, self.listedKeys, self.maximumBytes, self.reader) = (bucket, keys, listedKeys, maximumBytes, reader)
    }

    private var stream: String { "KV_\(bucket)" }
    private func subject(_ key: String) -> String { "$KV.\(bucket).\(key)" }
    private func key(_ subject: String) -> String { String(subject.utf8.dropFirst("$KV.\(bucket).".utf8.count)) ?? "" }

    // MARK: The connection

    func start(on connection: ConnectionHandle) {
        queue.async { [self] in
            guard !isEnded, connection.number > self.connection?.number ?? 0, !natsConnection_IsClosed(connection.pointer) else { return }
            disconnect()
            self.connection = connection
            lookAfter()
            prepare()
        }
    }

    func lose(_ connection: ConnectionHandle) {
        queue.async { [self] in
            guard connection === self.connection else { return }
            disconnect()
            interrupt(nil)
            failPuts(ConnectionError(NATS_CONNECTION_DISCONNECTED))
        }
    }

    func end() {
        isClosed.store(true, ordering: .releasing)
        queue.async { [self] in
            disconnect()
            for receiver in [values, answers, notices] { receiver?.stop() }
            (values, answers, notices) = (nil, nil, nil)
            failPuts(ConnectionError(NATS_CONNECTION_CLOSED))
        }
    }

    func noteDenied(_ reason: String) {
        queue.async { [self] in
            denial = reason
            // The server doesn't answer what it doesn't permit.
            for caller in puts.takeSent(where: { reason.contains($0) }) { caller.resume(returning: .failure(.problem(.denied(reason)))) }
            sendWaiting()
        }
    }

    func readAgain() {
        queue.async { [self] in prepare() }
    }

    private var isEnded: Bool { isClosed.load(ordering: .acquiring) }

    private func disconnect() {
        preparation += 1
        timer?.cancel()
        (timer, connection, isReady, problem, failures, denial) = (nil, nil, false, nil, 0, nil)
    }

    /// Detects a deleted consumer. It checks rarely, because each check wakes the process.
    private func lookAfter() {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + 60, repeating: 60, leeway: .seconds(30))
        timer.setEventHandler { [weak self] in
            guard let self, isReady, watch.isSilent(for: Self.heartbeat * 3) else { return }
            prepare()
        }
        timer.resume()
        self.timer = timer
    }

    private func prepare() {
        // A lost connection is followed by another one.
        guard !isEnded, let connection, !natsConnection_IsClosed(connection.pointer) else { return }
        guard let reader else { return end() }
        preparation += 1
        let wasReady = isReady
        isReady = false
        lastPutBefore = puts.lastNumber
        do throws(ConnectionError) {
            let storage = try JetStream(connection)
            guard let found = try storage.stream(stream) else {
                if wasReady { return prepareAgain(after: Self.deletion) }
                try storage.createBucket(stream, subjects: subject(">"), maximumBytes: maximumBytes)
                return prepareAgain(after: .zero)
            }
            let isNews = found.created != lastCreated
            let isYoung = found.lastSequence <= Self.youngSequence || lastCreated != nil
            lastCreated = found.created
            if isNews, isYoung { return prepareAgain(after: Self.youth) }
            receiveAnswers(on: connection)
            let heads = try listedKeys.map { listedKeys throws(ConnectionError) in
                try storage.heads(of: stream, filter: subject(listedKeys), to: "\(inbox).heads.\(preparation)", on: connection).map {
                    KeyValueHead(key: key($0.subject), revision: $0.sequence, time: $0.time, size: $0.size)
                }
            }
            let status = KeyValueStatus(
                created: found.created, lastRevision: found.lastSequence, heads: heads ?? [], discardsValues: found.discardsMessages)
            let start = arriving.sync { () -> UInt64? in
                guard !isEnded else { return nil }
                batch = BucketBatch(preparation: preparation)
                return reader.begin(status)
            }
            guard let start else { return }
            let pending = try read(from: min(start, status.lastRevision) + 1, storage, connection)
            (problem, failures, isReady) = (nil, 0, true)
            step(preparation) { $0.begin(pending: pending) }
            expectMore()
            sendWaiting()
        } catch {
            // Then the next connection is prepared.
            guard !natsConnection_IsClosed(connection.pointer) else { return }
            let problem = denial.flatMap { error.kind == .timedOut ? ConnectionError.denied($0) : nil } ?? error
            (self.problem, failures) = (problem, failures + 1)
            interrupt(problem)
            failPuts(problem)
            prepareAgain(after: RetryDelay(limit: .seconds(10)).delay(afterRounds: failures, fraction: .random(in: 0...1)))
        }
    }

    private func prepareAgain(after delay: Duration) {
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(delay.milliseconds))) { [weak self, preparation] in
            if let self, self.preparation == preparation { prepare() }
        }
    }

    /// Prepares the bucket again, unless that was done since.
    private func restart(_ preparation: Int) {
        queue.async { [self] in
            if isReady, self.preparation == preparation { prepare() }
        }
    }

    private func interrupt(_ problem: ConnectionError?) {
        arriving.sync {
            batch = nil
            if !isEnded { reader?.interrupt(problem) }
        }
    }

    // MARK: Reading

    /// Replaces the consumer.
    ///
    /// - Returns: How many values it has to send.
    private func read(from revision: UInt64, _ storage: JetStream, _ connection: ConnectionHandle) throws(ConnectionError) -> UInt64 {
        values?.stop()
        let subject = "\(inbox).values.\(preparation)"
        let receiver = Receiver(subject) { [weak self, weak connection, preparation] message in
            guard let self, let connection else { return }
            watch.beginHandling()
            receive(message, preparation, on: connection)
            watch.endHandling()
        }
        receiver.start(on: connection)
        values = receiver
        watch.restart()
        return try storage.addConsumer(
            nil, of: stream, to: subject, from: revision, limit: KeyValueBucket.unhandledLimit, filter: self.subject(keys),
            heartbeat: Self.heartbeat)
    }

    private func receive(_ message: borrowing IncomingMessage, _ preparation: Int, on connection: ConnectionHandle) {
        let isFollowed = message.isFollowed
        var token: String?
        if let subject = message.replySubject, let place = JetStream.Place(subject) {
            let value = message.header(JetStream.deletion) == nil ? message.payload : []
            let entry = KeyValueEntry(key: key(message.subject), value: value, revision: place.sequence, time: place.time)
            token = step(preparation) { $0.add(entry, place, token: subject, isFollowed: isFollowed) }
        } else if message.header("Status") == "100" {
            let delivery = message.header("Nats-Last-Consumer").flatMap { UInt64($0) }
            token = step(preparation) { $0.noteHeartbeat(delivery, isFollowed: isFollowed) }
        }
        if let token { natsConnection_Publish(connection.pointer, token, nil, 0) }
    }

    /// Changes the batch of a preparation, and performs the resulting work.
    ///
    /// - Returns: What to acknowledge.
    @discardableResult
    private func step(_ preparation: Int, _ change: (inout BucketBatch) -> BucketBatch.Step) -> String? {
        arriving.sync {
            guard !isEnded, batch?.preparation == preparation else { return nil }
            switch change(&batch!) {
            case .wait: return nil
            case .deliver(let entries, let isCaughtUp, let token):
                reader?.receive(entries, isCaughtUp: isCaughtUp)
                if !isCaughtUp { queue.async { [self] in expectMore() } }
                return token
            case .restart:
                batch = nil
                restart(preparation)
                return nil
            }
        }
    }

    /// Detects values that the server has counted and doesn't send: server 2.9 miscounts while values are replaced. A new consumer has the
    /// right count.
    private func expectMore() {
        guard !expectsMore else { return }
        expectsMore = true
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(Self.pause.milliseconds))) { [weak self] in
            guard let self else { return }
            expectsMore = false
            guard isReady else { return }
            // While the reader is busy, values wait for it.
            guard watch.isSilent(for: Self.pause) else { return expectMore() }
            if arriving.sync(execute: { batch?.isCaughtUp == false }) { prepare() }
        }
    }

    /// Looks up a value.
    func entry(_ key: String) async -> Result<KeyValueEntry?, KeyValueError> {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                guard let connection, problem == nil, !isEnded else { return continuation.resume(returning: .failure(.problem(obstacle))) }
                let deadline = DispatchTime.now() + Self.lookupPatience
                lookupCount += 1
                looking[lookupCount % looking.count].async { [self, stream, subject = subject(key), preparation] in
                    // The calls before may have waited in vain.
                    guard .now() < deadline else {
                        return continuation.resume(returning: .failure(.problem(ConnectionError(NATS_TIMEOUT))))
                    }
                    var found = Result { () throws(ConnectionError) in try JetStream(connection).lastValue(of: subject, in: stream) }
                    if case .failure(let error) = found, error.kind == .timedOut, let denial = queue.sync(execute: { self.denial }) {
                        found = .failure(.denied(denial))
                    }
                    if case .failure(let error) = found, error.kind == .notStored { restart(preparation) }
                    continuation.resume(
                        returning: found.mapError { .problem($0) }.map { value in
                            value.map { KeyValueEntry(key: key, value: $0.bytes, revision: $0.sequence, time: $0.time) }
                        })
                }
            }
        }
    }

    // MARK: Writing

    func put(_ value: [UInt8], _ key: String, expecting revision: UInt64?) async -> Result<UInt64, KeyValueError> {
        let headers = revision.map { [OutgoingMessage.Header("Nats-Expected-Last-Subject-Sequence", String($0))] } ?? []
        let message = OutgoingMessage(value, to: subject(key), headers: headers)
        return await withCheckedContinuation { continuation in
            queue.async { [self] in
                guard connection != nil, problem == nil, !isEnded else {
                    return continuation.resume(returning: .failure(.problem(obstacle)))
                }
                puts.append(message, continuation)
                sendWaiting()
            }
        }
    }

    /// The reason why nothing can be read or written at the moment.
    private var obstacle: ConnectionError {
        isEnded ? ConnectionError(NATS_CONNECTION_CLOSED) : problem ?? ConnectionError(NATS_NO_SERVER)
    }

    private func sendWaiting() {
        guard isReady, let connection else { return }
        while let (next, number) = puts.nextToSend() {
            var message = next
            message.replySubject = "\(inbox).put.\(number)"
            switch message.send(on: connection) {
            case NATS_OK: break
            case NATS_MAX_PAYLOAD: puts.settle(number)?.resume(returning: .failure(.tooLarge))
            case let status: puts.settle(number)?.resume(returning: .failure(.problem(ConnectionError(status))))
            }
        }
        expectOverdue()
    }

    /// One timer for all answers, so that many values don't wake the process as often later.
    private func expectOverdue() {
        guard !expectsOverdue, let deadline = puts.deadline else { return }
        expectsOverdue = true
        queue.asyncAfter(deadline: deadline) { [weak self] in
            guard let self else { return }
            expectsOverdue = false
            for caller in puts.takeOverdue() { caller.resume(returning: .failure(.problem(ConnectionError(NATS_TIMEOUT)))) }
            sendWaiting()
            expectOverdue()
        }
    }

    private func failPuts(_ problem: ConnectionError) {
        for caller in puts.takeAll() { caller.resume(returning: .failure(.problem(problem))) }
    }

    private func receiveAnswers(on connection: ConnectionHandle) {
        let receiver =
            answers
            ?? Receiver("\(inbox).put.*") { [weak self] message in
                guard let self, let number = message.subject.split(separator: ".").last.flatMap({ UInt64($0) }) else { return }
                let answer = StorageAnswer(message)
                // A server that answers what nobody has asked waits.
                guard waitingAnswers.add(1) else { return queue.sync { settle(number, answer) } }
                queue.async { [self] in
                    waitingAnswers.remove(1)
                    settle(number, answer)
                }
            }
        receiver.start(on: connection)
        answers = receiver
        // The server deletes the consumer with the stream, and says nothing to it. It may also fail to say that it has deleted the stream: then
        // another client that creates it again shows that.
        let notices =
            notices
            ?? Receiver("$JS.EVENT.ADVISORY.STREAM.*.\(stream)") { [weak self] _ in
                guard let self, !hasNotice.exchange(true, ordering: .acquiringAndReleasing) else { return }
                queue.async { [self] in
                    hasNotice.store(false, ordering: .releasing)
                    if isReady { prepare() }
                }
            }
        notices.start(on: connection)
        self.notices = notices
    }

    private func settle(_ number: UInt64, _ answer: StorageAnswer) {
        guard let caller = puts.settle(number) else { return }
        switch answer {
        case .stored(let revision): caller.resume(returning: .success(revision))
        case .conflict: caller.resume(returning: .failure(.conflict))
        case .unacceptable: caller.resume(returning: .failure(.tooLarge))
        case .failed(let reason):
            caller.resume(returning: .failure(.problem(ConnectionError(.notStored, "The server can't store values: \(reason)."))))
        case .absent:
            caller.resume(returning: .failure(.problem(ConnectionError(NATS_NO_RESPONDERS))))
            // The stream was deleted, unless it has been created since.
            if isReady, number > lastPutBefore { prepare() }
        }
        sendWaiting()
    }
}
