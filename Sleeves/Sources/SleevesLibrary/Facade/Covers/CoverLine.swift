/// The covers that wait for one host, and the number of its running searches.
///
/// - Complexity: O(1) for each call, amortized.
struct CoverLine {
    /// The entries, the newest last. Outdated entries may remain in the middle, never at the end.
    private var entries: [(album: AlbumID, ticket: Int)] = []
    /// The ticket of each album's valid entry.
    private var tickets: [AlbumID: Int] = [:]
    var running = 0

    var waiting: Int { tickets.count }
    var isIdle: Bool { tickets.isEmpty && running == 0 }
    var newestTicket: Int? { entries.last?.ticket }
    /// The number of entries, for tests of leftovers.
    var entryCount: Int { entries.count }

    /// Moves an album to the front, whether or not it waits already.
    mutating func join(_ album: AlbumID, ticket: Int) {
        tickets[album] = ticket
        entries.append((album, ticket))
        // Removes outdated entries once they outnumber the valid ones, so each call pays for one such step at most.
        if entries.count > 2 * waiting + 32 { entries.removeAll { tickets[$0.album] != $0.ticket } }
    }

    /// Removes and returns the newest album.
    mutating func pop() -> AlbumID? {
        guard let newest = entries.last?.album else { return nil }
        leave(newest)
        return newest
    }

    mutating func leave(_ album: AlbumID) {
        tickets[album] = nil
        while let last = entries.last, tickets[last.album] != last.ticket { entries.removeLast() }
    }
}
