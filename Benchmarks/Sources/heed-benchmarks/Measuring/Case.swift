/// One thing, done in several ways.
struct Case {
    /// What `--only` and the requirements call it.
    let name: String
    let title: String
    var unit = Unit.nanoseconds
    /// How many nanoseconds one contender's turn lasts, about. Short turns find the quiet moments of a busy machine.
    var turn = 4_000_000.0
    /// Made when the case's turn comes and dropped after it, so that cases do not share a heap full of one another's observers.
    let contenders: @MainActor () -> [Contender]
}

/// What a figure counts.
enum Unit: String, Codable {
    case nanoseconds = "ns"
    case bytes
    /// How much two threads get done, as a multiple of what one does. The only unit of which more is better.
    case timesOneThread = "× one thread"

    var isMoreBetter: Bool { self == .timesOneThread }
}

/// Whether a contender is Heed, what one would write by hand, or another library.
enum Role: String, Codable {
    case floor
    case heed
    case peer
}
