import SQLite

@testable import SleevesLibrary
@testable import SleevesStore

/// Records to fill a library with.
enum SampleAlbums {
    static func record(
        _ title: String,
        by artist: String = "Somebody",
        year: Int? = nil,
        genre: String? = nil,
        tracks: [TrackRecord] = [],
        coverURL: String? = nil
    ) -> CompleteAlbum {
        let id = AlbumID(digesting: [title, artist])
        let record = AlbumRecord(id: id, title: title, artist: artist, year: year, genre: genre, coverURL: coverURL, source: .json)
        return CompleteAlbum(record, tracks: tracks)
    }

    /// A record that says everything a record can.
    static let complete = CompleteAlbum(
        AlbumRecord(
            id: AlbumID(digesting: ["complete"]),
            title: "Ágætis byrjun",
            artist: "Sigur Rós",
            year: 1999,
            genre: "Post-Rock",
            coverURL: "https://example.org/a%20b.jpg?x=1&y=2",
            localCover: .embedded(path: "/music/1 ä.flac"),
            source: .folder,
            folder: "/music"
        ),
        tracks: [
            TrackRecord(title: "Intro", artist: "\u{0} \" \\ / \u{2028} 🎵", disc: 1, number: 1, seconds: 97, path: "/music/1 ä.flac"),
            TrackRecord(title: "Svefn-g-englar"),
            TrackRecord(title: "Starálfur", path: "/music/2.flac", segment: FileSegment(start: 75, end: 150, gain: -648)),
            TrackRecord(title: "Flugufrelsarinn", path: "/music/2.flac", segment: FileSegment(start: 150)),
        ]
    )

    static func many(_ count: Int, tracksEach: Int) -> [CompleteAlbum] {
        (0..<count).map { number in
            let tracks = (1...tracksEach).map { track in
                TrackRecord(title: "Track \(track)", disc: 1, number: track, seconds: 200 + track, path: "/music/\(number)/\(track).flac")
            }
            return record("Album \(number)", by: "The Artist \(number % 97)", year: 1950 + number % 70, genre: "Rock", tracks: tracks)
        }
    }
}

extension PersistencyManager {
    /// All albums with their tracks, without what the library adds to what it was given.
    func records(sort: AlbumSort = .artist) throws -> [CompleteAlbum] {
        try read { database in try Self.records(sort: sort, in: database) }
    }

    static func records(sort: AlbumSort, in database: Database) throws -> [CompleteAlbum] {
        let sql = "SELECT \(AlbumRow.columns) FROM album ORDER BY \(sort.orderClause)"
        return try AlbumRow.fetchUndamaged(try database.makeStatement(sql: sql)).map { album in
            var album = album
            (album.added, album.cover, album.chosenCover) = (nil, .missing, nil)
            return CompleteAlbum(album, tracks: try tracks(of: album.id, in: database), release: try release(of: album.id, in: database))
        }
    }
}
