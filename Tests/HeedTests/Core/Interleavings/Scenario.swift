import Heed

/// The work of a test's threads with one registry.
struct Scenario: Sendable {
    let name: String
    /// The observers present from the beginning.
    var present = [1, 2]
    /// Those of them that are removed before the threads begin, so that the list has gaps.
    var gaps: [Int] = []
    /// One program for each thread.
    let programs: [[Operation]]
    /// The operations of an observer's handler on the first thread, if the delivery is not nested in another one of this registry.
    var handlers: [Int: [Operation]] = [:]
    /// Whether threads claim their guards when they need them. Otherwise each has its own from the beginning, which leaves fewer orders.
    var claims = false
    /// The stores that are left out, to check that the exploration detects it.
    var omission: Omission?

    enum Omission: Sendable {
        /// Stores of these words of the registry.
        case newest, head, waste, pins
        /// Guards that are set and cleared.
        case guards
        /// States: of a new observer, and of one that is removed.
        case addition, mark
        /// Links to the next chunk.
        case link
    }

    indirect enum Operation: Sendable {
        case deliver
        case add(Int)
        case remove(Int)
        case end
        /// Operations within deliveries of other registries, which take guards of the thread.
        case within(Int, [Operation])
        /// The end of the thread, as far as its guards are concerned. The destructors of its values do what follows.
        case exit
    }
}
