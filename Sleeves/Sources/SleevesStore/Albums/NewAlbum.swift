internal import SleevesModel
internal import SQLite

/// An album that the library doesn't have, as all that is to be written of it. To make it takes longer than to write it, and needs no database.
struct NewAlbum: Sendable {
    private let id: AlbumID
    private let values: [DatabaseValue]
    private let texts: AlbumSearchText
    private let tracks: (json: String, hasGaps: Bool, texts: TrackSearchText)?

    /// An error ends the transaction, which it does in any case. Otherwise, SQLite would copy each changed page first, to take back only this.
    private static let insertion = """
        INSERT OR ROLLBACK INTO album (number, \(AlbumRow.writtenNames.joined(separator: ", ")))
        VALUES (?, \(AlbumRow.writtenNames.map { _ in "?" }.joined(separator: ", ")))
        """

    init(_ album: AlbumRecord, tracks: [TrackRecord], release: ReleaseRecord?, edits: AlbumEdits? = nil) throws {
        let row = try AlbumRow(album, release: release, edits: edits)
        id = album.id
        values = try row.values
        texts = row.searchText
        self.tracks = tracks.isEmpty ? nil : (StoredJSON.encode(tracks), tracks.hasGaps, TrackSearchText(tracks))
    }

    /// Inserts the album with its tracks.
    ///
    /// - Parameter number: The row's number, or `nil` for a number that no album has had.
    func insert(into database: Database, number: Int64? = nil) throws {
        let arguments = StatementArguments(names: [], values: [number.databaseValue] + values)
        try database.cachedStatement(sql: Self.insertion).execute(arguments: arguments)
        let inserted = database.lastInsertedRowID
        try texts.write(number: inserted, isNew: number == nil, in: database)
        guard let tracks else { return }
        try database.run(
            "INSERT OR ROLLBACK INTO trackList (albumID, tracks, hasGaps) VALUES (?, ?, ?)", [id.rawValue, tracks.json, tracks.hasGaps])
        try tracks.texts.write(number: inserted, isNew: number == nil, in: database)
    }
}
