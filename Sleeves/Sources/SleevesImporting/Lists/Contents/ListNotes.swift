internal import Localization

/// The problems with a list and its entries, of which only so many are kept: any list may have any number.
struct ListNotes {
    /// The maximum number of kept problems with entries.
    static let limit = 1_000

    private var entries: [(entry: Int, reason: String)] = []
    /// The problems with the list as a whole.
    private var general: [String] = []
    /// The number of problems that aren't kept.
    private var more = 0

    /// Adds a problem with an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry's number.
    ///   - reason: Returns the problem, in whole sentences.
    mutating func add(entry: Int, _ reason: () -> String) {
        if entries.count < Self.limit { entries.append((entry, reason())) } else { more += 1 }
    }

    /// Adds a problem with the list as a whole, in whole sentences.
    mutating func add(_ reason: String) {
        general.append(reason)
    }

    /// The problems: those with entries in the order of the entries, those of an entry in the order in which they were added, then the others.
    var reasons: [String] {
        let sorted = entries.enumerated().sorted { ($0.element.entry, $0.offset) < ($1.element.entry, $1.offset) }.map(\.element.reason)
        let rest = localized(
            one: "{count} more problem is not listed.", other: "{count} more problems are not listed.", count: more)
        return sorted + (more > 0 ? [rest] : []) + general
    }
}
