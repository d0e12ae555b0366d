/// How fast something goes, and how long it will still take.
///
/// A stage begins where the unit of work or its count changes; what was done before it does not count towards its speed.
public struct ProgressEstimate: Sendable {
    /// A moment of a stage.
    private struct Mark {
        var stage: String
        var done: Int
        var time: ContinuousClock.Instant
    }

    private var start: Mark?
    /// How many are done in a second, once that can be said.
    public private(set) var rate: Double?
    /// How long the rest will take at this rate, once that can be said.
    public private(set) var remaining: Duration?

    /// An estimate of something that has not begun.
    public init() {}

    /// Takes a report into account.
    ///
    /// - Parameters:
    ///   - stage: Names what is being done.
    ///   - done: How much of it.
    ///   - count: How much there is in all.
    public mutating func update(stage: String, done: Int, of count: Int, at time: ContinuousClock.Instant = .now) {
        guard let start, start.stage == stage, done >= start.done else {
            start = Mark(stage: stage, done: done, time: time)
            rate = nil
            remaining = nil
            return
        }
        let elapsed = time - start.time
        // Too early to say: the first files may come out of a cache.
        guard elapsed >= .milliseconds(500), done > start.done else { return }
        let perSecond = Double(done - start.done) / (elapsed / .seconds(1))
        rate = perSecond
        remaining = .seconds(Double(max(0, count - done)) / perSecond)
    }
}
