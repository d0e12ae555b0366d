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
/// - Handlers on the main actor, on an actor and in other contexts get every message, in order, one at a time. Async handlers are waited for.
///
/// - Threading: May be used on any thread. Handlers run on the thread that posts, unless they ask for another place.
public final class NotificationHub: Sendable {
    /// The hub of the program, for those who need only one.
    public static let `default` = NotificationHub()

    // SAFETY: by type of message; each value is the `ObserverRegistry<HubDelivery<Message>>` of its key. Protected by the lock.
    private let channels = Lock<[ObjectIdentifier: any HubChannel]>([:])

    /// Creates a hub without observers.
    public init() {}

    deinit {
        // Those who wait for messages learn that none will come.
        for channel in channels.withLock({ $0 }).values { channel.end() }
    }

    /// Posts a message to everybody who observes its type now.
    ///
    /// - Parameters:
    ///   - message: What to tell.
    ///   - sender: Who tells it. Observers of other senders do not get the message.
    /// - Complexity: O(n) in the observers of the message's type.
    public func post<Message: HubMessage>(_ message: Message, from sender: AnyObject? = nil) {
        post(message, from: sender, origin: nil)
    }

    /// Posts a message that was posted elsewhere first.
    package func post<Message: HubMessage>(_ message: Message, from sender: AnyObject?, origin: ObjectIdentifier?) {
        guard let channel = channelIfPresent(for: Message.self) else { return }
        channel.deliver(HubDelivery(message: message, sender: sender, origin: origin), name: "\(Message.self)")
    }

    /// Listens, on the thread that posts.
    package func startObserving<Message: HubMessage>(
        deliveriesOf type: Message.Type,
        from sender: AnyObject? = nil,
        at place: RegistrationPlace? = nil,
        cancelled: @escaping @Sendable () -> Void = {},
        hubEnded: @escaping @Sendable () -> Void = {},
        _ handler: @escaping @Sendable (HubDelivery<Message>) -> Void
    ) -> any Cancellable {
        let channel = channel(for: Message.self)
        return Diagnostics.watchingShared("\(Message.self)", at: place, handler) { handler in
            let observer = HubObserver(in: channel, sender: sender, cancelled: cancelled, hubEnded: hubEnded, handler)
            observer.place = place
            channel.add(observer)
            return observer
        }
    }

    func startObserving<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject?,
        _ handler: @escaping @Sendable (Message) -> Void,
        at place: RegistrationPlace
    ) -> any Cancellable {
        startObserving(deliveriesOf: type, from: sender, at: place) { handler($0.message) }
    }

    func startObserving<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject?,
        _ mailbox: Mailbox<Message>,
        at place: RegistrationPlace
    ) -> any Cancellable {
        startObserving(deliveriesOf: type, from: sender, at: place, cancelled: mailbox.close) { mailbox.offer($0.message) }
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

/// A channel, whatever its messages.
private protocol HubChannel: AnyObject, Sendable {
    func end()
}

extension ObserverRegistry: HubChannel {}
