/// The covers that wait for one host, and how many are being looked for there.
///
/// - Complexity: O(1) for each call, averaged over many.
struct CoverLine {
    /// The newest last. Entries that don't count any more are left in the middle, never at the end.
    private var entries: [(album: AlbumID, ticket: Int)] = []
    /// The ticket of the entry that counts.
    private var tickets: [AlbumID: Int] = [:]
    var running = 0

    var waiting: Int { tickets.count }
    var isIdle: Bool { tickets.isEmpty && running == 0 }
    var newestTicket: Int? { entries.last?.ticket }
    /// For tests of what is left behind.
    var entryCount: Int { entries.count }

    /// Puts an album before all others, also if it waits already.
    mutating func join(_ album: AlbumID, ticket: Int) {
        tickets[album] = ticket
        entries.append((album, ticket))
        // Takes out what is left over once that is more than what counts; so each call pays for one such step at most.
        if entries.count > 2 * waiting + 32 { entries.removeAll { tickets[$0.album] != $0.ticket } }
    }

    /// Takes out the newest album.
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
