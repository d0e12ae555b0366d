internal import CNATS
internal import Dispatch
internal import Synchronization

/// The part of a ``Connection`` that keeps it connected.
///
/// The C library makes one connection at a time, and never reconnects: it wouldn't report why an attempt fails, and would close the
/// connection permanently if a server rejects the user twice.
///
/// Three serial queues, so that only the work that needs the network waits for it:
/// - `control` makes connections, one attempt after the other. `rounds`, `floods` and `isPaused` belong to it, once the link has started.
/// - `outgoing` publishes and subscribes, in the order of the calls. It is suspended while disconnected.
/// - `states` notifies the connection's observers.
///
/// State and its protection: `current`, by its lock; `pendingBytes`, `drops` and `isClosed` are atomic; `owner`, by its lock.
final class Link: @unchecked Sendable {
    // SAFETY of `@unchecked`: `rounds`, `floods` and `isPaused` are used only on `control`; the rest is as above.

    private let control = DispatchQueue(label: "heed.nats.control")
    private let outgoing = DispatchQueue(label: "heed.nats.outgoing")
    private let states = DispatchQueue(label: "heed.nats.states")
    private let options: ConnectionOptions
    private let prepared: NATSOptions
    private let id = LinkTable.shared.nextID()
    private var rounds = 0
    /// The number of connections that were ended because the server sent too much.
    private var floods = 0
    private var isPaused = false
    private let current = Mutex(Current())
    private let pendingBytes: PendingBytes
    private let drops = Atomic(0)
    private let isClosed = Atomic(false)
    private let owner = Mutex(WeakConnection(connection: nil))

    private struct Current {
        var handle: ConnectionHandle?
        var participants: [ObjectIdentifier: any LinkParticipant] = [:]
    }

    private struct WeakConnection: @unchecked Sendable {
        // SAFETY: used only under the lock. A connection is Sendable.
        weak var connection: Connection?
    }

    init(_ options: ConnectionOptions) throws(ConnectionError) {
        self.options = options
        pendingBytes = PendingBytes(limit: options.maximumPendingBytes)
        prepared = try NATSOptions(options)
        let closure = UnsafeMutableRawPointer(bitPattern: id)
        try check(natsOptions_SetClosedCB(prepared.pointer, { LinkTable.shared.noteLost($0, $1) }, closure))
        // Without a handler, the library would print errors.
        try check(natsOptions_SetErrorHandler(prepared.pointer, { LinkTable.shared.noteError($0, $2, $3) }, closure))
    }

    deinit {
        LinkTable.shared.remove(id)
    }

    // MARK: Connecting

    func start(for connection: Connection) {
        owner.withLock { $0.connection = connection }
        LinkTable.shared.add(self, id)
        pause()
        control.async { [self] in connect() }
    }

    private func connect() {
        guard !isClosed.load(ordering: .acquiring) else { return }
        switch ConnectionHandle.connect(prepared) {
        case .success(let handle):
            let participants = current.withLock { current in
                current.handle = handle
                return current.participants.values
            }
            for participant in participants { participant.start(on: handle) }
            report(.connected, nil)
            resume()
        case .failure(let problem):
            report(.connecting, problem)
            connectLater()
        }
    }

    private func connectLater(afterFlood: Bool = false) {
        rounds += 1
        if afterFlood { floods += 1 }
        let backOff = afterFlood ? options.retryDelay.afterFlood : options.retryDelay
        let delay = backOff.delay(afterRounds: afterFlood ? floods : rounds, fraction: .random(in: 0...1))
        control.asyncAfter(deadline: .now() + .milliseconds(Int(delay.milliseconds))) { [weak self] in self?.connect() }
    }

    /// The library has closed a connection, which is only compared.
    func noteLost(_ address: UInt) {
        control.async { [self] in
            guard let lost = handle, UInt(bitPattern: lost.pointer) == address, !isClosed.load(ordering: .acquiring) else { return }
            // First, so that what is published meanwhile waits.
            pause()
            lost.endWatch()
            let participants = current.withLock { current in
                current.handle = nil
                return current.participants.values
            }
            for participant in participants { participant.lose(lost) }
            report(.connecting, lost.problem)
            // A server that accepts connections and ends them isn't asked in a tight loop.
            guard lost.wasOfUse else { return connectLater(afterFlood: lost.problem.kind == .tooMuchReceived) }
            rounds = 0
            connect()
        }
    }

    /// The server has refused something.
    func noteDenied(_ reason: String) {
        for participant in current.withLock({ Array($0.participants.values) }) { participant.noteDenied(reason) }
    }

