internal import FoundationEssentials

/// An album as an export writes it in JSON, and as ``ExportedEntryReading`` reads it.
///
/// Paths of the person's files are not among it: they mean nothing elsewhere, and no list may send an import to a file.
struct ExportedAlbum: Encodable {
    private let album: AlbumRecord
    private let tracks: [TrackRecord]
    private let release: ReleaseRecord?
    private let edits: AlbumEdits?
    private let unedited: SourceValues?

    /// The number of the form, under the key by which an entry is recognised.
    static let version = 1

    init(_ archived: CompleteAlbum) {
        album = archived.album
        tracks = archived.tracks.map { track in
            var track = track
            track.path = nil
            return track
        }
        release = archived.release
        edits = archived.edits
        unedited = archived.unedited
    }

    private enum Keys: String, CodingKey {
        case sleeves, id, title, artist, titleSortName, artistSortName, year, genre, trackCount, coverURL, source, added, tracks, release
        case edits, unedited
    }

    /// Keys without a value are left out.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(Self.version, forKey: .sleeves)
        try container.encode(album.id, forKey: .id)
        try container.encode(album.title, forKey: .title)
        try container.encode(album.artist, forKey: .artist)
        try container.encodeIfPresent(album.titleSortName, forKey: .titleSortName)
        try container.encodeIfPresent(album.artistSortName, forKey: .artistSortName)
        try container.encodeIfPresent(album.year, forKey: .year)
        try container.encodeIfPresent(album.genre, forKey: .genre)
        try container.encodeIfPresent(album.trackCount, forKey: .trackCount)
        try container.encodeIfPresent(album.coverURL, forKey: .coverURL)
        try container.encode(album.source.rawValue, forKey: .source)
        try container.encodeIfPresent(album.added, forKey: .added)
        if !tracks.isEmpty { try container.encode(tracks, forKey: .tracks) }
        try container.encodeIfPresent(release, forKey: .release)
        try container.encodeIfPresent(edits, forKey: .edits)
        try container.encodeIfPresent(unedited, forKey: .unedited)
    }

    /// JSON: one line, or several that a person reads more easily.
    func json(onLines: Bool = false) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if onLines { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            // The format cuts off what is less than a millisecond, and a number that is a hair too small would lose a whole one.
            try container.encode(date.addingTimeInterval(0.0005).formatted(Self.moment))
        }
        return Array(try encoder.encode(self))
    }

    /// `2015-11-29T10:57:29.250Z`.
    static let moment = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension CompleteAlbum {
    /// The album as an export writes it, on lines of its own.
    public func json() throws -> String {
        String(decoding: try ExportedAlbum(self).json(onLines: true), as: UTF8.self)
    }
}
