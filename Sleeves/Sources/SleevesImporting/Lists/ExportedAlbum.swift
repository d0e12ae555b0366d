public import SleevesModel
internal import FoundationEssentials

/// An album in the JSON format of exports, which ``JSONEntry`` reads.
///
/// It doesn't contain the paths of the user's files: they mean nothing elsewhere, and lists must not lead an import to files.
package struct ExportedAlbum: Encodable {
    private let album: AlbumRecord
    private let tracks: [TrackRecord]
    private let release: ReleaseRecord?
    private let edits: AlbumEdits?
    private let unedited: SourceValues?
    private let newer: [String: String]
    private let isWanted: Bool
    /// The kinds of the user's own fields that aren't texts, by their names.
    private let fields: [String: CopyField.Kind]
    /// The records that the album shows, where they don't stand for themselves.
    private let joined: [ExportedAlbum]

    /// The version of the format, under the key that identifies an entry.
    static let version = 1

    package init(_ archived: CompleteAlbum) {
        isWanted = archived.isWanted
        let own = archived.copies.flatMap(\.record.ownFields).filter { $0.kind != .text }
        fields = Dictionary(own.map { ($0.name, $0.kind) }) { first, _ in first }
        album = archived.album
        tracks = archived.tracks.map(\.withoutFile)
        release = archived.release
        edits = archived.edits
        unedited = archived.unedited
        newer = archived.newerValues ?? [:]
        joined = archived.joined.map(ExportedAlbum.init)
    }

    private enum Keys: String, CodingKey {
        case sleeves, id, title, artist, titleSortName, artistSortName, year, genre, trackCount, coverURL, source, added, tracks, release
        case edits, unedited, fields, wanted, newer, joined
    }

    /// Encodes only the keys with a value.
    package func encode(to encoder: any Encoder) throws {
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
        if !tracks.isEmpty { try Self.encode(tracks, adding: newer["tracks"], to: &container, forKey: .tracks) }
        if let release { try Self.encode(release, adding: newer["release"], to: &container, forKey: .release) }
        try container.encodeIfPresent(edits, forKey: .edits)
        try container.encodeIfPresent(unedited, forKey: .unedited)
        if !fields.isEmpty { try container.encode(fields, forKey: .fields) }
        // Earlier versions don't know which copies are wishes.
        if isWanted { try container.encode(true, forKey: .wanted) }
        let others = newer.filter { !Self.containers.contains($0.key) }
        if !others.isEmpty { try container.encode(others, forKey: .newer) }
        if !joined.isEmpty { try container.encode(joined, forKey: .joined) }
    }

    /// The fields that contain values of newer versions beside known ones.
    static let containers: Set<String> = ["release", "tracks"]

    private static func encode(
        _ value: some Encodable, adding newer: String?, to container: inout KeyedEncodingContainer<Keys>, forKey key: Keys
    ) throws {
        guard let newer = newer.flatMap(JSONValue.init),
            let known = JSONParser.value(of: [UInt8](try encoder(onLines: false).encode(value)))
        else {
            return try container.encode(value, forKey: key)
        }
        try container.encode(known.adding(newer), forKey: key)
    }

    /// Returns the album as JSON, on one line, or on several for reading.
    package func json(onLines: Bool = false) throws -> [UInt8] {
        TerminalCharacters.escaped(inJSON: Array(try Self.encoder(onLines: onLines).encode(self)))
    }

    fileprivate static func encoder(onLines: Bool) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if onLines { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            // The format truncates to milliseconds, so a value that is slightly too small would lose a whole one.
            try container.encode(date.addingTimeInterval(0.0005).formatted(Self.moment))
        }
        return encoder
    }

    /// The format `2015-11-29T10:57:29.250Z`.
    static let moment = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension CompleteAlbum {
    /// The album as an export writes it, on lines of its own.
    public func json() throws -> String {
        String(decoding: try ExportedAlbum(self).json(onLines: true), as: UTF8.self)
    }
}

extension [CompleteAlbum] {
    /// The albums as an array of what an export writes, on lines of their own.
    public func json() throws -> String {
        let bytes = try ExportedAlbum.encoder(onLines: true).encode(map { ExportedAlbum($0) })
        return String(decoding: TerminalCharacters.escaped(inJSON: [UInt8](bytes)), as: UTF8.self)
    }
}
