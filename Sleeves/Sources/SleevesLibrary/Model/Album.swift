public import Heed

/// An observable album for the window. It stays the same object while the program runs.
///
/// - Threading: May be read and changed on any thread; notifies observers on the thread that changes it.
@KeyValueObservable
public final class Album: Sendable, Identifiable {
    /// The album's identifier, for as long as it is in the library.
    public let id: AlbumID
    /// The album's cover and its state.
    public let cover: Cover

    /// The album's current values in the library.
    public private(set) var record: AlbumRecord
    /// The facts about the album's copies that a list shows.
    public private(set) var signs: AlbumSigns

    /// The album's title.
    public var title: String { record.title }
    /// The artist under which the album is filed.
    public var artist: String { record.artist }
    /// The year of release, if known.
    public var year: Int? { record.year }
    /// The genre, if known.
    public var genre: String? { record.genre }
    /// The number of tracks, if the source lists them.
    public var trackCount: Int? { record.trackCount }

    /// "Artist – Title", for accessibility and for window titles.
    public var heading: String { "\(artist) – \(title)" }

    init(_ record: AlbumRecord, signs: AlbumSigns) {
        id = record.id
        cover = Cover()
        self.record = record
        self.signs = signs
    }

    /// Updates the album from the database. Doesn't notify observers if nothing changed.
    func update(from record: AlbumRecord, signs: AlbumSigns) {
        if self.record != record { self.record = record }
        if self.signs != signs { self.signs = signs }
    }
}
