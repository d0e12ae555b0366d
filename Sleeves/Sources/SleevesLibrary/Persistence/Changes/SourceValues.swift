/// What an album's source says of the things that a person can change by hand: what is left when the changes are taken back.
struct SourceValues: Codable, Hashable {
    var title: String
    var artist: String
    var titleSortName: String?
    var artistSortName: String?
    var year: Int?
    var genre: String?

    init(_ record: AlbumRecord) {
        title = record.title
        artist = record.artist
        titleSortName = record.titleSortName
        artistSortName = record.artistSortName
        year = record.year
        genre = record.genre
    }

    func apply(to record: inout AlbumRecord) {
        record.title = title
        record.artist = artist
        record.titleSortName = titleSortName
        record.artistSortName = artistSortName
        record.year = year
        record.genre = genre
    }
}
