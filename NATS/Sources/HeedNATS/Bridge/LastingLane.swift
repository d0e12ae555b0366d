internal import CNATS
internal import Dispatch
internal import Heed
internal import Synchronization

/// The lasting messages of a bridge: an outbox of those posted here, and a consumer of those of all bridges.
///
/// On each connection, the lane makes sure that the stream exists, replaces its consumer, and sends all unacknowledged messages again. The
/// new consumer starts after the last acknowledged message, to keep the order: the old one would resend lost messages, but after newer
/// ones. The lane also does this when the server refuses to store a message, and when neither a message nor a heartbeat arrives for a long
/// time.
///
/// State and its protection: all variables belong to `queue`, `seen`, `handled` and `position` to `arriving`; the rest is atomic or constant.
final class LastingLane: LinkParticipant, @unchecked Sendable {
    // SAFETY of `@unchecked`: see above.

    private let queue = DispatchQueue(label: "heed.nats.lasting")
    /// Handles received messages, one after the other. The thread that receives them waits for it, so messages don't pile up.
    private let arriving = DispatchQueue(label: "heed.nats.arriving")
    private let hub: NotificationHub
    private let routes: [String: HubBridge.Route]
    private let envelope: Envelope
    private let options: BridgeOptions
    private let link: Link
    private let report: BridgeReport

    private let pendingBytes: PendingBytes
    /// The answers that wait for `queue`.
    private let waitingAnswers = PendingBytes(limit: 4_096)
    private let isFinished = Atomic(false)
    private let watch = ConsumerWatch()

    private var connection: ConnectionHandle?
    private var outbox = Outbox()
    /// Receives the server's answers, on each connection.
    private var acknowledgements: Receiver?
    private var messages: Receiver?
    /// The callers that wait until everything before a counter is settled.
    private var waiting: [(counter: UInt64, answer: FirstAnswer)] = []
    private var isReady = false
    private var failures = 0
    /// A number that grows with each preparation, to recognize late timers and consumers.
    private var preparation = 0
    /// The time at which the stream was created.
    private var streamCreated: Int64?
    private var lastProgress = DispatchTime.now()
    private var timer: (any DispatchSourceTimer)?

    private var seen = SeenCounters()
    private var handled: HandledMessages
    /// The sequence of the last message that was handled or skipped; `nil` before there is a consumer.
    private var position: UInt64?

    /// Creates a lane, if a route is lasting.
    init?(
        _ routes: [HubBridge.Route],
        of hub: NotificationHub,
        _ envelope: Envelope,
        _ options: BridgeOptions,
        on link: Link,
        _ report: BridgeReport
    ) {
        self.routes = routes.byWireName(in: .lasting)
        guard !self.routes.isEmpty else { return nil }
        (self.hub, self.envelope, self.options, self.link, self.report) = (hub, envelope, options, link, report)
        handled = HandledMessages(limit: max(options.maximumUnhandled / 4, 1))
        pendingBytes = PendingBytes(limit: link.maximumPendingBytes)
    }

