internal import Foundation

/// Makes an album out of one entry of a list, and notes what is wrong with the entry.
struct JSONEntryReading {
    let entry: JSONListEntry
    /// Sentences about the entry, going on where "entry 7" ends.
    private(set) var problems: [String] = []

    init(entry: JSONListEntry) {
        self.entry = entry
    }

    /// The album, or `nil` where the entry has no title or no artist.
    mutating func album() -> AlbumRecord? {
        guard entry.isObject else {
            problems.append(#"is not an object. Write it as {"title": "…", "artist": "…"}."#)
            return nil
        }
        // Both are looked at before giving up, so that one look at the problems is enough to correct the entry.
        let title = required("title")
        let artist = required("artist")
        guard let title, let artist else { return nil }
        let year = year()
        return AlbumRecord(
            id: AlbumID(digesting: ["json", artist.caseFolded(), title.caseFolded(), year.map(String.init) ?? ""]),
            title: title,
            artist: artist,
            year: year,
            genre: text("genre"),
            coverURL: coverURL(),
            source: .json
        )
    }

    private mutating func required(_ key: String) -> String? {
        let noted = problems.count
        guard let text = text(key) else {
            if problems.count == noted { problems.append("has no \(key). Add one, then import the list again.") }
            return nil
        }
        return text
    }

    private mutating func text(_ key: String) -> String? {
        switch entry[key] {
        case .null: return nil
        case .number, .other:
            problems.append("has \(article(key)) that is not text. Put it between quotation marks.")
            return nil
        case .text(let text):
            guard let cleaned = text.cleaned() else { return nil }
            guard cleaned.utf8.count > JSONListEntry.textLimit else { return cleaned }
            problems.append("has \(article(key)) longer than \(JSONListEntry.textLimit >> 10) KiB. Its end was left out.")
            return String(decoding: cleaned.utf8.prefix(JSONListEntry.textLimit), as: UTF8.self).trimmingLastReplacement()
        }
    }

    private func article(_ key: String) -> String {
        key == "artist" ? "an artist" : "a \(key)"
    }

    private mutating func year() -> Int? {
        let number: Int?
        switch entry["year"] {
        case .null: return nil
        case .number(let value): number = Int(exactly: value)
        case .text(let text):
            guard let cleaned = text.cleaned() else { return nil }
            number = Int(cleaned)
        case .other: number = nil
        }
        // Lists write 0 where they know no year.
        if number == 0 { return nil }
        guard let number, (1000...9999).contains(number) else {
            problems.append("has a year that is not a number of four digits. The album was taken without it.")
            return nil
        }
        return number
    }

    private mutating func coverURL() -> String? {
        let refusal = "has a cover address that is not one of the web (https://…). The album was taken without it."
        switch entry["coverURL"] {
        case .null: return nil
        case .number, .other: break
        case .text(let text):
            let address = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if address.isEmpty { return nil }
            guard address.utf8.count <= JSONListEntry.textLimit, let components = URLComponents(string: address),
                ["http", "https"].contains(components.scheme?.lowercased()), components.host?.isEmpty == false
            else { break }
            return address
        }
        problems.append(refusal)
        return nil
    }
}

extension String {
    /// Without the sign that stands for a character that was cut in the middle.
    fileprivate func trimmingLastReplacement() -> String {
        last == "\u{FFFD}" ? String(dropLast()) : self
    }
}
