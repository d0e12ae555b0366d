/// The lasting messages that wait until the server has stored them, without threads or a network.
///
/// They are sent one after the other without waiting for the acknowledgements, which may come in any order.
struct Outbox {
    private struct Entry {
        let message: OutgoingMessage
        var isSettled = false
    }

    /// The largest number of messages that are sent and not acknowledged.
    static let window = 4096

    private var entries: [Entry] = []
    /// The counter of the first entry. Each later one has the next counter.
    private var firstCounter: UInt64 = 1
    /// The place of the first entry that isn't settled.
    private var first = 0
    /// The place of the first entry to send.
    private var next = 0

    /// The number of messages that aren't settled, counting those that were settled before an earlier one.
    var count: Int { entries.count - first }

    /// The counter of the first message that isn't settled, or of the next one.
    var firstWaiting: UInt64 { firstCounter + UInt64(first) }
    /// The counter of the next message.
    var nextCounter: UInt64 { firstCounter + UInt64(entries.count) }

    /// Whether messages were sent that aren't settled.
    var isWaiting: Bool { next > first }

    mutating func append(_ message: OutgoingMessage) {
        entries.append(Entry(message: message))
    }

    /// Returns the next message to send, with its counter.
    mutating func nextToSend() -> (message: OutgoingMessage, counter: UInt64)? {
        while next < entries.count, entries[next].isSettled { next += 1 }
        guard next < entries.count, next - first < Self.window else { return nil }
        defer { next += 1 }
        return (entries[next].message, firstCounter + UInt64(next))
    }

    /// Goes back to the first message that isn't settled.
    mutating func goBack() {
        next = first
    }

    /// Notes that a message was stored or dropped.
    ///
    /// - Returns: How many bytes it counted for; `nil` if it isn't in the outbox or is settled.
    mutating func settle(_ counter: UInt64) -> Int? {
        guard counter >= firstCounter, counter - firstCounter < UInt64(entries.count) else { return nil }
        let place = Int(counter - firstCounter)
        guard place >= first, !entries[place].isSettled else { return nil }
        entries[place].isSettled = true
        let size = entries[place].message.size
        while first < entries.count, entries[first].isSettled { first += 1 }
        next = max(next, first)
        if first > Self.window, first * 2 > entries.count {
            entries.removeFirst(first)
            firstCounter += UInt64(first)
            (first, next) = (0, next - first)
        }
        return size
    }
}
