internal import SleevesLibrary

/// An album as `sleeves list` prints it. Scripts rely on the keys of the JSON form.
struct ListedAlbum: Encodable {
    let album: AlbumRecord
    /// Whether its files are on a disk that is not connected.
    let isAway: Bool

    init(_ album: AlbumRecord, isAway: Bool) {
        self.album = album
        self.isAway = isAway
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, title, artist, year, genre, trackCount, cover, coverURL, source, away
    }

    /// Encodes every key, with `null` for unknown values.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(album.id, forKey: .id)
        try container.encode(album.title, forKey: .title)
        try container.encode(album.artist, forKey: .artist)
        try container.encode(album.year, forKey: .year)
        try container.encode(album.genre, forKey: .genre)
        try container.encode(album.trackCount, forKey: .trackCount)
        try container.encode(album.shownCover.name, forKey: .cover)
        try container.encode(album.coverURL, forKey: .coverURL)
        try container.encode(album.source, forKey: .source)
        try container.encode(isAway, forKey: .away)
    }

    /// Returns a header and one line per album, according to RFC 4180 and harmless to spreadsheets.
    static func csv(_ albums: [ListedAlbum]) -> String {
        let heading = CodingKeys.allCases.filter { $0 != .away }.map(\.rawValue)
        return ([heading] + albums.map(\.fields)).map { $0.map(CSVField.encoded).joined(separator: ",") + "\r\n" }.joined()
    }

    private var fields: [String] {
        [
            album.id.rawValue, album.title, album.artist, album.year.map(String.init) ?? "", album.genre ?? "",
            album.trackCount.map(String.init) ?? "", album.shownCover.name, album.coverURL ?? "", album.source.rawValue,
        ]
    }
}
