internal import CNATS
internal import Synchronization

/// A subscription to a subject. Keep it as long as you want to receive messages; release it to stop.
///
/// ## Behavior
/// - The handler isn't called again once the subscription was invalidated or released, except that a call in flight may finish.
/// - A subscription survives reconnecting. It ends with its connection.
///
/// - Threading: You can invalidate and release a subscription on any thread.
public final class Subscription: Sendable {
    private let receiver: Receiver
    private let ended: @Sendable () -> Void

    init(_ receiver: Receiver, ended: @escaping @Sendable () -> Void) {
        self.receiver = receiver
        self.ended = ended
    }

    deinit {
        invalidate()
    }

    /// Ends the subscription permanently. Calling this again does nothing.
    public func invalidate() {
        if receiver.removeHandler() { ended() }
    }
}

/// A receiver that the C library calls with a subscription's messages. The library retains it until its last call has returned.
///
/// State and its protection: `subscription` and `handler`, by their locks.
final class Receiver: LinkParticipant {
    private let subject: String
    private let subscription = Mutex(Pointer())
    private let handler: Mutex<Handler?>

    /// A bare function would be wrapped again each time that the lock returns it.
    private struct Handler {
        let call: @Sendable (borrowing IncomingMessage) -> Void
    }

    private struct Pointer: @unchecked Sendable {
        // SAFETY: the C library's functions may be called on any thread. Used only under the lock.
        var pointer: OpaquePointer?
        /// Destroys the subscription, at the latest with itself.
        weak var connection: ConnectionHandle?
        var connectionNumber: UInt64 = 0

        mutating func end() {
            if let pointer { connection?.end(pointer) }
            pointer = nil
        }
    }

    /// The number of messages that may wait for the handler. Further ones are dropped.
    static let pendingMessages: Int32 = 1 << 18
    /// The number of their bytes.
    static let pendingBytes: Int32 = 64 << 20

    init(_ subject: String, _ handler: @escaping @Sendable (borrowing IncomingMessage) -> Void) {
        self.subject = subject
        self.handler = Mutex(Handler(call: handler))
    }

    deinit {
        end()
    }

    /// Subscribes on a new connection.
    func start(on connection: ConnectionHandle) {
        subscription.withLock { subscription in
            guard handler.withLock({ $0 != nil }), connection.number > subscription.connectionNumber else { return }
            let closure = Unmanaged.passRetained(self).toOpaque()
            let pointer = try? connection.subscribe { pointer in
                natsConnection_Subscribe(
                    &pointer,
                    connection.pointer,
                    subject,
                    { _, subscription, message, closure in
                        // SAFETY: retained until the last call, see below. The library hands the message over.
                        Unmanaged<Receiver>.fromOpaque(closure!).takeUnretainedValue().receive(IncomingMessage(message!, of: subscription!))
                        natsMsg_Destroy(message)
                    },
                    closure
                )
            }
            guard let pointer else { return Unmanaged<Receiver>.fromOpaque(closure).release() }
            // The handler decides what waits: it may pass messages on to a receptionist, whose policy drops from the right end. These limits
            // only protect the process from a server that sends without end.
            natsSubscription_SetPendingLimits(pointer, Self.pendingMessages, Self.pendingBytes)
            natsSubscription_SetOnCompleteCB(pointer, { Unmanaged<Receiver>.fromOpaque($0!).release() }, closure)
            subscription.end()
            subscription.pointer = pointer
            subscription.connection = connection
            subscription.connectionNumber = connection.number
        }
    }

    /// Removes the handler and unsubscribes.
    func stop() {
        _ = removeHandler()
        end()
    }

    /// Unsubscribes.
    func end() {
        subscription.withLock { $0.end() }
    }

    /// - Returns: Whether there was one.
    func removeHandler() -> Bool {
        let removed = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        return removed != nil
    }

    private func receive(_ message: borrowing IncomingMessage) {
        guard let handler = handler.withLock({ $0 }) else { return }
        handler.call(message)
    }
}
