internal import SleevesModel
internal import Localization

/// An entry of a plain list.
extension JSONEntry {
    /// The least that an entry can be.
    static let example = #"{"title": "…", "artist": "…"}"#

    /// Returns the album, or `nil` if the entry has no title or no artist.
    mutating func plainAlbum() -> CompleteAlbum? {
        keysIgnored = entry.keys(besides: ["title", "artist", "genre", "year", "coverURL"])
        guard case .object = entry else {
            text.note(localized("The entry is not an object. Write it as {example}.", ["example": Self.example]))
            return nil
        }
        // Both are looked at before giving up, so that one look at the problems is enough to correct the entry.
        let title = required("title")
        let artist = text.artists(required("artist"))
        guard let title, let artist else { return nil }
        let year = year(entry["year"])
        // A date in the place of the year isn't a part of the identifier.
        let listed = entry["year"].wholeNumber == nil ? nil : year
        let record = AlbumRecord(
            id: AlbumID(listed: title, by: artist, year: listed),
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
        // A title such as 1999.
        case .integer(let number): return text.required(String(number), key)
        case .list(let names) where !names.isEmpty && names.allSatisfy({ $0.text != nil }):
            return text.required(names.compactMap(\.text).joined(separator: ", "), key)
        case .null: return text.required(nil, key)
        default: return noText(key)
        }
    }

    private mutating func optional(_ key: String) -> String? {
        switch entry[key] {
        case .text(let value): return text.shortened(value, key)
        case .list(let names) where names.allSatisfy({ $0.text != nil }):
            return text.shortened(names.compactMap(\.text).joined(separator: ", "), key)
        case .null: return nil
        default: return noText(key)
        }
    }

    private mutating func noText(_ key: String) -> String? {
        text.note(localized("The value of “{key}” is not text. Put it between quotation marks.", ["key": key]))
        return nil
    }

    mutating func year(_ value: JSONValue) -> Int? {
        if value == .null { return nil }
        if case .text(let words) = value, words.cleaned() == nil { return nil }
        let number = value.wholeNumber ?? value.text.flatMap(ReleaseYear.earliest)
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
        case .text(let address): return address.cleaned() == nil ? nil : text.coverURL(address)
        default: return text.coverURL("")
        }
    }
}

extension AlbumID {
    /// Creates the identifier of an album that its list names only in words.
    init(listed title: String, by artist: String, year: Int?) {
        self.init(digesting: ["json", artist.caseFolded(), title.caseFolded(), year.map(String.init) ?? ""])
    }
}
