internal import Localization

/// An importer of albums from the exported library of iTunes and Apple's Music: `Library.xml`, a property list with a dictionary of tracks.
///
/// ## Behavior
/// - Films, podcasts, audiobook chapters in podcasts, voice memos, booklets and radio stations are skipped. Tracks without an album are counted.
/// - The paths of files are not read, because lists are untrusted.
/// - A file that is truncated or malformed in the middle gives the albums before that place.
/// - Memory doesn't grow with the length of the file.
package enum AppleLibraryImporter: ListImporter {
    package static let endings = ["xml"]
    package static let sizeLimit = 1 << 30

    package static func read(_ source: consuming ByteSource, path: String, into contents: ListContents) throws {
        let reading = AppleLibraryReading(path: path, collector: contents.collector(path: path, unit: .entry))
        do {
            try MarkupParser.parse(source, handler: reading)
        } catch let broken as MarkupParser.Broken {
            let places = ["line": "\(broken.line)", "reason": broken.reason]
            guard !reading.collector.isEmpty else {
                let reason = localized("Line {line} is not valid XML. {reason} Export the file again.", places)
                throw ImportError(kind: .badData, path: path, reason: reason)
            }
            reading.collector.isTruncated = true
            reading.collector.note(
                localized(
                    "Line {line} is not valid XML. {reason} Everything before it was imported. To import the rest, export the file again.",
                    places))
        }
        guard reading.hasTracks else {
            let reason = localized(
                "This property list has no tracks. In Music or iTunes, choose File › Library › Export Library and import that file.")
            throw ImportError(kind: .badData, path: path, reason: reason)
        }
        reading.collector.finish()
    }
}

/// A handler that parses the property list and collects its tracks.
private final class AppleLibraryReading: MarkupHandler {
    /// The maximum number of keys of a track.
    private static let keyLimit = 200

    private let path: String
    var collector: ListCollector
    private(set) var hasTracks = false
    private var number = 0
    /// The last key at each depth.
    private var keys = [String](repeating: "", count: MarkupParser.depthLimit + 1)
    private var isInTracks = false
    private var fields: [String: String] = [:]

    init(path: String, collector: ListCollector) {
        self.path = path
        self.collector = collector
    }

    // plist 1 › dict 2 › the dict of tracks 3 › a track's dict 4 › its keys and values 5.

    func start(_ element: String, depth: Int) throws {
        switch depth {
        case 1:
            guard element == "plist" else { throw ImportError(kind: .badData, path: path, reason: Self.whatElse(element)) }
        case 3 where element == "dict" && keys[3] == "Tracks":
            isInTracks = true
            hasTracks = true
        case 4 where isInTracks:
            fields = [:]
        default: break
        }
    }

    func end(_ element: String, text: String, depth: Int) throws {
        if element == "key" {
            keys[depth] = text
        } else if depth == 5, isInTracks, fields.count < Self.keyLimit {
            fields[keys[5]] = element == "true" ? "true" : text
        } else if depth == 4, isInTracks, element == "dict" {
            try takeTrack()
        } else if depth == 3 {
            isInTracks = false
        }
    }

    private func takeTrack() throws {
        number += 1
        if ["Podcast", "Movie", "TV Show", "Music Video", "Has Video", "iTunesU", "Voice Memo"].contains(where: { fields[$0] == "true" }) {
            return
        }
        let kind = fields["Kind"] ?? ""
        if ["PDF", "iTunes LP"].contains(where: kind.contains) || fields["Track Type"] == "URL" || fields["Genre"] == "Voice Memo" {
            return
        }
        var text = ListText()
        func value(_ key: String, _ name: String) -> String? { text.shortened(fields[key], name) }
        guard let album = value("Album", "album") else { return collector.leaveOutTrack() }
        var track = ListedTrack(album: album)
        track.title = value("Name", "title")
        track.albumArtist = value("Album Artist", "artist")
        track.artist = value("Artist", "artist")
        track.albumSortName = value("Sort Album", "album")
        track.artistSortName = value("Sort Album Artist", "artist") ?? value("Sort Artist", "artist")
        track.number = TrackValue.position(fields["Track Number"])
        track.disc = TrackValue.position(fields["Disc Number"])
        track.seconds = TrackValue.seconds(milliseconds: fields["Total Time"])
        track.year = fields["Year"].flatMap(ReleaseYear.earliest)
        track.genre = value("Genre", "genre")
        track.isCompilation = fields["Compilation"] == "true"
        track.added = fields["Date Added"].flatMap(DiscogsDate.moment)
        collector.note(text.problems, entry: number)
        try collector.add(track)
    }

    private static func whatElse(_ root: String) -> String {
        switch root {
        case "metadata":
            localized("This seems to come from MusicBrainz. Fetch the collection with fmt=json and import that file.")
        case "playlist":
            localized("This seems to be a playlist. Change the file's extension to .xspf and import it again.")
        case "DJ_PLAYLISTS", "NML":
            localized("This seems to be the library of a DJ program. Import the music folder instead.")
        case "html", "HTML":
            localized("This seems to be a web page. Export the list as CSV or JSON and import that file.")
        default:
            localized(
                "This is not a library of iTunes or Apple's Music, which begins with <plist>. Export the library there and import that file."
            )
        }
    }
}
