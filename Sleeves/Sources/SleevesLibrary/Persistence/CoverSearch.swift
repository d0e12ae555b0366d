internal import FoundationEssentials
internal import Glibc

/// What came of looking for an album's cover away from here, and when it is to be looked for again.
struct CoverSearch: Sendable, Hashable {
    /// Why there is no cover.
    enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// Nobody who was asked has one.
        case absent
        /// There is something, and it cannot be used.
        case unusable
        /// Something was in the way that may pass.
        case temporary
    }

    /// How often it was looked for in a row.
    var attempts: Int
    var outcome: Outcome
    /// For the person; `nil` where the cover just does not exist.
    var reason: String?
    var last: Date
    /// Not before this.
    var next: Date

    /// How far ahead of now a search may have been noted, which is how far clocks are set back that were right before.
    static let clockTolerance = 3_600.0

    /// Whether the cover is not to be looked for yet. What was noted by a clock that was wrong does not count.
    func counts(at date: Date) -> Bool {
        next > date && last <= date.addingTimeInterval(Self.clockTolerance)
    }
}

/// How long to wait after a search in vain: longer each time, and never the same for two, so that many that failed together do not come
/// back together.
struct CoverBackoff: Sendable {
    /// A number from 0 up to 1, another one each time.
    let random: @Sendable () -> Double

    static let system = CoverBackoff { .random(in: 0..<1) }

    /// - Parameter attempts: How often it was looked for, this time included.
    func delay(after outcome: CoverSearch.Outcome, attempts: Int) -> Duration {
        let day = 86_400.0
        let (first, factor, most): (Double, Double, Double) =
            switch outcome {
            case .absent: (30 * day, 2, 180 * day)
            case .unusable: (day, 4, 30 * day)
            case .temporary: (60, 4, day)
            }
        let full = min(most, first * pow(factor, Double(min(attempts, 16) - 1)))
        return .milliseconds(Int64(full * (0.75 + 0.5 * random()) * 1000))
    }
}
