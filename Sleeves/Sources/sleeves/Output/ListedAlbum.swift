internal import FoundationEssentials
internal import SleevesLibrary

/// An album as `sleeves list` prints it. The keys of the JSON form are a promise to scripts.
struct ListedAlbum: Encodable {
    let id: String
    let title: String
    let artist: String
    let year: Int?
    let genre: String?
    let trackCount: Int?
    let cover: String
    let coverURL: String?
    let source: String
    /// Whether its files are on a disk that is not connected.
    let away: Bool

    init(_ album: StoredAlbum, isAway: Bool) {
        away = isAway
        id = album.id.rawValue
        title = album.title
        artist = album.artist
        year = album.year
        genre = album.genre
        trackCount = album.trackCount
        cover = album.shownCover.name
        coverURL = album.coverURL
        source = album.source.rawValue
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, title, artist, year, genre, trackCount, cover, coverURL, source, away
    }

    /// Every key is there, with `null` where nothing is known.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(title, forKey: .title)
        try container.encode(artist, forKey: .artist)
        try container.encode(year, forKey: .year)
        try container.encode(genre, forKey: .genre)
        try container.encode(trackCount, forKey: .trackCount)
        try container.encode(cover, forKey: .cover)
        try container.encode(coverURL, forKey: .coverURL)
        try container.encode(source, forKey: .source)
        try container.encode(away, forKey: .away)
    }

    /// One array.
    static func json(_ albums: [ListedAlbum]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(albums), as: UTF8.self)
    }

    /// A heading and a line an album, as RFC 4180 says, harmless to spreadsheets.
    static func csv(_ albums: [ListedAlbum]) -> String {
        let heading = CodingKeys.allCases.filter { $0 != .away }.map(\.rawValue)
        return ([heading] + albums.map(\.fields)).map { $0.map(CSVField.encoded).joined(separator: ",") + "\r\n" }.joined()
    }

    private var fields: [String] {
        [
            id, title, artist, year.map(String.init) ?? "", genre ?? "", trackCount.map(String.init) ?? "", cover, coverURL ?? "", source,
        ]
    }
}
