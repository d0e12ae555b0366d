public import Heed

/// A connection to a NATS server, whose state can be observed.
///
/// ```swift
/// let connection = try Connection(ConnectionOptions(servers: ["nats://localhost:4222"]))
/// let observation = connection.observe(\.state, initial: true) { print($0) }
/// let subscription = connection.subscribe("greetings") { message in print(message.payload.count, "bytes") }
/// try connection.publish(Array("Hello".utf8), to: "greetings")
/// ```
///
/// ## Behavior
/// - The connection begins to connect at once, in the background, and keeps trying until it is closed. It waits longer after each failed
///   round through its servers.
/// - A lost connection is reestablished, and its subscriptions continue. Messages that other clients publish meanwhile are missed, and
///   messages in flight may be.
/// - Publishing never waits for the network. Messages published without a connection are sent later, up to the limit that the options set.
///   The connection drops and counts messages beyond it, and those that the server's limits exclude.
/// - A server can't take the process's memory: a message larger than the options allow ends the connection, and of the messages that wait
///   for a subscription's handler, those beyond 64 MiB or 262,144 are dropped.
/// - Messages are sent in the order in which one thread publishes them.
/// - Releasing the connection closes it, after sending all published messages if it is connected.
///
/// - Threading: You can use a connection on any thread. Its properties change on threads of their own.
@KeyValueObservable
public final class Connection: Sendable {
    /// The states of a connection.
    public enum State: Sendable, Hashable {
        /// The client is disconnected and tries to connect.
        case connecting
        /// The client is connected to a server.
        case connected
        /// The connection was closed, permanently.
        case closed
    }

    /// The state of the connection.
    public internal(set) var state: State = State.connecting

    /// The reason why the client is disconnected; `nil` while it is connected, and until a first attempt has failed.
    public internal(set) var problem: ConnectionError? = ConnectionError?.none

    /// The number of messages that were dropped instead of sent.
    public internal(set) var droppedCount: Int = 0

    /// The number of messages that the server has sent on this connection since the client connected last; 0 while it is disconnected.
    ///
    /// It includes the server's answers, so it tells a slow server from a silent one. It can't be observed.
    public var receivedCount: Int { link.receivedCount }

    @NotObserved let link: Link

    /// Creates a connection and begins to connect.
    ///
    /// - Parameter options: What to connect to, and how.
    /// - Throws: ``ConnectionError`` if the options can't be used. If no server can be reached, the connection keeps trying.
    public init(_ options: ConnectionOptions = ConnectionOptions()) throws(ConnectionError) {
        link = try Link(options)
        link.start(for: self)
    }

    deinit {
        link.close()
    }

    /// Publishes a message. Returns before it is sent.
    ///
    /// - Parameters:
    ///   - payload: The message's bytes.
    ///   - subject: The subject: words separated by dots.
    /// - Throws: ``ConnectionError`` if the connection was closed or too much waits to be sent; such a message is counted as dropped.
    public func publish(_ payload: [UInt8], to subject: String) throws(ConnectionError) {
        try link.publish(OutgoingMessage(payload, to: subject))
    }

    /// Calls a handler with each message of a subject, in order, on a thread of the subscription.
    ///
    /// - Parameters:
    ///   - subject: The subject. `*` matches one word, `>` at the end matches all that follow.
    ///   - handler: The closure to call with each message. While it runs, further messages of this subscription wait.
    /// - Returns: The subscription. It ends when you invalidate or release it.
    public func subscribe(_ subject: String, _ handler: @escaping @Sendable (ReceivedMessage) -> Void) -> Subscription {
        link.subscribe(subject) { handler(ReceivedMessage($0)) }
    }

    /// Waits until the server has received all earlier messages and subscriptions.
    ///
    /// - Parameter timeout: How long to wait.
    /// - Throws: ``ConnectionError`` if the client is disconnected, or the server doesn't answer in time.
    public func flush(timeout: Duration = .seconds(5)) async throws(ConnectionError) {
        try await link.flush(timeout: timeout).get()
    }

    /// Closes the connection permanently. Calling this again does nothing.
    public func close() {
        link.close()
    }

    /// Takes over the link's findings. Called by one thread at a time, in order.
    func update(droppedCount: Int) {
        if droppedCount != self.droppedCount { self.droppedCount = droppedCount }
    }

    /// Takes over a state that the link found. Called by one thread at a time, in order.
    func update(_ state: State, problem: ConnectionError?) {
        guard self.state != .closed else { return }
        if problem != self.problem { self.problem = problem }
        if state != self.state { self.state = state }
    }
}

/// A message that a subscription received.
public struct ReceivedMessage: Sendable, Hashable {
    /// The subject to which it was published.
    public let subject: String

    /// Its bytes.
    public let payload: [UInt8]

    init(_ message: borrowing IncomingMessage) {
        subject = message.subject
        payload = message.payload
    }
}
