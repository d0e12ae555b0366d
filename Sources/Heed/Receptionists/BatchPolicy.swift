/// Collects values, and hands them over as arrays.
///
/// ## Behavior
/// - A batch goes when it is full, or when its first value has waited for the interval.
/// - No batch is empty, and none is larger than it may be.
/// - Where more wait than may, the oldest give way, and are counted.
public struct BatchPolicy: Sendable {
    let limit: Int
    let rule: DeliveryRule
    let clock: any ReceptionistClock

    /// Arrays of values, in order.
    ///
    /// - Parameters:
    ///   - limit: How many values make a batch full: at least 1.
    ///   - interval: The longest time that a value waits for others.
    ///   - waiting: How many values may wait in all, should the context be slow to take them: at least as many as a batch. Where one more
    ///     comes, the oldest gives way.
    ///   - clock: What measures the interval.
    public static func batches(
        upTo limit: Int,
        every interval: Duration,
        waiting: Int = 65_536,
        clock: any ReceptionistClock = .continuous
    ) -> BatchPolicy {
        precondition(limit >= 1, "Heed: a batch of \(limit) values is none; give .batches a size of at least 1")
        precondition(waiting >= limit, "Heed: a batch of \(limit) values never gets full where only \(waiting) may wait; let more wait")
        return BatchPolicy(limit: limit, rule: .batches(upTo: limit, every: interval, waiting: waiting), clock: clock)
    }
}
