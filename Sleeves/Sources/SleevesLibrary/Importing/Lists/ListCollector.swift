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

    private(set) var result = ImportResult(filesRead: 1)
    private let path: String
    private let unit: Unit
    /// Where each album stands in the result, and which entry it came from.
    private var places: [AlbumID: (index: Int, entry: Int)] = [:]

    init(path: String, unit: Unit) {
        self.path = path
        self.unit = unit
    }

    /// Takes over what one entry gave.
    ///
    /// An album of Discogs that is there already gains a copy; any other stays as it is, and the second is named.
    mutating func add(_ album: AlbumRecord, entry: Int) {
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

    /// Counts values that mean nothing here.
    mutating func ignore(_ count: Int) {
        result.keysIgnored += count
    }
}
