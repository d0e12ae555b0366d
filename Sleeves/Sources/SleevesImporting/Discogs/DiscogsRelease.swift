internal import SleevesModel

/// A copy of a release in a Discogs collection, from any of its exports.
///
/// The release's number identifies the album. Both of Discogs' exports, the `.csv` and the JSON, contain it, so both produce the same albums.
struct DiscogsRelease {
    var title: String
    var artist: String
    var year: Int?
    var genre: String?
    var coverURL: String?
    var release = ReleaseRecord()

    /// The album, with the copies of the release.
    var album: CompleteAlbum {
        let record = AlbumRecord(
            id: id, title: title, artist: artist, year: year, genre: genre, coverURL: coverURL, source: .discogs)
        return CompleteAlbum(record, release: release)
    }

    private var id: AlbumID {
        if let discogsID = release.discogsID { return AlbumID(digesting: ["discogs", String(discogsID)]) }
        let pressing = [year.map(String.init) ?? "", release.catalogueNumber ?? "", release.format ?? ""]
        return AlbumID(digesting: ["discogs", artist.caseFolded(), title.caseFolded()] + pressing.map { $0.caseFolded() })
    }

    /// Returns a catalogue number, unless it is the word that Discogs writes for none.
    static func catalogueNumber(_ text: String?) -> String? {
        guard let text, text.lowercased() != "none" else { return nil }
        return text
    }

    /// Returns one to five, or `nil`: without a rating, Discogs writes nothing or 0. Spreadsheets write `3.0`.
    static func rating(_ text: String?) -> Int? {
        text.flatMap { Double($0.replacing(",", with: ".")) }.flatMap(Int.init(exactly:)).flatMap { (1...5).contains($0) ? $0 : nil }
    }
}
