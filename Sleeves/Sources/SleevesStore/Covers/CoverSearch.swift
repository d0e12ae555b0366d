internal import SleevesModel
package import FoundationEssentials
internal import Glibc

/// The result of a search for an album's cover outside the library, and the date of the next one.
package struct CoverSearch: Sendable, Hashable {
    /// The reasons for a missing cover.
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// No source has the cover.
        case absent
        /// There is a cover, but it can't be used.
        case unusable
        /// A temporary failure.
        case temporary
    }

    /// The number of consecutive searches.
    var attempts: Int
    package var outcome: Outcome
    /// The reason, for the user; `nil` if the cover simply doesn't exist.
    package var reason: String?
    var last: Date
    /// The earliest date of the next search.
    package var next: Date

    /// The tolerance for dates in the future, in seconds. Correct clocks are set back by at most that much.
    static let clockTolerance = 3_600.0

    /// Returns whether the search must not be repeated yet. A result with a wrong clock doesn't count.
    package func counts(at date: Date) -> Bool {
        next > date && last <= date.addingTimeInterval(Self.clockTolerance)
    }
}

/// The delay after an unsuccessful search. It grows with each attempt, and is random, so that searches that failed together aren't retried
/// together.
package struct CoverBackoff: Sendable {
    /// Returns a random number from 0 up to 1.
    package let random: @Sendable () -> Double

    package static let system = CoverBackoff { .random(in: 0..<1) }

    /// - Parameter attempts: The number of searches, including this one.
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
