/// An estimate of the speed of an operation, and of the time it still takes.
///
/// A stage begins when the unit of work or its count changes. Work done before that doesn't affect the stage's speed.
public struct ProgressEstimate: Sendable {
    /// A point of a stage.
    private struct Mark {
        var stage: String
        var done: Int
        var time: ContinuousClock.Instant
    }

    private var start: Mark?
    /// The number of units per second, once it is known.
    public private(set) var rate: Double?
    /// The estimated remaining time at this rate, once it is known.
    public private(set) var remaining: Duration?

    /// Creates an estimate of an operation that hasn't begun.
    public init() {}

    /// Updates the estimate.
    ///
    /// - Parameters:
    ///   - stage: The name of the stage.
    ///   - done: The number of finished units.
    ///   - count: The total number of units.
    public mutating func update(stage: String, done: Int, of count: Int, at time: ContinuousClock.Instant = .now) {
        guard let start, start.stage == stage, done >= start.done else {
            start = Mark(stage: stage, done: done, time: time)
            rate = nil
            remaining = nil
            return
        }
        let elapsed = time - start.time
        // Too early for an estimate: the first files may come from a cache.
        guard elapsed >= .milliseconds(500), done > start.done else { return }
        let perSecond = Double(done - start.done) / (elapsed / .seconds(1))
        rate = perSecond
        remaining = .seconds(Double(max(0, count - done)) / perSecond)
    }
}
