/// A way of getting numbers from a thread to the main actor.
protocol Hop: AnyObject, Sendable {
    var name: String { get }
    var role: Role { get }

    /// Makes ready for numbers to come to `arrivals`.
    @MainActor func start(_ arrivals: Arrivals)
    /// Sends the numbers below `count`, on the thread that calls it.
    func send(_ count: Int)
    /// The largest number of values in one round.
    var most: Int { get }
    /// Whether all numbers arrive, in order; it is checked.
    var isExact: Bool { get }
}

extension Hop {
    var most: Int { HopCases.most }
    var isExact: Bool { true }
}
