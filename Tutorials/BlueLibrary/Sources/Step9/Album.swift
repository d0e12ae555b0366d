import Heed

/// The model: an album. It knows neither the views that show it nor the controller between them.
@KeyValueObservable
final class Album: Codable {
    /// Names the album in messages and files, whatever its title.
    let id: String
    var title: String
    var artist: String
    var genre: String
    var year: Int
    let cover = Cover()

    /// The names of an album's properties in JSON. The macro keeps the value of `title` in `_title`; the cover isn't part of the file.
    private enum CodingKeys: String, CodingKey {
        case id
        case _title = "title"
        case _artist = "artist"
        case _genre = "genre"
        case _year = "released"
    }
}
