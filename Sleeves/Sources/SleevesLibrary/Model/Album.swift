public import Heed

/// An album as the window shows it: observable, and the same object for as long as the program runs.
///
/// - Threading: May be read and changed on any thread; observers are told on the thread that changes it.
@KeyValueObservable
public final class Album: Sendable, Identifiable {
    /// Names the album for as long as it is in the library.
    public let id: AlbumID
    /// The album's picture, or what is known of it.
    public let cover: Cover

    /// The album's title.
    public internal(set) var title: String
    /// The name the album is filed under.
    public internal(set) var artist: String
    /// The year of release, where it is known.
    public internal(set) var year: Int?
    /// The genre, where it is known.
    public internal(set) var genre: String?
    /// How many tracks the album has, where the source lists them.
    public internal(set) var trackCount: Int?

    /// "Artist – Title", for accessibility and for window titles.
    public var heading: String { "\(artist) – \(title)" }

    init(_ stored: StoredAlbum) {
        id = stored.id
        cover = Cover()
        title = stored.title
        artist = stored.artist
        year = stored.year
        genre = stored.genre
        trackCount = stored.trackCount
    }

    /// Takes over what the database says now. Only what differs is set, so that nobody is told of nothing.
    func update(from stored: StoredAlbum) {
        if title != stored.title { title = stored.title }
        if artist != stored.artist { artist = stored.artist }
        if year != stored.year { year = stored.year }
        if genre != stored.genre { genre = stored.genre }
        if trackCount != stored.trackCount { trackCount = stored.trackCount }
    }
}
