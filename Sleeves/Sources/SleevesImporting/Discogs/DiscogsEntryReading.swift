internal import SleevesModel
internal import Localization

/// A reader that makes an album from an entry of a collection from Discogs' API.
///
/// Source: the API's documentation, "Collection Items By Folder".
struct DiscogsEntryReading {
    private static let knownKeys: Set<String> = ["id", "basic_information", "rating", "date_added", "notes"]
    private static let knownInformation: Set<String> = [
        "id", "title", "year", "artists", "labels", "formats", "genres", "country", "cover_image", "thumb",
    ]

    let entry: JSONValue
    private var text = ListText()
    /// What is wrong with the entry, in whole sentences.
    var problems: [String] { text.problems }

    init(entry: JSONValue) {
        self.entry = entry
    }

    private var information: JSONValue { entry["basic_information"] }

    /// The entry's unknown keys.
    var keysIgnored: [String] {
        entry.keys(besides: Self.knownKeys) + information.keys(besides: Self.knownInformation)
    }

    /// Whether the entry belongs to a wantlist, as its address at Discogs shows.
    var isWanted: Bool { entry["resource_url"].text?.contains("/wants/") == true }

    /// The album with one copy, or `nil` where the entry has no title or no artist.
    mutating func album() -> CompleteAlbum? {
        let title = text.required(information["title"].text, "title")
        let artist = text.required(artist, "artist")
        guard let title, let artist else { return nil }
        var album = DiscogsRelease(title: title, artist: artist)
        album.release.discogsID = [information["id"], entry["id"]].lazy.compactMap(\.wholeNumber).first { $0 > 0 }
        album.year = year()
        album.genre = text.shortened(joined(DiscogsName.once(texts("genres"))), "genre")
        album.coverURL = coverURL()
        album.release.labels = DiscogsName.once(names("labels"))
        album.release.catalogueNumber =
            information["labels"].elements.lazy
            .compactMap { DiscogsRelease.catalogueNumber($0["catno"].text) }.first
        album.release.format = text.shortened(joined(information["formats"].elements.compactMap(format), by: "; "), "format")
        album.release.country = text.shortened(information["country"].text, "country")
        album.release.copies = [copy()]
        return album.album
    }

    private var artist: String? {
        let names = information["artists"].elements.compactMap { artist -> (name: String, join: String?)? in
            // The name as printed on the sleeve takes precedence over the artist's usual name.
            guard let name = artist["anv"].text ?? artist["name"].text.map(DiscogsName.withoutNumber) else { return nil }
            return (name, artist["join"].text)
        }
        return names.isEmpty ? nil : DiscogsName.joined(names)
    }

    private func texts(_ key: String) -> [String] {
        information[key].elements.compactMap(\.text)
    }

    private func names(_ key: String) -> [String] {
        information[key].elements.compactMap { $0["name"].text.map(DiscogsName.withoutNumber) }
    }

    private func joined(_ texts: [String], by separator: String = ", ") -> String? {
        texts.isEmpty ? nil : texts.joined(separator: separator)
    }

    private func format(_ value: JSONValue) -> String? {
        guard let name = value["name"].text else { return nil }
        let count = value["qty"].wholeNumber.map { $0 > 1 ? "\($0)x" : "" } ?? ""
        let words = value["descriptions"].elements.compactMap(\.text) + [value["text"].text].compactMap { $0 }
        return ([count + name] + words).joined(separator: ", ")
    }

    private mutating func year() -> Int? {
        let value = information["year"]
        guard value != .null, value.wholeNumber != 0 else { return nil }
        guard let year = value.wholeNumber, (1000...9999).contains(year) else {
            text.note(localized("The year is not a four-digit number. The album was imported without it."))
            return nil
        }
        return year
    }

    private mutating func coverURL() -> String? {
        for key in ["cover_image", "thumb"] {
            // Without a picture, Discogs gives the address of an empty one.
            guard let address = information[key].text, !address.hasSuffix("/spacer.gif") else { continue }
            if let checked = WebAddress.checked(address) { return checked }
            text.note(localized("The cover address is not a web address (https://…). The album was imported without it."))
        }
        return nil
    }

    private mutating func copy() -> CopyRecord {
        // The three fields of every collection. Others are the collector's own.
        var notes: [Int: String] = [:]
        for note in entry["notes"].elements {
            if let field = note["field_id"].wholeNumber, let value = note["value"].text { notes[field] = value }
        }
        return CopyRecord(
            added: entry["date_added"].text.flatMap(DiscogsDate.moment),
            mediaCondition: notes[1],
            sleeveCondition: notes[2],
            rating: entry["rating"].wholeNumber.flatMap { (1...5).contains($0) ? $0 : nil },
            notes: text.shortened(notes[3], "note")
        )
    }
}
