/// Posts messages later, and fewer of them: what a newer message replaces is not posted at all.
///
/// ```swift
/// let queue = NotificationQueue(hub: hub, on: .mainActor)
/// queue.enqueue(LibraryChanged(), posting: .whenIdle, coalescing: .byType)
/// queue.enqueue(LibraryChanged(), posting: .whenIdle, coalescing: .byType)   // one message is posted
/// ```
///
/// ## Behavior
/// - Messages of one style are posted in the order in which they were put in; those as soon as possible do not wait for idle ones.
/// - A message that replaces others goes to the end of the line. Only what still waits is replaced, and it is counted.
/// - Messages that handlers put in are posted with the next hop. At most one hop of each style is under way.
/// - Messages that wait are still posted when the queue is released. Those that were removed are not.
/// - The hub, and the senders of messages that wait, are kept alive.
///
/// - Threading: May be used on any thread. Messages are posted in the execution context, those of ``PostingStyle/now`` on the calling
///   thread.
/// - Complexity: Putting a message in is O(n) in those that wait.
public final class NotificationQueue: Sendable {
    // What is protected by what: `state` by its lock; the rest is constant.
    private let hub: NotificationHub
    private let context: any ExecutionContext
    private let state = Lock(NotificationQueueState())

    /// Creates a queue.
    ///
    /// - Parameters:
    ///   - hub: Where messages are posted.
    ///   - context: Where they are posted from, and whose idleness counts.
    public init(hub: NotificationHub = .default, on context: some ExecutionContext) {
        self.hub = hub
        self.context = context
    }

    /// Puts a message in.
    ///
    /// - Parameters:
    ///   - message: What to tell.
    ///   - sender: Who tells it. It is kept alive until the message is posted.
    ///   - style: When to post it.
    ///   - coalescing: Which of the messages that wait it replaces.
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
            post: { [hub] in hub.post(message, from: sender) }
        )
        while !putIn(entry) {}
    }

    /// Takes out the messages of a type that wait.
    ///
    /// - Parameters:
    ///   - type: Their type.
    ///   - sender: Whose messages to take out; `nil` for everybody's.
    public func remove<Message: HubMessage>(_ type: Message.Type, from sender: AnyObject? = nil) {
        let sender = sender.map(ObjectIdentifier.init)
        let removed = state.withLock { state in
            state.remove { _, entry in entry.type == ObjectIdentifier(type) && (sender == nil || entry.sender == sender) }
        }
        _ = removed
    }

    /// Takes out every message that waits.
    public func removeAll() {
        let removed = state.withLock { $0.remove { _, _ in true } }
        _ = removed
    }

    /// Posts every message that waits, on this thread, before it returns; idle ones last.
    public func flush() {
        for style in [PostingStyle.asSoonAsPossible, .whenIdle] { post(style) }
    }

    /// How many messages wait.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// How many messages were not posted because newer ones replaced them.
    public var coalescedCount: Int { state.withLock { $0.coalescedCount } }

    // MARK: Steps

    /// - Returns: False if another thread has put one in meanwhile, so that what to replace has to be found anew.
    private func putIn(_ entry: NotificationQueueState.Entry) -> Bool {
        let (waiting, lastNumber) = state.withLock { ($0.waiting, $0.lastNumber) }
        let replaced = Set(waiting.lazy.filter { entry.replaces($0.entry) }.map(\.number))
        // What is replaced leaves the lock before it can be released.
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
    /// When a ``NotificationQueue`` posts a message.
    ///
    /// ## Behavior
    /// - Messages posted as soon as possible do not wait for idle ones.
    public enum PostingStyle: Sendable, Hashable {
        /// At once, before `enqueue` returns, after taking out what the message replaces.
        case now
        /// With the next turn of the execution context.
        case asSoonAsPossible
        /// As soon as the execution context has nothing better to do.
        case whenIdle
    }
}

/// Which of the messages that wait in a ``NotificationQueue`` a new one replaces.
///
/// ## Behavior
/// - What is replaced is not posted, and is counted.
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

    /// None: every message is posted.
    public static let none = Coalescing(rule: .none)
    /// Those of the same type, whoever sent them.
    public static let byType = Coalescing(rule: .byType)
    /// Those of the same sender, whatever their type. A message without a sender replaces those without one.
    public static let bySender = Coalescing(rule: .bySender)
    /// Those of the same type and the same sender.
    public static let byTypeAndSender = Coalescing(rule: .byTypeAndSender)

    /// Those of the same type that were put in with an equal key.
    public static func byKey(_ key: some Hashable & Sendable) -> Coalescing {
        Coalescing(rule: .byKey(CoalescingKey(key)))
    }
}

/// A key of any type.
// SAFETY: the initialiser takes only what is Sendable, and it never changes.
struct CoalescingKey: Equatable, @unchecked Sendable {
    private let value: AnyHashable

    init(_ value: some Hashable & Sendable) {
        self.value = AnyHashable(value)
    }
}
