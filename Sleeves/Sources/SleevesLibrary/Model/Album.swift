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

    /// What the library says of the album now.
    public private(set) var record: AlbumRecord

    /// The album's title.
    public var title: String { record.title }
    /// The name the album is filed under.
    public var artist: String { record.artist }
    /// The year of release, where it is known.
    public var year: Int? { record.year }
    /// The genre, where it is known.
    public var genre: String? { record.genre }
    /// How many tracks the album has, where the source lists them.
    public var trackCount: Int? { record.trackCount }

    /// "Artist – Title", for accessibility and for window titles.
    public var heading: String { "\(artist) – \(title)" }

    init(_ record: AlbumRecord) {
        id = record.id
        cover = Cover()
        self.record = record
    }

    /// Takes over what the database says now. Nobody is told where that is the same.
    func update(from record: AlbumRecord) {
        if self.record != record { self.record = record }
    }
}
