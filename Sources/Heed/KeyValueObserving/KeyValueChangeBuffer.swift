/// How many changes ``KeyValueChanges`` keeps for a loop that is busy, and which of them it drops when they become too many.
///
/// ## Behavior
/// - A full buffer drops the oldest or the newest, as it says, and what it drops is counted.
/// - A buffer for nothing stops the program.
public struct KeyValueChangeBuffer: Sendable, Hashable {
    enum Rule: Hashable {
        case unbounded
        case newest(Int)
        case oldest(Int)
    }

    let rule: Rule

    /// All of them: none is dropped.
    public static let unbounded = KeyValueChangeBuffer(rule: .unbounded)

    /// At most so many; the oldest one makes room for a new one.
    public static func newest(_ limit: Int) -> KeyValueChangeBuffer {
        precondition(limit > 0, "Heed: a buffer of \(limit) changes would drop every change: keep at least 1")
        return KeyValueChangeBuffer(rule: .newest(limit))
    }

    /// At most so many; what comes when they are there is dropped.
    public static func oldest(_ limit: Int) -> KeyValueChangeBuffer {
        precondition(limit > 0, "Heed: a buffer of \(limit) changes would drop every change: keep at least 1")
        return KeyValueChangeBuffer(rule: .oldest(limit))
    }
}
