/// The columns of a table of tracks: from Exportify, from iTunes' text export, or written by hand.
enum TrackColumn: TableColumn {
    case title, album, albumArtist, artist, albumKey, number, disc, milliseconds, duration, year, genre, coverURL, added, compilation

    var names: [String] {
        switch self {
        case .title: ["trackname", "tracktitle", "songtitle", "songname", "title", "name", "song", "track"]
        case .album: ["albumname", "albumtitle", "album"]
        case .albumArtist: ["albumartistnames", "albumartistname", "albumartist"]
        case .artist: ["artistnames", "artistname", "trackartist", "artist", "artists"]
        case .albumKey: ["albumuri", "mbalbumid", "musicbrainzalbumid"]
        case .number: ["tracknumber", "trackno", "track"]
        case .disc: ["discnumber", "disc"]
        case .milliseconds: ["trackdurationms", "durationms"]
        case .duration: ["time", "duration", "length", "seconds"]
        case .year: ["albumreleasedate", "releasedate", "year", "released"]
        case .genre: ["genre", "genres"]
        case .coverURL: ["albumimageurl", "coverurl"]
        case .added: ["addedat", "dateadded"]
        case .compilation: ["compilation", "comp"]
        }
    }
}

/// A reader that makes a track from a row of a table of tracks, and notes the row's problems.
struct TrackRowReading {
    let row: [String]
    let header: TableHeader<TrackColumn>
    private var text = ListText()
    /// What is wrong with the row, in whole sentences.
    var problems: [String] { text.problems }

    init(row: [String], header: TableHeader<TrackColumn>) {
        self.row = row
        self.header = header
    }

    /// Returns the track, or `nil` if the row names no album.
    mutating func track() -> ListedTrack? {
        guard let album = text.shortened(header.value(.album, in: row), "album") else { return nil }
        var track = ListedTrack(album: album)
        track.title = text.shortened(header.value(.title, in: row), "title")
        track.albumKey = text.shortened(header.value(.albumKey, in: row), "album")
        track.albumArtist = text.shortened(header.value(.albumArtist, in: row), "artist")
        track.artist = text.shortened(header.value(.artist, in: row), "artist")
        track.number = TrackValue.position(header.value(.number, in: row))
        track.disc = TrackValue.position(header.value(.disc, in: row))
        track.seconds =
            TrackValue.seconds(milliseconds: header.value(.milliseconds, in: row))
            ?? TrackValue.seconds(header.value(.duration, in: row))
        track.year = header.value(.year, in: row).flatMap(ReleaseYear.earliest)
        track.genre = text.shortened(header.value(.genre, in: row), "genre")
        track.coverURL = header.value(.coverURL, in: row).flatMap(WebAddress.checked)
        track.isCompilation = TrackValue.isTrue(header.value(.compilation, in: row))
        track.added = header.value(.added, in: row).flatMap(DiscogsDate.moment)
        return track
    }
}

/// Parsers for the numbers of tracks in lists.
enum TrackValue {
    /// Returns the number before the slash of `3/12`; `nil` for zero and for anything that isn't a number.
    static func position(_ text: String?) -> Int? {
        guard let digits = text?.prefix(while: { $0.isASCII && $0.isNumber }), let number = Int(digits) else { return nil }
        return (1...99_999).contains(number) ? number : nil
    }

    /// Parses a playing time: `4:05`, `1:02:03`, `245` or `245.3`.
    static func seconds(_ text: String?) -> Int? {
        guard let parts = text?.split(separator: ":", omittingEmptySubsequences: false), (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for part in parts {
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }), let number = Double(part) else { return nil }
            seconds = seconds * 60 + number
        }
        return bounded(seconds)
    }

    static func seconds(milliseconds: String?) -> Int? {
        milliseconds.flatMap(Double.init).flatMap { bounded($0 / 1000) }
    }

    /// Returns a playing time of less than four months, rounded.
    static func bounded(_ seconds: Double) -> Int? {
        seconds >= 0.5 && seconds < 1e7 ? Int(seconds.rounded()) : nil
    }

    static func isTrue(_ text: String?) -> Bool {
        ["1", "true", "yes"].contains(text?.lowercased())
    }
}
