internal import SleevesModel
internal import Localization

/// A collector of a list's entries and of the problems with them.
struct ListCollector {
    /// The name of the list's parts.
    enum Unit {
        case entry
        case line

        /// Returns whole sentences about a part with its number, counted from 1, before them.
        func problem(_ reason: String, at number: Int) -> String {
            let values = ["number": "\(number)", "reason": reason]
            return switch self {
            // Translators: {reason} is one or more whole sentences.
            case .entry: localized("Entry {number}: {reason}", values)
            // Translators: {reason} is one or more whole sentences.
            case .line: localized("Line {number}: {reason}", values)
            }
        }

        /// Returns sentences about a part that repeats the album of an earlier one.
        func repetition(of first: Int, at number: Int) -> String {
            let values = ["number": "\(first)"]
            return switch self {
            case .entry: problem(localized("This is the same album as entry {number}. It was left out.", values), at: number)
            case .line: problem(localized("This is the same album as line {number}. It was left out.", values), at: number)
            }
        }
    }

    private let contents: ListContents
    private let list: Int
    private let unit: Unit
    /// The number of added entries.
    private var count = 0
    private var notes = ListNotes()
    private var ignored = IgnoredKeys()
    private var tracksWithoutAlbum = 0
    private var formerlyOwned = 0
    /// Whether the list broke off, so that more may be in it than was read.
    var isTruncated = false

    init(of list: Int, in contents: ListContents, unit: Unit) {
        self.list = list
        self.contents = contents
        self.unit = unit
    }

    /// Whether nothing was added yet.
    var isEmpty: Bool { count == 0 }

    /// Adds the album of an entry.
    ///
    /// If an earlier entry has the same album, an album of Discogs gains a copy; any other stays as it is, and the second is noted.
    mutating func add(_ album: CompleteAlbum, entry: Int, isWanted: Bool = false) throws {
        try contents.add(album, EntryKey(album.id, isWanted: isWanted, list: list, order: count, entry: entry))
        count += 1
    }

    /// Adds the copy of a wanted album to the owned album, if the list has that too: the user wishes for another copy of it.
    mutating func addWishedCopy(of album: CompleteAlbum, entry: Int) throws {
        try contents.add(album, EntryKey(album.id, isWanted: false, list: list, order: EntryKey.firstAddition + count, entry: entry))
        count += 1
    }

    /// Adds a track, or an album without tracks.
    mutating func add(_ track: ListedTrack) throws {
        try contents.add(track, list: list, order: count)
        count += 1
    }

    /// Counts a track without an album.
    mutating func leaveOutTrack() {
        tracksWithoutAlbum += 1
    }

    /// Counts a formerly owned record.
    mutating func leaveOutFormerlyOwned() {
        formerlyOwned += 1
    }

    /// Notes what is wrong with an entry, each in whole sentences.
    mutating func note(_ reasons: [String], entry: Int) {
        for reason in reasons { notes.add(entry: entry) { unit.problem(reason, at: entry) } }
    }

    /// Notes what is wrong with the list, in whole sentences.
    mutating func note(_ reason: String) {
        notes.add(reason)
    }

    /// Counts values under unknown names.
    mutating func ignore(_ names: some Sequence<String>) {
        for name in names { ignored.add(name) }
    }

    /// Ends the list. The entries of a list that doesn't end don't count.
    mutating func finish() {
        if tracksWithoutAlbum > 0 {
            note(
                localized(
                    one: "{count} track names no album and was left out.",
                    other: "{count} tracks name no album and were left out.", count: tracksWithoutAlbum))
        }
        if formerlyOwned > 0 {
            note(
                localized(
                    one: "{count} record that you used to own was left out.",
                    other: "{count} records that you used to own were left out.", count: formerlyOwned))
        }
        contents.end(list, notes, ignored, isWhole: !isTruncated)
    }
}
