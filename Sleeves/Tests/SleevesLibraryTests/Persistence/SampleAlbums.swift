@testable import SleevesLibrary

/// Records to fill a library with.
enum SampleAlbums {
    static func record(
        _ title: String,
        by artist: String = "Somebody",
        year: Int? = nil,
        genre: String? = nil,
        tracks: [TrackRecord] = [],
        coverURL: String? = nil
    ) -> AlbumRecord {
        AlbumRecord(
            id: AlbumID(digesting: [title, artist]),
            title: title,
            artist: artist,
            year: year,
            genre: genre,
            tracks: tracks,
            coverURL: coverURL,
            source: .json
        )
    }

    /// A record that says everything a record can.
    static let complete = AlbumRecord(
        id: AlbumID(digesting: ["complete"]),
        title: "Ágætis byrjun",
        artist: "Sigur Rós",
        year: 1999,
        genre: "Post-Rock",
        tracks: [
            TrackRecord(title: "Intro", artist: "\u{0} \" \\ / \u{2028} 🎵", disc: 1, number: 1, seconds: 97, path: "/music/1 ä.flac"),
            TrackRecord(title: "Svefn-g-englar"),
        ],
        coverURL: "https://example.org/a%20b.jpg?x=1&y=2",
        localCover: .embedded(path: "/music/1 ä.flac"),
        source: .folder,
        folder: "/music"
    )

    static func many(_ count: Int, tracksEach: Int) -> [AlbumRecord] {
        (0..<count).map { number in
            let tracks = (1...tracksEach).map { track in
                TrackRecord(title: "Track \(track)", disc: 1, number: track, seconds: 200 + track, path: "/music/\(number)/\(track).flac")
            }
            return record("Album \(number)", by: "The Artist \(number % 97)", year: 1950 + number % 70, genre: "Rock", tracks: tracks)
        }
    }
}
