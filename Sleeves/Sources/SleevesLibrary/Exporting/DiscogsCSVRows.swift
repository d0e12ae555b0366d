internal import FoundationEssentials

/// An album as rows of a Discogs collection, one per copy, for spreadsheets and for importing again.
struct DiscogsCSVRows {
    /// The names of Discogs' own columns, in its order, and others that Discogs does not export and this program reads.
    static let header = line([
        "Catalog#", "Artist", "Title", "Label", "Format", "Rating", "Released", "release_id", "CollectionFolder", "Date Added",
        "Collection Media Condition", "Collection Sleeve Condition", "Collection Notes", "Genre", "Country", "coverURL",
        "Barcode", "Composer", "Conductor", "Original Year", "Disc Subtitles", "Reissued",
    ])

    let archived: CompleteAlbum

    /// The lines, one per copy; a single line for an album without known copies.
    var lines: String {
        let copies = archived.release?.copies ?? []
        return (copies.isEmpty ? [CopyRecord(added: archived.album.added)] : copies).map(line).joined()
    }

    private func line(of copy: CopyRecord) -> String {
        let album = archived.album
        let release = archived.release
        return Self.line([
            release?.catalogueNumber, album.artist, album.title, release?.labels.joined(separator: ", "), release?.format,
            copy.rating.map(String.init), album.year.map(String.init), release?.discogsID.map(String.init), copy.folder,
            copy.added?.formatted(Self.moment), copy.mediaCondition, copy.sleeveCondition, copy.notes, album.genre, release?.country,
            album.coverURL, release?.barcode, release?.composers.joined(separator: "; "), release?.conductors.joined(separator: "; "),
            release?.originalYear.map(String.init), release.map { DiscTitles.text(of: $0.discSubtitles) },
            release?.reissue,
        ])
    }

    private static func line(_ fields: [String?]) -> String {
        fields.map { CSVField.encoded($0 ?? "") }.joined(separator: ",") + "\r\n"
    }

    /// The format `2015-11-29 10:57:29`, in UTC.
    private static let moment = Date.ISO8601FormatStyle().year().month().day().dateTimeSeparator(.space)
        .time(includingFractionalSeconds: false)
}