    /// Closes the connection after sending what was published. If disconnected, drops it.
    func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        report(.closed, nil)
        control.async { [self] in
            outgoing.async { [self] in
                // Released outside the lock: this closes the connection.
                let last = current.withLock { current in
                    defer { current = Current() }
                    return current
                }
                last.handle?.noteClosing()
                for participant in last.participants.values { participant.end() }
            }
            resume()
        }
    }

    private func pause() {
        guard !isPaused else { return }
        isPaused = true
        outgoing.suspend()
    }

    private func resume() {
        guard isPaused else { return }
        isPaused = false
        outgoing.resume()
    }

    // MARK: Publishing and subscribing

    func publish(_ message: OutgoingMessage) throws(ConnectionError) {
        guard !isClosed.load(ordering: .acquiring) else { throw ConnectionError(NATS_CONNECTION_CLOSED) }
        guard pendingBytes.add(message.size) else {
            noteDropped()
            throw ConnectionError(NATS_INSUFFICIENT_BUFFER)
        }
        outgoing.async { [self] in
            defer { pendingBytes.remove(message.size) }
            let status = handle.map { message.send(on: $0) }
            if status != NATS_OK { noteDropped() }
        }
    }

    func subscribe(_ subject: String, _ handler: @escaping @Sendable (borrowing IncomingMessage) -> Void) -> Subscription {
        let receiver = Receiver(subject, handler)
        add(receiver)
        return Subscription(receiver) { [weak self] in self?.remove(receiver) }
    }

    /// Adds a participant, which starts on the current connection, if there is one, and on each later one.
    func add(_ participant: some LinkParticipant) {
        outgoing.async { [self] in
            let handle = current.withLock { current in
                current.participants[ObjectIdentifier(participant)] = participant
                return current.handle
            }
            if let handle { participant.start(on: handle) }
        }
    }

    /// Removes a participant and ends it.
    func remove(_ participant: some LinkParticipant) {
        outgoing.async { [self] in
            _ = current.withLock { $0.participants.removeValue(forKey: ObjectIdentifier(participant)) }
            participant.end()
        }
    }

    /// The size of the largest message that is received.
    var maximumMessageBytes: Int { options.maximumMessageBytes }

    /// The number of bytes that may wait to be sent.
    var maximumPendingBytes: Int { pendingBytes.limit }

    func flush(timeout: Duration) async -> Result<Void, ConnectionError> {
        guard !isClosed.load(ordering: .acquiring) else { return .failure(ConnectionError(NATS_CONNECTION_CLOSED)) }
        guard handle != nil else { return .failure(ConnectionError(NATS_NO_SERVER)) }
        // If the connection is lost now, the queue waits for the next one.
        return await FirstAnswer.wait(for: timeout) { [self] answer in
            outgoing.async { [self] in
                answer.give(handle.map { natsConnection_FlushTimeout($0.pointer, max(timeout.milliseconds, 1)) } ?? NATS_CONNECTION_CLOSED)
            }
        }
    }

    /// The number of messages that were received since the last connection.
    var receivedCount: Int { Int(clamping: handle?.receivedCount ?? 0) }

    private var handle: ConnectionHandle? { current.withLock { $0.handle } }

    // MARK: Telling

    private func noteDropped() {
        drops.add(1, ordering: .relaxed)
        states.async { [self] in connection?.update(droppedCount: drops.load(ordering: .relaxed)) }
    }

    private func report(_ state: Connection.State, _ problem: ConnectionError?) {
        states.async { [self] in connection?.update(state, problem: problem) }
    }

    private var connection: Connection? { owner.withLock { $0.connection } }
}

/// A participant in each connection that a ``Link`` makes.
protocol LinkParticipant: AnyObject, Sendable {
    /// Starts on a new connection, unless it was started on one with a higher number. Doesn't wait for the network.
    func start(on connection: ConnectionHandle)

    /// Notes that a connection was lost.
    func lose(_ connection: ConnectionHandle)

    /// Notes that the server doesn't permit something that was sent or subscribed to.
    ///
    /// - Parameter reason: The server's words, which name the subject.
    func noteDenied(_ reason: String)

    /// Ends permanently.
    func end()
}

extension LinkParticipant {
    func lose(_ connection: ConnectionHandle) {}
    func noteDenied(_ reason: String) {}
}

/// The links by number. The C library's callbacks have the number as their closure, so one that comes late finds nothing.
final class LinkTable: Sendable {
    static let shared = LinkTable()

    private struct State {
        var last: UInt = 0
        var links: [UInt: WeakLink] = [:]
    }

    private struct WeakLink {
        weak var link: Link?
    }

    private let state = Mutex(State())

    func nextID() -> UInt {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    func add(_ link: Link, _ id: UInt) {
        state.withLock { $0.links[id] = WeakLink(link: link) }
    }

    func remove(_ id: UInt) {
        _ = state.withLock { $0.links.removeValue(forKey: id) }
    }

    func noteLost(_ connection: OpaquePointer?, _ closure: UnsafeMutableRawPointer?) {
        let id = UInt(bitPattern: closure)
        state.withLock { $0.links[id]?.link }?.noteLost(UInt(bitPattern: connection))
    }

    func noteError(_ connection: OpaquePointer?, _ status: natsStatus, _ closure: UnsafeMutableRawPointer?) {
        var text: UnsafePointer<CChar>?
        guard status == NATS_NOT_PERMITTED, natsConnection_GetLastError(connection, &text) != NATS_INVALID_ARG, let text else { return }
        let id = UInt(bitPattern: closure)
        state.withLock { $0.links[id]?.link }?.noteDenied(String(cString: text))
    }
}
