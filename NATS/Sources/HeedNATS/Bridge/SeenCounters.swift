/// The counters of the lasting messages that were received, by publisher.
struct SeenCounters {
    fileprivate struct Publisher {
        /// The highest counter.
        var last: UInt64 = 0
        /// The lower ones that weren't seen. They may still come, if a server refused some messages and stored later ones.
        var missing: [ClosedRange<UInt64>] = []
        /// The time at which it was last seen.
        var turn: UInt64 = 0
    }

    /// The numbers of publishers, and of gaps for each, to remember.
    static let (publisherLimit, gapLimit) = (4096, 64)

    private var publishers: [String: Publisher] = [:]
    private var turn: UInt64 = 0

    /// Notes a counter.
    ///
    /// - Returns: Whether it is new.
    mutating func insert(_ counter: UInt64, of name: String) -> Bool {
        turn += 1
        if publishers[name] == nil, publishers.count >= Self.publisherLimit {
            publishers.removeValue(forKey: publishers.min { $0.value.turn < $1.value.turn }!.key)
        }
        return publishers[name, default: Publisher()].insert(counter, turn)
    }
}

extension SeenCounters.Publisher {
    fileprivate mutating func insert(_ counter: UInt64, _ turn: UInt64) -> Bool {
        self.turn = turn
        if counter > last {
            if counter > last + 1 { missing.append(last + 1...counter - 1) }
            if missing.count > SeenCounters.gapLimit { missing.removeFirst() }
            last = counter
            return true
        }
        guard let place = missing.firstIndex(where: { $0.contains(counter) }) else { return false }
        let gap = missing.remove(at: place)
        if counter < gap.upperBound { missing.insert(counter + 1...gap.upperBound, at: place) }
        if counter > gap.lowerBound { missing.insert(gap.lowerBound...counter - 1, at: place) }
        return true
    }
}
