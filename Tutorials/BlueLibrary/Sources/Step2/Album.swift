import Heed

/// The model: an album. It knows neither the table that shows it nor the controller between them.
@KeyValueObservable
final class Album {
    /// Names the album in messages and files, whatever its title.
    let id: String
    var title: String
    var artist: String
    var genre: String
    var year: Int

    init(id: String, title: String, artist: String, genre: String, year: Int) {
        self.id = id
        self.title = title
        self.artist = artist
        self.genre = genre
        self.year = year
    }
}
