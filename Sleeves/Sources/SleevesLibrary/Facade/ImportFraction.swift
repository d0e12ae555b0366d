/// The completed fraction of an import, for a progress bar.
///
/// ## Behavior
/// - It never decreases, also while more and more files are found, and whatever stages an import has.
/// - It is from 0 to 1. At the end of the last stage it is 1.
public struct ImportFraction: Sendable {
    /// The fraction.
    public private(set) var value = 0.0
    /// The position of the present stage in the order of stages.
    private var stage = -1
    /// The part of the whole that the present stage has.
    private var range = 0.0...0.0

    /// Creates the fraction of an import that hasn't begun.
    public init() {}

    /// Updates the fraction. An earlier stage than the present one has no effect.
    public mutating func update(_ progress: ImportStage) {
        let part = Part(progress)
        guard part.stage >= stage else { return }
        if part.stage > stage {
            stage = part.stage
            range = value...value + part.share * (1 - value)
        }
        value = max(value, min(1, range.lowerBound + part.done * (range.upperBound - range.lowerBound)))
    }

    /// A stage as a number.
    private struct Part {
        /// The position in the order of stages.
        let stage: Int
        /// The stage's part of what is left of the bar when it begins.
        let share: Double
        /// The part of the stage that is done, 0 to 1.
        let done: Double

        init(_ progress: ImportStage) {
            switch progress {
            case .lists(let done, let count): self.init(stage: 0, share: 0.2, done, of: count)
            case .adding(let done, let count, let isLast): self.init(stage: 1, share: isLast ? 1 : 0.3, done, of: count)
            case .reading(let progress):
                self.init(stage: 2, share: 0.85, progress.filesDone, of: progress.filesFound, times: progress.searched)
            case .covers(let done, let count): self.init(stage: 3, share: 1, done, of: count)
            }
        }

        private init(stage: Int, share: Double, _ done: Int, of count: Int, times factor: Double = 1) {
            self.stage = stage
            self.share = share
            self.done = count > 0 ? min(1, Double(done) / Double(count)) * factor : 0
        }
    }
}
