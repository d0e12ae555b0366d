/// The order in which several threads deliver their changes of one property, while more than one change is on its way: the order in which
/// they were stored.
///
/// A change that is stored takes a turn. One thread at a time delivers, so an observer that has received a value never receives an earlier
/// one. A change whose turn hasn't come waits here, and the thread that delivers the turns before it delivers it, too. No thread waits for
/// another.
///
/// Changes that a handler makes are delivered within it, by the thread that delivers, after all turns before them.
struct DeliveryTurns<Change> {
    /// The turns that were taken and not begun, in order.
    private var line = Fifo<UInt64>()
    private var deliverer: ThreadIdentity?
    /// The number of deliveries that the delivering thread has begun and not ended, each within the previous one.
    private var depth = 0
    private var waiting: [UInt64: Change] = [:]

    /// Whether no change is on its way.
    var isIdle: Bool { depth == 0 && line.first == nil }

    /// Notes that a thread has begun to deliver, before another change was on its way.
    mutating func noteDelivery(on thread: ThreadIdentity) {
        deliverer = thread
        depth = 1
    }

    /// Extends the delivery that a thread is making, because it postpones a part of it.
    mutating func extend() {
        depth += 1
    }

    /// Ends the postponed part of a delivery.
    ///
    /// - Returns: Whether nothing else of the thread's deliveries is left, around this part or postponed: it then calls ``next()`` until
    ///   nothing is left.
    mutating func endExtension() -> Bool {
        guard depth > 1 else { return true }
        depth -= 1
        return false
    }

    /// Takes a turn. The change is stored in the same moment, under the lock that protects the value.
    ///
    /// - Parameter turn: A number for it, unlike all others.
    mutating func take(_ turn: UInt64) {
        line.append(turn)
    }

    /// Begins to deliver a change, if its turn has come.
    ///
    /// - Returns: Whether it has. The thread then delivers the change, and calls ``next()`` until nothing is left.
    mutating func begin(_ turn: UInt64, on thread: ThreadIdentity) -> Bool {
        guard turn == line.first, deliverer == nil || deliverer == thread else { return false }
        _ = line.popFirst()
        begin(on: thread)
        return true
    }

    /// Adds a change that waits for its turn.
    ///
    /// - Returns: Whether this thread delivers what waits, because no other thread does: it then calls ``next()`` until nothing is left.
    mutating func add(_ change: Change, at turn: UInt64, on thread: ThreadIdentity) -> Bool {
        waiting[turn] = change
        guard let first = line.first, waiting[first] != nil, deliverer == nil || deliverer == thread else { return false }
        begin(on: thread)
        return true
    }

    /// Returns the next change to deliver. Without one, the delivery has ended.
    mutating func next() -> Change? {
        if let first = line.first, let change = waiting.removeValue(forKey: first) {
            _ = line.popFirst()
            return change
        }
        depth -= 1
        if depth == 0 { deliverer = nil }
        return nil
    }

    private mutating func begin(on thread: ThreadIdentity) {
        deliverer = thread
        depth += 1
    }
}
