internal import SleevesModel
internal import Localization

/// A collector of a list's albums and of the problems with its entries.
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

        /// Returns a sentence about a part that repeats the album of an earlier one.
        func repetition(of number: Int) -> String {
            let values = ["number": "\(number)"]
            return switch self {
            case .entry: localized("This is the same album as entry {number}. It was left out.", values)
            case .line: localized("This is the same album as line {number}. It was left out.", values)
            }
        }
    }

    private var result = ImportResult(filesRead: 1)
    private let path: String
    private let unit: Unit
    /// The position of each album in the result, and its entry.
    private var places: [AlbumID: (index: Int, entry: Int)] = [:]
    private var wanted: Set<AlbumID> = []
    private var tracks = TrackAlbums()
    private var tracksWithoutAlbum = 0
    private var formerlyOwned = 0

    init(path: String, unit: Unit) {
        self.path = path
        self.unit = unit
    }

    /// Whether nothing was added yet.
    var isEmpty: Bool { result.albums.isEmpty && result.wanted.isEmpty && tracks.isEmpty }

    /// Adds the album of an entry.
    ///
    /// An album of Discogs that is there already gains a copy; any other stays as it is, and the second is named.
    mutating func add(_ album: CompleteAlbum, entry: Int) {
        guard let place = places[album.id] else {
            places[album.id] = (result.albums.count, entry)
            result.albums.append(album)
            return
        }
        if let copies = album.release?.copies, result.albums[place.index].release != nil {
            result.albums[place.index].release?.copies += copies
        } else {
            note(unit.repetition(of: place.entry), entry: entry)
        }
    }

    /// Takes over an album that is wanted, and not owned.
    mutating func addWanted(_ album: CompleteAlbum) {
        if wanted.insert(album.id).inserted { result.wanted.append(album) }
    }

    /// Adds a track, or an album without tracks.
    mutating func add(_ track: ListedTrack) {
        tracks.add(track)
    }

    /// Counts a track without an album.
    mutating func leaveOutTrack() {
        tracksWithoutAlbum += 1
    }

    /// Counts a formerly owned record.
    mutating func leaveOutFormerlyOwned() {
        formerlyOwned += 1
    }

    /// Notes what is wrong with an entry, in whole sentences.
    mutating func note(_ reason: String, entry: Int) {
        note(unit.problem(reason, at: entry))
    }

    /// Notes what is wrong with an entry, each in whole sentences.
    mutating func note(_ reasons: [String], entry: Int) {
        for reason in reasons { note(reason, entry: entry) }
    }

    /// Notes what is wrong with the list, in whole sentences.
    mutating func note(_ reason: String) {
        result.problems.append(ImportProblem(path: path, reason: reason))
    }

    /// Counts values under unknown names.
    mutating func ignore(_ names: some Sequence<String>) {
        for name in names { result.ignore(name) }
    }

    /// Returns the collected result.
    mutating func finish() -> ImportResult {
        for album in tracks.records {
            if let place = places[album.id] {
                // Two of the list's keys may have the same album in words.
                result.albums[place.index].tracks += album.tracks
            } else {
                places[album.id] = (result.albums.count, 0)
                result.albums.append(album)
            }
        }
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
        return result
    }
}
