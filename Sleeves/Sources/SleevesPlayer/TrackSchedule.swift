/// The tickets of the tracks that the process has received: the current one, and those that follow it. A plain value.
struct TrackSchedule {
    private struct Entry {
        let ticket: TrackTicket
        let index: Int
    }

    private var entries: [Entry] = []
    private var count = 0
    private var refused: [String: TrackFailure] = [:]
    /// The ticket of the file that the process has begun to decode, and from which nothing has come yet.
    var suspect: TrackTicket?

    /// The ticket of the current track.
    var current: TrackTicket? { entries.first?.ticket }
    /// The ticket of the last track that was sent to the process.
    var last: TrackTicket? { entries.last?.ticket }
    /// The index of the last track that was sent to the process or skipped.
    private(set) var lastIndex: Int?
    /// Whether no track follows the current one.
    var isLast: Bool { entries.count == 1 }

    /// Returns the index of a track; `nil` if its ticket is out of date.
    func index(of ticket: TrackTicket) -> Int? {
        entries.first { $0.ticket == ticket }?.index
    }

    /// Begins anew with a track. Returns `nil` if its file is refused.
    mutating func begin(_ index: Int, path: String) -> TrackTicket? {
        clear()
        return append(index, path: path)
    }

    /// Adds a track after the others. Returns `nil` if its file is refused.
    mutating func append(_ index: Int, path: String) -> TrackTicket? {
        lastIndex = index
        guard refused[path] == nil else { return nil }
        count += 1
        entries.append(Entry(ticket: TrackTicket(count), index: index))
        return TrackTicket(count)
    }

    /// Makes a track the current one, and forgets those before it. Returns its index; `nil` if its ticket is out of date.
    mutating func advance(to ticket: TrackTicket) -> Int? {
        guard let place = entries.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        entries.removeFirst(place)
        return entries[0].index
    }

    /// Forgets a track that can't be played.
    mutating func remove(_ ticket: TrackTicket) {
        entries.removeAll { $0.ticket == ticket }
    }

    /// Forgets all tracks.
    mutating func clear() {
        entries = []
        (lastIndex, suspect) = (nil, nil)
    }

    /// Issues no ticket for a file again.
    mutating func refuse(_ path: String, because reason: TrackFailure) {
        refused[path] = reason
    }

    /// Returns why a file is refused; `nil` if it isn't.
    func refusal(of path: String) -> TrackFailure? { refused[path] }

    /// Issues tickets again for files that couldn't be read in time, but not for those that have crashed the process.
    mutating func retryFiles() {
        refused = refused.filter { $0.value != .tooSlow }
    }
}
