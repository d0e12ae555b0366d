/// What an import found.
public struct ImportResult: Sendable, Hashable {
    /// Every album once: those of lists first, in the order of the lists, then those of audio files, in the order of their paths.
    public var albums: [AlbumRecord]
    /// What was left out, or not taken over in full.
    public var problems: [ImportProblem]
    /// Files that gave something to the albums.
    public var filesRead: Int
    /// Keys in lists that mean nothing here, counted once for each entry they stand in.
    public var keysIgnored: Int

    /// A result with these parts; without any, that of an import that found nothing.
    public init(albums: [AlbumRecord] = [], problems: [ImportProblem] = [], filesRead: Int = 0, keysIgnored: Int = 0) {
        self.albums = albums
        self.problems = problems
        self.filesRead = filesRead
        self.keysIgnored = keysIgnored
    }

    /// Adds what another import found. An album that is already here stays as it is.
    public mutating func merge(_ other: ImportResult) {
        var known = Set(albums.map(\.id))
        albums += other.albums.filter { known.insert($0.id).inserted }
        problems += other.problems
        filesRead += other.filesRead
        keysIgnored += other.keysIgnored
    }
}
