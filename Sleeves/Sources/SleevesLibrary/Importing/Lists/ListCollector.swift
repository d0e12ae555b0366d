internal import Localization

/// Gathers the albums of one list, and says what is wrong with its entries.
struct ListCollector {
    /// What the list calls its parts.
    enum Unit {
        case entry
        case line

        /// What a part is called, counted from 1. Sentences about it go on from there.
        func name(of number: Int) -> String {
            switch self {
            case .entry: localized("entry {number}", ["number": "\(number)"])
            case .line: localized("line {number}", ["number": "\(number)"])
            }
        }
    }

    private var result = ImportResult(filesRead: 1)
    private let path: String
    private let unit: Unit
    /// Where each album stands in the result, and which entry it came from.
    private var places: [AlbumID: (index: Int, entry: Int)] = [:]
    private var wanted: Set<AlbumID> = []
    private var tracks = TrackAlbums()
    private var tracksWithoutAlbum = 0
    private var formerlyOwned = 0

    init(path: String, unit: Unit) {
        self.path = path
        self.unit = unit
    }

    /// Whether nothing was taken so far.
    var isEmpty: Bool { result.albums.isEmpty && result.wanted.isEmpty && tracks.isEmpty }

    /// Takes over what one entry gave.
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
            let other = unit.name(of: place.entry)
            note(localized("is the same album as {other}. It was left out.", ["other": other]), entry: entry)
        }
    }

    /// Takes over an album that is wanted, and not owned.
    mutating func addWanted(_ album: CompleteAlbum) {
        if wanted.insert(album.id).inserted { result.wanted.append(album) }
    }

    /// Takes over a track, or an album that is named without tracks.
    mutating func add(_ track: ListedTrack) {
        tracks.add(track)
    }

    /// Counts a track that names no album.
    mutating func leaveOutTrack() {
        tracksWithoutAlbum += 1
    }

    /// Counts a record that was owned once.
    mutating func leaveOutFormerlyOwned() {
        formerlyOwned += 1
    }

    /// Notes what is wrong with an entry: a sentence that goes on where "entry 7" ends.
    mutating func note(_ reason: String, entry: Int) {
        // Translators: "entry 7", and a sentence that goes on from there.
        let whole = localized("{part} {reason}", ["part": unit.name(of: entry), "reason": reason])
        result.problems.append(ImportProblem(path: path, reason: whole))
    }

    /// Notes what is wrong with the list: a sentence that goes on where the path ends.
    mutating func note(_ reason: String) {
        result.problems.append(ImportProblem(path: path, reason: reason))
    }

    /// Counts values under names that mean nothing here.
    mutating func ignore(_ names: some Sequence<String>) {
        for name in names { result.ignore(name) }
    }

    /// Everything that was gathered.
    mutating func finish() -> ImportResult {
        for album in tracks.records {
            if let place = places[album.id] {
                // Two keys of the list may stand for one album in its words.
                result.albums[place.index].tracks += album.tracks
            } else {
                places[album.id] = (result.albums.count, 0)
                result.albums.append(album)
            }
        }
        if tracksWithoutAlbum > 0 {
            note(
                localized(
                    one: "has {count} track that names no album. It was left out.",
                    other: "has {count} tracks that name no album. They were left out.", count: tracksWithoutAlbum))
        }
        if formerlyOwned > 0 {
            note(
                localized(
                    one: "has {count} record that you used to own. It was left out.",
                    other: "has {count} records that you used to own. They were left out.", count: formerlyOwned))
        }
        return result
    }
}
