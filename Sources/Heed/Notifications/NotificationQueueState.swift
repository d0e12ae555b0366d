/// The waiting messages of a ``NotificationQueue``, without locks or threads: each event returns the work to do.
struct NotificationQueueState {
    /// A waiting message.
    struct Entry: Sendable {
        let type: ObjectIdentifier
        /// The sender's identifier. `post` keeps the sender, so that no later object can have the same one.
        let sender: ObjectIdentifier?
        let coalescing: Coalescing
        let style: NotificationQueue.PostingStyle
        let post: @Sendable () -> Void

        /// Returns whether this message replaces a waiting one. Compares keys, so callers do this outside the lock.
        func replaces(_ other: Entry) -> Bool {
            switch coalescing.rule {
            case .none: false
            case .byType: type == other.type
            case .bySender: sender == other.sender
            case .byTypeAndSender: type == other.type && sender == other.sender
            case .byKey(let key):
                if type == other.type, case .byKey(let otherKey) = other.coalescing.rule { key == otherKey } else { false }
            }
        }
    }

    private(set) var waiting: [(number: Int, entry: Entry)] = []
    /// The number of messages that newer ones have replaced.
    private(set) var coalescedCount = 0
    /// A number that grows with each enqueued message.
    private(set) var lastNumber = 0
    /// The styles with a hop in flight, or whose messages are being posted.
    private var hopping: Set<NotificationQueue.PostingStyle> = []

    /// Enqueues a message.
    ///
    /// - Returns: Whether to start a hop for its style.
    mutating func append(_ entry: Entry) -> Bool {
        lastNumber += 1
        waiting.append((lastNumber, entry))
        return hopping.insert(entry.style).inserted
    }

    /// Removes the messages that a newer one replaces.
    mutating func replace(_ numbers: Set<Int>) -> [Entry] {
        let replaced = remove { number, _ in numbers.contains(number) }
        coalescedCount += replaced.count
        return replaced
    }

    /// Removes messages that must not be posted.
    mutating func remove(where isRemoved: (Int, Entry) -> Bool) -> [Entry] {
        var removed: [Entry] = []
        waiting.removeAll { number, entry in
            guard isRemoved(number, entry) else { return false }
            removed.append(entry)
            return true
        }
        return removed
    }

    /// Removes and returns the first message of a style, if it was enqueued before the hop arrived.
    mutating func next(_ style: NotificationQueue.PostingStyle, upTo limit: Int) -> Entry? {
        guard let place = waiting.firstIndex(where: { $0.entry.style == style }), waiting[place].number <= limit else { return nil }
        return waiting.remove(at: place).entry
    }

    /// Notes that the messages that waited when the hop arrived have been posted.
    ///
    /// - Returns: Whether to start another hop.
    mutating func finish(_ style: NotificationQueue.PostingStyle) -> Bool {
        let isNeeded = waiting.contains { $0.entry.style == style }
        if !isNeeded { hopping.remove(style) }
        return isNeeded
    }
}
