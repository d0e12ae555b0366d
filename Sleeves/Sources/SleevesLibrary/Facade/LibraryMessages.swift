public import Heed

/// A view shows an album whose cover is not in memory.
public struct CoverRequested: HubMessage {
    /// Which album.
    public let album: Album.ID
    /// How large the view's screen wants it.
    public let size: CoverSize

    /// A request for an album's cover.
    public init(album: Album.ID, size: CoverSize = .standard) {
        self.album = album
        self.size = size
    }
}

/// A view that asked for an album's cover does not show it any more.
public struct CoverDismissed: HubMessage {
    /// Which album.
    public let album: Album.ID

    /// A notice that one view less shows an album's cover.
    public init(album: Album.ID) {
        self.album = album
    }
}

/// Covers are shown but cannot be kept on the disk. Told once while the program runs.
public struct CoversNotKept: HubMessage {
    /// Why, where, and what to do.
    public let problem: PersistencyError

    /// A notice of what the disk said.
    public init(_ problem: PersistencyError) {
        self.problem = problem
    }
}

/// Albums have come into the library, gone from it, or changed.
public struct LibraryChanged: HubMessage {
    /// What was undone or redone, where that has changed the library.
    public let step: HistoryStep?

    /// A notice of a change.
    public init(_ step: HistoryStep? = nil) {
        self.step = step
    }
}
