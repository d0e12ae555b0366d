/// What waits in a ``NotificationQueue``, without locks or threads: each event returns what is to be done.
struct NotificationQueueState {
    /// A message that waits.
    struct Entry: Sendable {
        let type: ObjectIdentifier
        /// The sender is kept by `post`, so that no later object can have the same identifier.
        let sender: ObjectIdentifier?
        let coalescing: Coalescing
        let style: NotificationQueue.PostingStyle
        let post: @Sendable () -> Void

        /// Whether this message takes the place of one that waits. Compares keys, so it is asked outside the lock.
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
    /// How many messages newer ones have replaced.
    private(set) var coalescedCount = 0
    /// Grows with each message that is put in.
    private(set) var lastNumber = 0
    /// The styles that have a hop under way, or whose messages are being posted.
    private var hopping: Set<NotificationQueue.PostingStyle> = []

    /// Puts a message in.
    ///
    /// - Returns: Whether to start a hop for its style.
    mutating func append(_ entry: Entry) -> Bool {
        lastNumber += 1
        waiting.append((lastNumber, entry))
        return hopping.insert(entry.style).inserted
    }

    /// Takes out what a newer message replaces.
    mutating func replace(_ numbers: Set<Int>) -> [Entry] {
        let replaced = remove { number, _ in numbers.contains(number) }
        coalescedCount += replaced.count
        return replaced
    }

    /// Takes messages out that are not to be posted.
    mutating func remove(where isRemoved: (Int, Entry) -> Bool) -> [Entry] {
        var removed: [Entry] = []
        waiting.removeAll { number, entry in
            guard isRemoved(number, entry) else { return false }
            removed.append(entry)
            return true
        }
        return removed
    }

    /// Takes the first message of a style, if it was put in before the hop arrived.
    mutating func next(_ style: NotificationQueue.PostingStyle, upTo limit: Int) -> Entry? {
        guard let place = waiting.firstIndex(where: { $0.entry.style == style }), waiting[place].number <= limit else { return nil }
        return waiting.remove(at: place).entry
    }

    /// The messages that waited when the hop arrived have been posted.
    ///
    /// - Returns: Whether to start another hop.
    mutating func finish(_ style: NotificationQueue.PostingStyle) -> Bool {
        let isNeeded = waiting.contains { $0.entry.style == style }
        if !isNeeded { hopping.remove(style) }
        return isNeeded
    }
}
