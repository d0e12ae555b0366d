public import Heed
internal import Synchronization

/// A bridge that carries messages between a hub and the hubs of other processes, through a NATS server.
///
/// ```swift
/// let bridge = HubBridge(.default, carrying: [.fleeting(VolumeChanged.self), .lasting(AlbumEdited.self)], to: connection)
/// NotificationHub.default.post(VolumeChanged(volume: 0.5))   // also reaches the observers in other processes
/// ```
///
/// Fleeting messages reach the processes that are connected at the moment. Lasting messages are stored by the server (JetStream) and reach
/// the others when they are connected again.
///
/// ## Behavior
/// - The messages of one type arrive in the order in which one hub posted them. Lasting messages of one hub arrive in order whatever their
///   type.
/// - A hub's messages don't come back to it, nor to a bridge with the same name.
/// - Posting doesn't wait for the network.
/// - A lasting message arrives at least once at every bridge, and is posted there once. A process that ended before it acknowledged a message
///   receives it once more when it runs again.
/// - A lasting message is acknowledged after the handlers that `post` calls have returned.
/// - Lasting messages that a process has posted wait in its memory until the server has stored them, up to the limit for pending bytes in
///   ``ConnectionOptions``. ``flush(timeout:)`` waits until they are.
/// - The policy of a route bounds the fleeting messages that wait for the handlers; ``BridgeOptions/maximumUnhandled`` bounds the lasting
///   ones.
/// - Messages of unknown types or newer versions and those that can't be decoded are dropped and counted.
/// - The bridge keeps the hub and the connection alive. Messages posted before it is invalidated are still sent.
///
/// The server writes to the disk periodically, so a crash can lose messages that it has acknowledged. Keep important state in each process,
/// so that you can send it again.
///
/// - Threading: You can use a bridge on any thread. It posts received messages on its own threads. Its properties change on another one.
@KeyValueObservable
public final class HubBridge: Sendable {
    /// The reason why lasting messages can't be exchanged at the moment, apart from a lost connection; `nil` if they can.
    public internal(set) var problem: ConnectionError? = ConnectionError?.none

    /// The number of lasting messages posted here that the server hasn't stored yet.
    public internal(set) var unacknowledgedCount: Int = 0

    /// The number of dropped messages: too many waited, or they can't be encoded or stored.
    public internal(set) var droppedCount: Int = 0

    /// The messages that arrived and can't be posted here.
    public internal(set) var rejections: Rejections = Rejections()

    /// Whether lasting messages are exchanged at the moment.
    var isReady: Bool = false

    @NotObserved let envelope: Envelope
    @NotObserved private let connection: Connection
    @NotObserved private let fleeting: FleetingLane
    @NotObserved private let lasting: LastingLane?
    @NotObserved private let tokens = Mutex<[ObservationToken]>([])

    /// Starts to carry messages. Register observers of lasting messages first: messages that have been waiting may arrive at once.
    ///
    /// - Parameters:
    ///   - hub: The hub whose messages to carry, and on which to post those that arrive.
    ///   - routes: The types of messages to carry, each once.
    ///   - connection: The connection to a server.
    ///   - options: How to use the server.
    public init(
        _ hub: NotificationHub = .default,
        carrying routes: [Route],
        to connection: Connection,
        options: BridgeOptions = BridgeOptions()
    ) {
        options.check()
        precondition(Set(routes.map(\.wireName)).count == routes.count, "HeedNATS: two routes of a bridge have the same wire name")
        let report = BridgeReport()
        let envelope = Envelope(prefix: options.prefix, origin: HubIdentity.identifier(of: hub), name: options.name)
        self.envelope = envelope
        self.connection = connection
        fleeting = FleetingLane(routes, of: hub, envelope, on: connection.link, report)
        lasting = LastingLane(routes, of: hub, envelope, options, on: connection.link, report)
        report.start(for: self)
        fleeting.start()
        lasting?.start()
        let identifier = ObjectIdentifier(self)
        let observing = routes.map { [fleeting, lasting] route in
            route.observe(hub, identifier) { encoded in
                switch (encoded, route.kind) {
                case (.failure, _): report.change { $0.droppedCount += 1 }
                case (.success(let bytes), .fleeting): fleeting.send(bytes, route)
                case (.success(let bytes), .lasting): lasting?.send(bytes, route)
                }
            }
        }
        tokens.withLock { $0 = observing }
    }

    deinit {
        invalidate()
    }

    /// Waits until the server has received the fleeting messages that were posted before, and has stored the lasting ones.
    ///
    /// - Parameter timeout: How long to wait.
    /// - Throws: ``ConnectionError`` if that doesn't happen in time.
    public func flush(timeout: Duration = .seconds(5)) async throws(ConnectionError) {
        try await lasting?.flush(timeout: timeout).get()
        try await connection.flush(timeout: timeout)
    }

    /// Stops carrying messages. Calling this again does nothing.
    public func invalidate() {
        fleeting.end()
        lasting?.finish()
        // Released outside the lock.
        let observing = tokens.withLock { tokens in
            defer { tokens = [] }
            return tokens
        }
        for token in observing { token.invalidate() }
    }

    /// Takes over the state of the lanes. Called by one thread at a time, in order.
    func update(_ values: BridgeReport.Values) {
        if values.isReady != isReady { isReady = values.isReady }
        if values.problem != problem { problem = values.problem }
        if values.unacknowledgedCount != unacknowledgedCount { unacknowledgedCount = values.unacknowledgedCount }
        if values.droppedCount != droppedCount { droppedCount = values.droppedCount }
        if values.rejections != rejections { rejections = values.rejections }
    }

    /// The messages that arrived and can't be posted.
    public struct Rejections: Sendable, Hashable {
        /// A reason why a message can't be posted.
        public enum Reason: Sendable, Hashable {
            /// The bridge doesn't carry its type.
            case unknown
            /// It is of a newer version.
            case newer
            /// It can't be decoded.
            case malformed
        }

        /// The number of messages for each reason.
        public private(set) var counts: [Reason: Int] = [:]

        /// The subject of the last one, shortened.
        public private(set) var lastSubject: String?

        mutating func note(_ reason: Reason, _ subject: String) {
            counts[reason, default: 0] += 1
            lastSubject = String(subject.prefix(128))
        }
    }
}
