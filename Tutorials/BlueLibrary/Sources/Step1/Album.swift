import Heed

/// The model: an album. It knows neither the table that shows it nor the controller between them.
@KeyValueObservable
final class Album {
    var title: String
    var artist: String
    var genre: String
    var year: Int

    init(title: String, artist: String, genre: String, year: Int) {
        self.title = title
        self.artist = artist
        self.genre = genre
        self.year = year
    }
}