    func start() {
        link.add(self)
        queue.async { [self] in
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + 5, repeating: 5, leeway: .seconds(1))
            timer.setEventHandler { [weak self] in self?.lookAfter() }
            timer.resume()
            self.timer = timer
        }
    }

    /// Stops receiving, and ends when all posted messages are stored.
    func finish() {
        guard !isFinished.exchange(true, ordering: .acquiringAndReleasing) else { return }
        queue.async { [self] in
            stopReceiving()
            endIfFinished()
        }
    }

    // MARK: The connection

    func start(on connection: ConnectionHandle) {
        queue.async { [self] in
            guard connection.number > self.connection?.number ?? 0 else { return }
            self.connection = connection
            prepare()
        }
    }

    func end() {
        queue.async { [self] in
            stopReceiving()
            acknowledgements?.stop()
            timer?.cancel()
            for flush in waiting { flush.answer.give(NATS_CONNECTION_CLOSED) }
            waiting = []
            (acknowledgements, timer, connection, isReady) = (nil, nil, nil, false)
        }
    }

    private func stopReceiving() {
        messages?.stop()
        messages = nil
    }

    private func endIfFinished() {
        if isFinished.load(ordering: .acquiring), outbox.count == 0 { link.remove(self) }
    }

    private func prepare() {
        // A lost connection is followed by another one.
        guard let connection, !natsConnection_IsClosed(connection.pointer) else { return }
        preparation += 1
        isReady = false
        do throws(ConnectionError) {
            let storage = try JetStream(connection)
            guard let stream = try storage.stream(envelope.stream) else {
                try storage.createStream(envelope.stream, subjects: envelope.subjects(of: .lasting), options)
                // If two clients create a stream at once, server 2.9 sends nothing to the consumers that are created between the two.
                return prepareAgain(after: .milliseconds(300))
            }
            if !isFinished.load(ordering: .acquiring) { try consume(stream, of: storage, on: connection) }
            streamCreated = stream.created
            receiveAcknowledgements(on: connection)
        } catch {
            return fail(error)
        }
        failures = 0
        isReady = true
        report.change { ($0.problem, $0.isReady) = (nil, true) }
        outbox.goBack()
        sendOn()
    }

    private func fail(_ problem: ConnectionError) {
        isReady = false
        failures += 1
        report.change { ($0.problem, $0.isReady) = (problem, false) }
        let delay = RetryDelay(limit: .seconds(10)).delay(afterRounds: failures, fraction: .random(in: 0...1))
        prepareAgain(after: delay)
    }

    private func prepareAgain(after delay: Duration) {
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(delay.milliseconds))) { [weak self, preparation] in
            if let self, self.preparation == preparation { prepare() }
        }
    }

    /// Detects a deleted consumer, and a server that stores nothing although the connection is alive.
    private func lookAfter() {
        guard isReady else { return }
        let isDeaf = messages != nil && watch.isSilent(for: .seconds(15))
        if isDeaf || outbox.isWaiting && lastProgress + 20 < .now() { prepare() }
    }

    // MARK: Sending

    func send(_ payload: [UInt8], _ route: HubBridge.Route) {
        let message = envelope.message(payload, for: route)
        guard pendingBytes.add(message.size) else { return report.change { $0.droppedCount += 1 } }
        report.change { $0.unacknowledgedCount += 1 }
        queue.async { [self] in
            outbox.append(message)
            sendOn()
        }
    }

    private func sendOn() {
        guard isReady, let connection else { return }
        if !outbox.isWaiting { lastProgress = .now() }
        while let (message, counter) = outbox.nextToSend() {
            var numbered = envelope.number(message, counter)
            numbered.replySubject = "\(inbox).ack.\(counter)"
            switch numbered.send(on: connection) {
            case NATS_OK: break
            case NATS_MAX_PAYLOAD, NATS_INVALID_SUBJECT: drop(counter)
            // The connection is probably lost. The next one starts anew.
            default:
                isReady = false
                report.change { $0.isReady = false }
                return prepareAgain(after: .seconds(5))
            }
        }
    }

    /// Waits until everything that was sent before is settled.
    func flush(timeout: Duration) async -> Result<Void, ConnectionError> {
        await FirstAnswer.wait(for: timeout) { answer in
            queue.async { [self] in
                waiting.append((outbox.nextCounter, answer))
                answerFlushes()
            }
        }
    }

    private func answerFlushes() {
        while let first = waiting.first, first.counter <= outbox.firstWaiting {
            waiting.removeFirst()
            first.answer.give(NATS_OK)
        }
    }

    private func receiveAcknowledgements(on connection: ConnectionHandle) {
        let receiver =
            acknowledgements
            ?? Receiver("\(inbox).ack.*") { [weak self] message in
                guard let self, let counter = message.subject.split(separator: ".").last.flatMap({ UInt64($0) }) else { return }
                let answer = StorageAnswer(message)
                // A server that answers what nobody has asked waits.
                guard waitingAnswers.add(1) else { return queue.sync { settle(counter, answer) } }
                queue.async { [self] in
                    waitingAnswers.remove(1)
                    settle(counter, answer)
                }
            }
        receiver.start(on: connection)
        acknowledgements = receiver
    }

    private func settle(_ counter: UInt64, _ answer: StorageAnswer) {
        lastProgress = .now()
        switch answer {
        case .stored: noteSettled(counter)
        // Nothing is expected, so conflicts do not occur.
        case .unacceptable, .conflict: drop(counter)
        case .absent: if isReady { return fail(ConnectionError(NATS_NO_RESPONDERS)) }
        case .failed(let reason): if isReady { return fail(ConnectionError(.notStored, "The server can't store messages: \(reason).")) }
        }
        sendOn()
        answerFlushes()
        endIfFinished()
    }

    private func drop(_ counter: UInt64) {
        noteSettled(counter)
        report.change { $0.droppedCount += 1 }
    }

    private func noteSettled(_ counter: UInt64) {
        guard let size = outbox.settle(counter) else { return }
        pendingBytes.remove(size)
        report.change { $0.unacknowledgedCount -= 1 }
    }

    private var inbox: String { "_INBOX.heed.\(envelope.publisher)" }

    // MARK: Receiving

    /// Replaces the consumer.
    private func consume(_ stream: JetStream.Stream, of storage: JetStream, on connection: ConnectionHandle) throws(ConnectionError) {
        stopReceiving()
        let isNewStream = streamCreated.map { $0 != stream.created } ?? false
        var position = arriving.sync { self.position }
        if isNewStream { position = position.map { _ in 0 } }

        // A new name each time: a server may give a consumer the state of a deleted one of the same name.
        var (name, old): (String?, [String]) = (nil, [])
        if let base = options.name {
            name = "\(base)-\(HubIdentity.random())"
            for consumer in try storage.consumers(of: envelope.stream) where consumer.name.isName(with: base) {
                position = max(position ?? 0, consumer.acknowledged)
                old.append(consumer.name)
            }
        }
        let start = position ?? (options.name == nil ? stream.lastSequence : 0)
        arriving.sync {
            self.position = start
            // The messages of the earlier connection come again if they weren't acknowledged.
            _ = handled.take()
        }

        let subject = "\(inbox).messages.\(preparation)"
        let receiver = Receiver(subject) { [weak self, weak connection] message in
            guard let self, let connection else { return }
            watch.beginHandling()
            receive(message, on: connection)
            watch.endHandling()
        }
        receiver.start(on: connection)
        messages = receiver
        watch.restart()
        try storage.addConsumer(name, of: envelope.stream, to: subject, from: start + 1, limit: options.maximumUnhandled)
        for name in old { try storage.deleteConsumer(name, of: envelope.stream) }
    }

    private func receive(_ message: borrowing IncomingMessage, on connection: ConnectionHandle) {
        // A heartbeat has none.
        guard let token = message.replySubject, let sequence = JetStream.Place(token)?.sequence else { return }
        let reading = envelope.read(message, routes, .lasting)
        let (number, payload, subject) = (envelope.number(of: message), message.payload, message.subject)
        let isFollowed = message.isFollowed
        let acknowledged: String? = arriving.sync {
            // The server sends it again to the next bridge with this name.
            guard !isFinished.load(ordering: .acquiring) else { return handled.take() }
            switch (reading, number) {
            case (.own, _): break
            case (.rejected(let reason), _): report.reject(reason, subject)
            case (.accepted, nil): report.reject(.malformed, subject)
            case (.accepted(let route), let (publisher, counter)?):
                if seen.insert(counter, of: publisher) {
                    do { try route.post(payload, hub) } catch { report.reject(.malformed, subject) }
                }
            }
            position = sequence
            return handled.add(token, isFollowed: isFollowed)
        }
        if let acknowledged { natsConnection_Publish(connection.pointer, acknowledged, nil, 0) }
    }
}

extension String {
    /// Whether it is a base, a dash, and an identifier.
    fileprivate func isName(with base: String) -> Bool {
        utf8.count == base.utf8.count + 17 && hasPrefix("\(base)-")
    }
}
