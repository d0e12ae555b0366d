internal import SleevesModel

/// The columns of a table of tracks: from Exportify, from iTunes' text export, or written by hand.
enum TrackColumn: Int, TableColumn {
    case title, album, albumArtist, artist, albumKey, number, disc, milliseconds, duration, year, genre, coverURL, added, compilation, label

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
        case .label: ["recordlabel", "label"]
        }
    }
}

/// A row of a table of tracks.
extension TableRow<TrackColumn> {
    /// Returns the track, or `nil` if the row names no album.
    mutating func track() -> ListedTrack? {
        guard let album = shortened(.album, "album") else { return nil }
        var track = ListedTrack(album: album)
        track.title = shortened(.title, "title")
        track.albumKey = shortened(.albumKey, "album")
        track.albumArtist = text.artists(shortened(.albumArtist, "artist"))
        track.artist = shortened(.artist, "artist")
        track.namesPerformers = header.isNamed(.artist, "artistnames", "artists")
        track.number = TrackValue.position(value(.number))
        track.disc = TrackValue.position(value(.disc))
        track.seconds = TrackValue.seconds(milliseconds: value(.milliseconds)) ?? TrackValue.seconds(value(.duration))
        track.year = value(.year).flatMap(ReleaseYear.earliest)
        track.genre = shortened(.genre, "genre").map { AlbumFacet.genres(in: $0).joined(separator: ", ") }
        track.label = shortened(.label, "label")
        track.coverURL = value(.coverURL).flatMap(WebAddress.checked)
        track.isCompilation = TrackValue.isTrue(value(.compilation))
        track.added = moment(.added)
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
        ["1", "true", "yes", "y", "x", "✓", "✔", "☑"].contains(text?.lowercased())
    }
}
