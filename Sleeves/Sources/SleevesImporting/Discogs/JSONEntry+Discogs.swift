internal import SleevesModel
internal import Localization

/// An entry of a collection from Discogs' API.
///
/// Source: the API's documentation, "Collection Items By Folder".
extension JSONEntry {
    private static let discogsKeys: Set<String> = ["id", "instance_id", "basic_information", "rating", "date_added", "notes"]
    private static let informationKeys: Set<String> = [
        "id", "title", "year", "artists", "labels", "formats", "genres", "country", "cover_image", "thumb",
    ]

    private var information: JSONValue { entry["basic_information"] }

    /// Returns the album with one copy, or `nil` if the entry has no title or no artist.
    mutating func discogsAlbum() -> CompleteAlbum? {
        keysIgnored = entry.keys(besides: Self.discogsKeys) + information.keys(besides: Self.informationKeys)
        let title = text.required(information["title"].text, "title")
        let artist = text.required(discogsArtist, "artist")
        guard let title, let artist else { return nil }
        return CompleteAlbum(
            discogs: title,
            artist: artist,
            year: year(information["year"]),
            genre: text.shortened(joined(DiscogsName.once(texts("genres"))), "genre"),
            coverURL: coverAddress(),
            release: ReleaseRecord(
                discogsID: [information["id"], entry["id"]].lazy.compactMap(\.wholeNumber).first { $0 > 0 },
                labels: DiscogsName.once(names("labels")),
                catalogueNumber: information["labels"].elements.lazy.compactMap { DiscogsName.catalogueNumber($0["catno"].text) }.first,
                format: text.shortened(joined(information["formats"].elements.compactMap(format), by: "; "), "format"),
                country: text.shortened(information["country"].text, "country"),
                copies: [copy()]
            )
        )
    }

    /// The artists as they are credited, in one text.
    var discogsArtist: String? {
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

    private mutating func coverAddress() -> String? {
        for key in ["cover_image", "thumb"] {
            // Without a picture, Discogs gives the address of an empty one.
            guard let address = information[key].text, !address.hasSuffix("/spacer.gif") else { continue }
            if let checked = text.coverURL(address) { return checked }
        }
        return nil
    }

    private mutating func copy() -> CopyRecord {
        // The three fields of every collection. Others are the collector's own. A wantlist has one note.
        var notes: [Int: String] = [:]
        for note in entry["notes"].elements {
            if let field = note["field_id"].wholeNumber, let value = note["value"].text { notes[field] = value }
        }
        return CopyRecord(
            added: entry["date_added"].text.flatMap(DiscogsDate.moment),
            mediaCondition: notes[1],
            sleeveCondition: notes[2],
            rating: entry["rating"].wholeNumber.flatMap { (1...5).contains($0) ? $0 : nil },
            notes: text.shortened(entry["notes"].text ?? notes[3], "note")
        )
    }
}
