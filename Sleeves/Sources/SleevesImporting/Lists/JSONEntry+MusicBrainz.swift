internal import SleevesModel
internal import Localization

/// A release or release group of a MusicBrainz collection.
///
/// Source: MusicBrainz' web service, version 2, in JSON: `/ws/2/release?collection=…&inc=artist-credits&fmt=json`, and the same for
/// `release-group`.
extension JSONEntry {
    /// The maximum number of tracks of an album.
    private static let trackLimit = 10_000

    /// Returns the album, or `nil` if the entry has no title or no artist.
    mutating func musicBrainzAlbum() -> CompleteAlbum? {
        guard let title = text.required(entry["title"].text, "title") else { return nil }
        guard let artist = text.shortened(Self.artist(entry["artist-credit"]), "artist") else {
            text.note(localized("The artist is missing. Fetch the collection from MusicBrainz with inc=artist-credits."))
            return nil
        }
        let date = entry["date"].text ?? entry["first-release-date"].text ?? entry["release-group"]["first-release-date"].text
        let year = date.flatMap(ReleaseYear.earliest)
        let record = AlbumRecord(
            id: entry["id"].text.map { AlbumID(digesting: ["musicbrainz list", $0.lowercased()]) }
                ?? AlbumID(listed: title, by: artist, year: year),
            title: title,
            artist: artist,
            artistSortName: text.shortened(sortName, "artist"),
            year: year,
            genre: text.shortened(Self.genre(entry) ?? Self.genre(entry["release-group"]), "genre"),
            source: .json
        )
        var album = CompleteAlbum(record, tracks: tracks(albumArtist: artist), release: release())
        if album.tracks.isEmpty, let count = entry["track-count"].wholeNumber, (1...Self.trackLimit).contains(count) {
            album.trackCount = count
        }
        return album
    }

    /// Joins several names with MusicBrainz' join phrases.
    private static func artist(_ credit: JSONValue) -> String? {
        let parts = credit.elements.map { part -> String in
            let name = part["name"].text ?? part["artist"]["name"].text ?? ""
            guard case .text(let join) = part["joinphrase"] else { return name }
            return name + join
        }
        return parts.joined().cleaned()
    }

    /// Returns the genre with the most votes; the first of several.
    private static func genre(_ entity: JSONValue) -> String? {
        entity["genres"].elements.reversed().max { ($0["count"].wholeNumber ?? 0) < ($1["count"].wholeNumber ?? 0) }?["name"].text
    }

    /// The sort name of the artist, if there is only one.
    private var sortName: String? {
        let credit = entry["artist-credit"].elements
        return credit.count == 1 ? credit[0]["artist"]["sort-name"].text : nil
    }

    private mutating func tracks(albumArtist: String) -> [TrackRecord] {
        var tracks: [TrackRecord] = []
        let media = entry["media"].elements
        for (index, medium) in media.enumerated() {
            for track in medium["tracks"].elements where tracks.count < Self.trackLimit {
                guard let title = text.shortened(track["title"].text ?? track["recording"]["title"].text, "track") else { continue }
                let artist = Self.artist(track["artist-credit"])
                tracks.append(
                    TrackRecord(
                        title: title,
                        artist: artist == albumArtist ? nil : text.shortened(artist, "artist"),
                        disc: media.count > 1 ? index + 1 : nil,
                        number: track["position"].wholeNumber.flatMap { (1...99_999).contains($0) ? $0 : nil },
                        seconds: track["length"].wholeNumber.flatMap { TrackValue.bounded(Double($0) / 1000) }
                    ))
            }
        }
        return tracks
    }

    /// Returns labels, catalogue number, format, country and barcode; `nil` if the entry has none of them.
    private mutating func release() -> ReleaseRecord? {
        let information = entry["label-info"].elements
        let labels = DiscogsName.once(information.compactMap { $0["label"]["name"].text })
        let number = text.shortened(information.lazy.compactMap { $0["catalog-number"].text }.first, "catalogue number")
        let formats = DiscogsName.once(entry["media"].elements.compactMap { $0["format"].text })
        let format = formats.isEmpty ? nil : text.shortened(formats.joined(separator: ", "), "format")
        let release = ReleaseRecord(
            labels: labels,
            catalogueNumber: number,
            format: format,
            country: text.shortened(entry["country"].text.flatMap(Self.country), "country"),
            barcode: text.shortened(entry["barcode"].text, "barcode"))
        return release == ReleaseRecord() ? nil : release
    }

    /// Returns a country as it is shown. MusicBrainz writes a code of two letters, of which those that begin with X are its own.
    private static func country(_ code: String) -> String? {
        switch code {
        case "XE": "Europe"
        case "XW": "Worldwide"
        case "XU": nil
        default: code
        }
    }
}
