internal import SleevesModel
internal import Localization

/// Makes an album out of one entry of a plain list, and notes what is wrong with the entry.
struct JSONEntryReading {
    /// The least that an entry can be.
    static let example = #"{"title": "…", "artist": "…"}"#
    private static let knownKeys: Set<String> = ["title", "artist", "genre", "year", "coverURL"]

    let entry: JSONValue
    private var text = ListText()
    /// Problems with the entry, in whole sentences.
    var problems: [String] { text.problems }

    init(entry: JSONValue) {
        self.entry = entry
    }

    /// The entry's keys that mean nothing here.
    var keysIgnored: [String] { entry.keys(besides: Self.knownKeys) }

    /// The album, or `nil` where the entry has no title or no artist.
    mutating func album() -> CompleteAlbum? {
        guard case .object = entry else {
            text.note(localized("The entry is not an object. Write it as {example}.", ["example": Self.example]))
            return nil
        }
        // Both are looked at before giving up, so that one look at the problems is enough to correct the entry.
        let title = required("title")
        let artist = required("artist")
        guard let title, let artist else { return nil }
        let year = year()
        let record = AlbumRecord(
            id: AlbumID(digesting: ["json", artist.caseFolded(), title.caseFolded(), year.map(String.init) ?? ""]),
            title: title,
            artist: artist,
            year: year,
            genre: optional("genre"),
            coverURL: coverURL(),
            source: .json
        )
        return CompleteAlbum(record)
    }

    private mutating func required(_ key: String) -> String? {
        switch entry[key] {
        case .text(let value): return text.required(value, key)
        case .null: return text.required(nil, key)
        default: return noText(key)
        }
    }

    private mutating func optional(_ key: String) -> String? {
        switch entry[key] {
        case .text(let value): return text.shortened(value, key)
        case .null: return nil
        default: return noText(key)
        }
    }

    private mutating func noText(_ key: String) -> String? {
        text.note(localized("The value of “{key}” is not text. Put it between quotation marks.", ["key": key]))
        return nil
    }

    private mutating func year() -> Int? {
        let value = entry["year"]
        if value == .null { return nil }
        if case .text(let words) = value, words.cleaned() == nil { return nil }
        let number = value.wholeNumber
        // Lists write 0 where they know no year.
        if number == 0 { return nil }
        guard let number, (1000...9999).contains(number) else {
            text.note(localized("The year is not a four-digit number. The album was imported without it."))
            return nil
        }
        return number
    }

    private mutating func coverURL() -> String? {
        switch entry["coverURL"] {
        case .null: return nil
        case .text(let address) where address.cleaned() == nil: return nil
        case .text(let address):
            if let checked = WebAddress.checked(address) { return checked }
        default: break
        }
        text.note(localized("The cover address is not a web address (https://…). The album was imported without it."))
        return nil
    }
}
