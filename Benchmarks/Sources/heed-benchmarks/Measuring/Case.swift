/// One thing, done in several ways.
struct Case {
    /// The name for `--only` and the requirements.
    let name: String
    let title: String
    var unit = Unit.nanoseconds
    /// The duration of one contender's turn, about, in nanoseconds. Short turns find the quiet moments of a busy machine.
    var turn = 4_000_000.0
    /// Made when the case's turn comes and dropped after it, so that cases do not share a heap full of one another's observers.
    let contenders: @MainActor () -> [Contender]
}

/// The unit of a figure.
enum Unit: String, Codable {
    case nanoseconds = "ns"
    case bytes
    /// The work of two threads, as a multiple of that of one. The only unit of which more is better.
    case timesOneThread = "× one thread"

    var isMoreBetter: Bool { self == .timesOneThread }
}

/// Whether a contender is Heed, what one would write by hand, or another library.
enum Role: String, Codable {
    case floor
    case heed
    case peer
}
