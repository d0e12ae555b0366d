/// A queue that posts messages later, and coalesces them: it doesn't post a message that a newer one replaces.
///
/// ```swift
/// let queue = NotificationQueue(hub: hub, on: .mainActor)
/// queue.enqueue(LibraryChanged(), posting: .whenIdle, coalescing: .byType)
/// queue.enqueue(LibraryChanged(), posting: .whenIdle, coalescing: .byType)   // one message is posted
/// ```
///
/// ## Behavior
/// - Messages of one style are posted in the order of enqueueing; those to be posted as soon as possible don't wait for idle ones.
/// - A message that replaces others goes to the end of the queue. It replaces only waiting messages, and the queue counts these.
/// - Messages that handlers enqueue are posted with the next hop. At most one hop of each style is in flight.
/// - Messages that wait are still posted when the queue is released. Removed ones are not.
/// - The queue keeps the hub and the senders of waiting messages alive.
///
/// - Threading: You can use a queue on any thread. It posts messages in the execution context, and those of ``PostingStyle/now`` on the
///   calling thread.
/// - Complexity: Enqueueing a message is O(n) in the number of waiting messages.
public final class NotificationQueue: Sendable {
    // State and its protection: `state`, by its lock; the rest is constant.
    private let hub: NotificationHub
    private let context: any ExecutionContext
    private let state = Lock(NotificationQueueState())

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - hub: The hub on which to post messages.
    ///   - context: The context from which to post them, and whose idleness counts.
    public init(hub: NotificationHub = .default, on context: some ExecutionContext) {
        self.hub = hub
        self.context = context
    }

    /// Enqueues a message.
    ///
    /// - Parameters:
    ///   - message: The message to post.
    ///   - sender: The sender of the message. The queue keeps it alive until the message is posted.
    ///   - style: The time at which to post the message.
    ///   - coalescing: The waiting messages that it replaces.
    public func enqueue<Message: HubMessage>(
        _ message: Message,
        from sender: (any AnyObject & Sendable)? = nil,
        posting style: PostingStyle,
        coalescing: Coalescing = .byTypeAndSender
    ) {
        let entry = NotificationQueueState.Entry(
            type: ObjectIdentifier(Message.self),
            sender: sender.map { ObjectIdentifier($0) },
            coalescing: coalescing,
            style: style,
            post: { [hub] in hub.post(message, from: sender, origin: nil) }
        )
        while !putIn(entry) {}
    }

    /// Removes the waiting messages of a type.
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - sender: The sender whose messages to remove; `nil` for all senders.
    public func remove<Message: HubMessage>(_ type: Message.Type, from sender: Message.Sender? = nil) {
        let sender = sender.map { ObjectIdentifier($0) }
        let removed = state.withLock { state in
            state.remove { _, entry in entry.type == ObjectIdentifier(type) && (sender == nil || entry.sender == sender) }
        }
        _ = removed
    }

    /// Removes all waiting messages.
    public func removeAll() {
        let removed = state.withLock { $0.remove { _, _ in true } }
        _ = removed
    }

    /// Posts all waiting messages on this thread, before it returns; idle ones last.
    public func flush() {
        for style in [PostingStyle.asSoonAsPossible, .whenIdle] { post(style) }
    }

    /// The number of waiting messages.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// The number of messages that weren't posted because newer ones replaced them.
    public var coalescedCount: Int { state.withLock { $0.coalescedCount } }

    // MARK: Steps

    /// - Returns: False if another thread has enqueued a message meanwhile, so that the search must start again.
    private func putIn(_ entry: NotificationQueueState.Entry) -> Bool {
        if case .none = entry.coalescing.rule {
            if entry.style == .now { entry.post() } else if state.withLock({ $0.append(entry) }) { hop(entry.style) }
            return true
        }
        let (waiting, lastNumber) = state.withLock { ($0.waiting, $0.lastNumber) }
        let replaced = Set(waiting.lazy.filter { entry.replaces($0.entry) }.map(\.number))
        // Replaced messages leave the lock before they can be released.
        let (isIn, hops, released) = state.withLock { state -> (Bool, Bool, [NotificationQueueState.Entry]) in
            guard state.lastNumber == lastNumber else { return (false, false, []) }
            let released = state.replace(replaced)
            return (true, entry.style != .now && state.append(entry), released)
        }
        _ = released
        guard isIn else { return false }
        if entry.style == .now { entry.post() }
        if hops { hop(entry.style) }
        return true
    }

    private func hop(_ style: PostingStyle) {
        let arrive: @Sendable () -> Void = {
            self.post(style)
            if self.state.withLock({ $0.finish(style) }) { self.hop(style) }
        }
        if style == .whenIdle { context.executeWhenIdle(arrive) } else { context.execute(arrive) }
    }

    private func post(_ style: PostingStyle) {
        let limit = state.withLock { $0.lastNumber }
        while let entry = state.withLock({ $0.next(style, upTo: limit) }) { entry.post() }
    }
}

extension NotificationQueue {
    /// The time at which a ``NotificationQueue`` posts a message.
    ///
    /// ## Behavior
    /// - Messages posted as soon as possible don't wait for idle ones.
    public enum PostingStyle: Sendable, Hashable {
        /// Immediately, before `enqueue` returns, after removing the messages that this one replaces.
        case now
        /// In the next turn of the execution context.
        case asSoonAsPossible
        /// As soon as the execution context is idle.
        case whenIdle
    }
}

/// The waiting messages in a ``NotificationQueue`` that a new one replaces.
///
/// ## Behavior
/// - A replaced message isn't posted, and is counted.
/// - Keys are compared without a lock.
public struct Coalescing: Sendable {
    let rule: Rule

    enum Rule: Sendable {
        case none
        case byType
        case bySender
        case byTypeAndSender
        case byKey(CoalescingKey)
    }

    /// Replaces none: every message is posted.
    public static let none = Coalescing(rule: .none)
    /// Replaces messages of the same type, from any sender.
    public static let byType = Coalescing(rule: .byType)
    /// Replaces messages of the same sender, of any type. A message without a sender replaces those without one.
    public static let bySender = Coalescing(rule: .bySender)
    /// Replaces messages of the same type and the same sender.
    public static let byTypeAndSender = Coalescing(rule: .byTypeAndSender)

    /// Replaces messages of the same type that were enqueued with an equal key.
    public static func byKey(_ key: some Hashable & Sendable) -> Coalescing {
        Coalescing(rule: .byKey(CoalescingKey(key)))
    }
}

/// A key of any type.
// SAFETY: the initializer accepts only Sendable values, and the key never changes.
struct CoalescingKey: Equatable, @unchecked Sendable {
    private let value: AnyHashable

    init(_ value: some Hashable & Sendable) {
        self.value = AnyHashable(value)
    }
}
