internal import CHeedThreads

/// A center that broadcasts typed messages, so that senders and observers don't need to know each other.
///
/// ```swift
/// struct DiskFull: HubMessage { let bytesFree: Int }
///
/// let hub = NotificationHub()
/// let observation = hub.observe(DiskFull.self) { print($0.bytesFree, "bytes left") }
/// hub.post(DiskFull(bytesFree: 512))   // prints 512 bytes left
/// ```
///
/// ## Behavior
/// - Observers of a type are called in registration order, whether or not they observe a single sender.
/// - An observer whose token was invalidated isn't called again, even in the middle of a delivery.
/// - An observer that registers during a delivery receives the next message.
/// - A message that a handler posts comes after the one that the handler received, for every observer of that type.
/// - The hub keeps no sender alive. It keeps what a handler captured only as long as its token.
/// - Handlers on the main actor, on an actor and in other contexts receive every message, in order, one at a time. Heed awaits async
///   handlers.
///
/// - Threading: You can use a hub on any thread. Handlers run on the posting thread, unless they request another context.
public final class NotificationHub: Sendable {
    /// The program's shared hub.
    public static let `default` = NotificationHub()

    @usableFromInline let channels = HubChannels()

    /// Creates a hub without observers.
    public init() {}

    deinit {
        // Ends the sequences of consumers that wait for messages.
        for channel in channels.all { channel.end() }
    }

    /// Posts a message to all current observers of its type.
    ///
    /// - Parameters:
    ///   - message: The message to post.
    ///   - sender: The sender of the message. Observers of other senders don't receive it.
    /// - Complexity: O(n) in the observers of the message's type.
    @inlinable
    public func post<Message: HubMessage>(_ message: Message, from sender: Message.Sender) {
        post(message, sender: sender)
    }

    /// Posts a message of no sender to all current observers of its type, except those of a single sender.
    ///
    /// - Complexity: O(n) in the observers of the message's type.
    @inlinable
    public func post<Message: HubMessage>(_ message: Message) {
        post(message, sender: nil)
    }

    @inlinable
    @inline(__always)
    func post<Message: HubMessage>(_ message: Message, sender: AnyObject?) {
        // The hub keeps its channels, so they need no retain.
        defer { withExtendedLifetime(self) {} }
        guard let channel = channelIfPresent(for: Message.self) else {
            if channels.hasRecorded { HubChannels.miss(Message.self, in: self) }
            return
        }
        channel.borrow { channel in
            if channel.isEmpty { return }
            withUnsafePointer(to: message) { message in
                if let sender { channel.post(message, from: sender) } else { channel.deliver(raw: message) }
            }
        }
    }

    /// Posts a message that was first posted elsewhere.
    package func post<Message: HubMessage>(_ message: Message, from sender: AnyObject?, origin: ObjectIdentifier?) {
        guard let channel = channelIfPresent(for: Message.self)?.takeUnretainedValue() else {
            return HubChannels.miss(Message.self, in: self)
        }
        if channel.isEmpty { return }
        withUnsafePointer(to: message) { channel.post($0, from: sender, origin: origin) }
    }

    /// Observes messages and their senders, on the posting thread.
    package func startObserving<Message: HubMessage>(
        deliveriesOf type: Message.Type,
        from sender: AnyObject? = nil,
        at place: RegistrationPlace? = nil,
        _ handler: @escaping @Sendable (HubDelivery<Message>) -> Void
    ) -> Registration {
        let channel = channel(for: Message.self).takeUnretainedValue()
        return Diagnostics.watchingShared("\(Message.self)", at: place, handler) { handler in
            channel.add(deliveriesFrom: sender, at: place, handler)
        }
    }

    func startObserving<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject?,
        at place: RegistrationPlace? = nil,
        callbacks: AnyObserverRegistry.RegistrationCallbacks? = nil,
        _ handler: @escaping @Sendable (Message) -> Void
    ) -> Registration {
        let channel = channel(for: Message.self)
        func register(_ handler: @escaping @Sendable (Message) -> Void) -> Registration {
            channel.borrow { $0.add(from: sender, at: place, callbacks: callbacks, handler) }
        }
        if Diagnostics.watched.isEmpty { return register(handler) }
        return Diagnostics.watchingShared("\(Message.self)", at: place, handler, register: register)
    }

    func startObserving<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject?,
        _ mailbox: Mailbox<Message>,
        at place: RegistrationPlace
    ) -> Registration {
        Recording.registering(mailbox) {
            startObserving(type, from: sender, at: place, callbacks: .init(cancelled: mailbox.close), mailbox.intake)
        }
    }

    // MARK: Channels

    @inlinable
    @inline(__always)
    func channelIfPresent<Message: HubMessage>(for type: Message.Type) -> Unmanaged<HubChannel<Message>>? {
        // SAFETY: `channel(for:)` stores only channels of this type under this key.
        channels.find(UInt(bitPattern: ObjectIdentifier(type))).map { Unmanaged.fromOpaque($0) }
    }

    /// Returns the channel of a type of message, which is its `HubChannel`.
    func channel<Message: HubMessage>(for type: Message.Type) -> Unmanaged<AnyObserverRegistry> {
        let key = UInt(bitPattern: ObjectIdentifier(type))
        let found = channels.find(key) ?? channels.add(HubChannel<Message>(), under: key)
        // SAFETY: as above. The hub keeps it.
        let channel = Unmanaged<AnyObserverRegistry>.fromOpaque(found)
        if heed_is_indexing() { channel.borrow { ObservationIndex.note($0, of: self) } }
        return channel
    }
}

/// A message that a ``NotificationHub`` delivers: any `Sendable` value.
///
/// ```swift
/// struct CoverRequested: HubMessage {
///     let album: Album.ID
/// }
/// ```
///
/// ## Behavior
/// - A message reaches the observers of its type, and only them.
public protocol HubMessage: Sendable {
    /// The class of its senders. By default, any object can post it.
    ///
    /// ```swift
    /// struct TitleChanged: HubMessage {
    ///     typealias Sender = Record
    /// }
    /// ```
    associatedtype Sender: AnyObject = AnyObject
}

extension NotificationHub {
    /// Returns an asynchronous sequence of the messages of a type.
    ///
    /// ```swift
    /// for await message in hub.messages(DiskFull.self) { print(message.bytesFree) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - sender: The sender whose messages to observe; `nil` for all senders. The sequence doesn't keep the sender alive.
    ///   - policy: What happens to messages posted while the loop is busy. By default all of them wait.
    /// - Returns: The messages posted from now on. The sequence ends with the hub.
    public func messages<Message: HubMessage>(
        _ type: Message.Type,
        from sender: Message.Sender? = nil,
        buffering policy: DeliveryPolicy = .every
    ) -> some ObservedSequence<Message> {
        ObservationSource.messages(type, in: self, from: sender).values(buffering: policy)
    }
}
