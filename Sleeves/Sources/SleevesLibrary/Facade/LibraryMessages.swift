public import Heed

/// A message that a view shows an album whose cover isn't in memory.
public struct CoverRequested: HubMessage {
    /// The album's identifier.
    public let album: Album.ID
    /// The size that fits the view's screen.
    public let size: CoverSize

    /// Creates a request for an album's cover.
    public init(album: Album.ID, size: CoverSize = .standard) {
        self.album = album
        self.size = size
    }
}

/// A message that a view which requested an album's cover no longer shows it.
public struct CoverDismissed: HubMessage {
    /// The album's identifier.
    public let album: Album.ID

    /// Creates a message that one view less shows an album's cover.
    public init(album: Album.ID) {
        self.album = album
    }
}

/// A message that covers can be shown but not stored. Posted once per run of the program.
public struct CoversNotKept: HubMessage {
    /// The problem, its place and its remedy.
    public let problem: PersistencyError

    /// Creates a message with the disk's error.
    public init(_ problem: PersistencyError) {
        self.problem = problem
    }
}

/// A message that albums, or copies of them, were added to the library, removed from it, or changed.
public struct LibraryChanged: HubMessage {
    /// The step whose albums a window shows, if that changed the library: one that was undone or redone, or the addition of a record.
    public let step: HistoryStep?

    /// Creates a message about a change.
    public init(_ step: HistoryStep? = nil) {
        self.step = step
    }
}
