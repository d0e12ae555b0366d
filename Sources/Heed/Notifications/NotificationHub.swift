/// Broadcasts typed messages to whoever wants to hear: senders and observers need not know one another.
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
/// - Observers of a type are called in the order in which they registered, whether or not they ask for a certain sender.
/// - An observer whose token was invalidated is not called again, even in the middle of a delivery.
/// - An observer that registers during a delivery gets the next message.
/// - A message posted by a handler comes after the one that the handler was given, for every observer of that type.
/// - The hub keeps no sender alive, and what a handler captured only as long as its token.
/// - Handlers on the main actor, on an actor and in other contexts get every message, in order, one at a time. Async handlers are waited for.
///
/// - Threading: May be used on any thread. Handlers run on the thread that posts, unless they ask for another place.
public final class NotificationHub: Sendable {
    /// The hub of the program, for those who need only one.
    public static let `default` = NotificationHub()

    @usableFromInline let channels = HubChannels()

    /// Creates a hub without observers.
    public init() {}

    deinit {
        // Those who wait for messages learn that none will come.
        for channel in channels.all { channel.end() }
    }

    /// Posts a message to everybody who observes its type now.
    ///
    /// - Parameters:
    ///   - message: What to tell.
    ///   - sender: Who tells it. Observers of other senders do not get the message.
    /// - Complexity: O(n) in the observers of the message's type.
    @inlinable
    public func post<Message: HubMessage>(_ message: Message, from sender: AnyObject? = nil) {
        // The hub keeps its channels, so nothing need be retained.
        withExtendedLifetime(self) {
            guard let channel = channelIfPresent(for: Message.self) else { return }
            channel._withUnsafeGuaranteedRef { channel in
                if channel.isEmpty { return }
                withUnsafePointer(to: message) { message in
                    if let sender { channel.post(message, from: sender) } else { channel.deliver(raw: message) }
                }
            }
        }
    }

    /// Posts a message that was posted elsewhere first.
    package func post<Message: HubMessage>(_ message: Message, from sender: AnyObject?, origin: ObjectIdentifier?) {
        guard let channel = channelIfPresent(for: Message.self)?.takeUnretainedValue(), !channel.isEmpty else { return }
        withUnsafePointer(to: message) { channel.post($0, from: sender, origin: origin) }
    }

    /// Listens, on the thread that posts, to messages and who has sent them.
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
            channel._withUnsafeGuaranteedRef { $0.add(from: sender, at: place, callbacks: callbacks, handler) }
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
        startObserving(type, from: sender, at: place, callbacks: .init(cancelled: mailbox.close), mailbox.intake)
    }

    // MARK: Channels

    @inlinable
    @inline(__always)
    func channelIfPresent<Message: HubMessage>(for type: Message.Type) -> Unmanaged<HubChannel<Message>>? {
        // SAFETY: `channel(for:)` puts under this key nothing but a channel of this type.
        channels.find(UInt(bitPattern: ObjectIdentifier(type))).map { Unmanaged.fromOpaque($0) }
    }

    /// The channel of a type of message, which is its `HubChannel`.
    func channel<Message: HubMessage>(for type: Message.Type) -> Unmanaged<AnyObserverRegistry> {
        let key = UInt(bitPattern: ObjectIdentifier(type))
        let found = channels.find(key) ?? channels.add(HubChannel<Message>(), under: key)
        // SAFETY: as above. The hub keeps it.
        return Unmanaged.fromOpaque(found)
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
public protocol HubMessage: Sendable {}

extension NotificationHub {
    /// The messages of a type, for a `for await` loop.
    ///
    /// ```swift
    /// for await message in hub.messages(DiskFull.self) { print(message.bytesFree) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - sender: Whose messages to hear; `nil` for everybody's. The sender is not kept alive.
    ///   - policy: What becomes of messages that are posted while the loop is busy. All of them wait, unless you say otherwise.
    /// - Returns: The messages posted from now on. The sequence ends with the hub.
    public func messages<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject? = nil,
        buffering policy: DeliveryPolicy = .every
    ) -> ObservedSequence<Message> {
        ObservedSequence(.messages(type, in: self, from: sender), buffering: policy)
    }
}
