internal import SleevesModel

extension CompleteAlbum {
    /// Creates the album of a release in a Discogs collection, from any of its exports.
    ///
    /// The release's number identifies the album. Both of Discogs' exports, the `.csv` and the JSON, contain it, so both produce the same
    /// albums.
    init(discogs title: String, artist: String, year: Int?, genre: String?, coverURL: String?, release: ReleaseRecord) {
        let pressing = [artist, title, year.map(String.init) ?? "", release.catalogueNumber ?? "", release.format ?? ""]
        let key = release.discogsID.map { [String($0)] } ?? pressing.map { $0.caseFolded() }
        let record = AlbumRecord(
            id: AlbumID(digesting: ["discogs"] + key), title: title, artist: artist, year: year, genre: genre, coverURL: coverURL,
            source: .discogs)
        self.init(record, release: release)
    }
}
