/// Broadcasts typed messages to whoever wants to hear: senders and observers need not know one another.
///
/// ```swift
/// struct DiskFull: HubMessage { let bytesFree: Int }
///
/// let hub = NotificationHub()
/// let heeding = hub.observe(DiskFull.self) { print($0.bytesFree, "bytes left") }
/// hub.post(DiskFull(bytesFree: 512))   // prints 512 bytes left
/// ```
///
/// ## Behavior
/// - Observers of a type are called in the order in which they registered, whether or not they ask for a certain sender.
/// - An observer whose token was invalidated is not called again, even in the middle of a delivery.
/// - An observer that registers during a delivery gets the next message.
/// - A message posted by a handler comes after the one that the handler was given, for every observer of that type.
/// - The hub keeps neither senders nor what handlers refer to weakly alive.
///
/// - Threading: May be used on any thread. Handlers run on the thread that posts, unless they ask for another place.
public final class NotificationHub: Sendable {
    /// The hub of the program, for those who need only one.
    public static let `default` = NotificationHub()

    // SAFETY: by type of message; each value is the `ObserverRegistry<HubDelivery<Message>>` of its key. Protected by the lock.
    private let channels = Lock<[ObjectIdentifier: any Sendable & AnyObject]>([:])

    /// Creates a hub without observers.
    public init() {}

    /// Posts a message to everybody who observes its type now.
    ///
    /// - Parameters:
    ///   - message: What to tell.
    ///   - sender: Who tells it. Observers of other senders do not get the message.
    /// - Complexity: O(n) in the observers of the message's type.
    public func post<Message: HubMessage>(_ message: Message, from sender: AnyObject? = nil) {
        guard let channel = channelIfPresent(for: Message.self) else { return }
        channel.deliver(HubDelivery(message: message, sender: sender), name: "\(Message.self)")
    }

    /// Calls a handler with each message of a type, on the thread that posts it.
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - sender: Whose messages to hear; `nil` for everybody's. The sender is not kept alive.
    ///   - context: Where the handler runs: on the thread that posts.
    ///   - handler: What to do with each message.
    /// - Returns: The token that keeps the handler registered.
    public func observe<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject? = nil,
        on context: ImmediateContext = .immediate,
        _ handler: @escaping @Sendable (Message) -> Void
    ) -> ObserverToken {
        register(from: sender, ended: {}, handler)
    }

    /// Calls a handler with each message of a type, on the main actor, later: every message, in order.
    public func observe<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject? = nil,
        on context: some MainActorExecutionContext,
        _ handler: @escaping @MainActor @Sendable (Message) -> Void
    ) -> ObserverToken {
        let desk = Mailbox<Message>.onMainActor(context, handler)
        return register(from: sender, ended: desk.close) { desk.offer($0) }
    }

    /// Calls a handler with each message of a type in an execution context, later: every message, in order.
    @_disfavoredOverload  // The form for the main actor goes first where both would do.
    public func observe<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject? = nil,
        on context: some ExecutionContext,
        _ handler: @escaping @Sendable (Message) -> Void
    ) -> ObserverToken {
        let desk = Mailbox<Message>(on: context, deliver: handler)
        return register(from: sender, ended: desk.close) { desk.offer($0) }
    }

    private func register<Message: HubMessage>(
        from sender: AnyObject?,
        ended: @escaping @Sendable () -> Void,
        _ handler: @escaping @Sendable (Message) -> Void
    ) -> ObserverToken {
        let channel = channel(for: Message.self)
        let observer = HubObserver(in: channel, sender: sender, ended: ended, handler)
        channel.add(observer)
        return ObserverToken(observer)
    }

    // MARK: Channels

    private typealias Channel<Message: HubMessage> = ObserverRegistry<HubDelivery<Message>>

    private func channelIfPresent<Message: HubMessage>(for type: Message.Type) -> Channel<Message>? {
        // SAFETY: `channel(for:)` stores under this key nothing but a channel of this type.
        channels.withLock { $0[ObjectIdentifier(type)] }.map { unsafeDowncast($0, to: Channel<Message>.self) }
    }

    private func channel<Message: HubMessage>(for type: Message.Type) -> Channel<Message> {
        let created = Channel<Message>()
        let channel = channels.withLock { channels in
            if let present = channels[ObjectIdentifier(type)] { return present }
            channels[ObjectIdentifier(type)] = created
            return created
        }
        // SAFETY: as above.
        return unsafeDowncast(channel, to: Channel<Message>.self)
    }
}
