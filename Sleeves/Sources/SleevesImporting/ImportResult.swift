public import SleevesModel

/// The result of an import.
public struct ImportResult: Sendable, Hashable {
    /// Every album once: those of lists first, in the order of the lists, then those of audio files, in the order of their paths.
    public var albums: [CompleteAlbum]
    /// Albums that a wantlist names, each once. They are wanted, and not owned.
    public var wanted: [CompleteAlbum] = []
    /// What was left out, or not taken over in full.
    public var problems: [ImportProblem]
    /// The number of files that contributed to the albums.
    public var filesRead: Int
    /// The unknown keys and columns of lists, with the number of entries that have a value there.
    public private(set) var ignoredKeys: [String: Int] = [:]
    /// The number of values under unknown keys, counted once per entry.
    public private(set) var keysIgnored = 0

    /// The maximum number of kept names, because a hostile list may have new ones in each entry.
    private static let keyLimit = 1000
    /// The maximum length of a kept name, in characters.
    private static let keyLength = 40

    /// A result with these parts; without any, that of an import that found nothing.
    public init(albums: [CompleteAlbum] = [], problems: [ImportProblem] = [], filesRead: Int = 0) {
        self.albums = albums
        self.problems = problems
        self.filesRead = filesRead
    }

    /// Counts a value under an unknown name.
    mutating func ignore(_ name: String, times: Int = 1) {
        keysIgnored += times
        let name = String((name.cleaned() ?? "").prefix(Self.keyLength))
        if ignoredKeys.count < Self.keyLimit || ignoredKeys[name] != nil { ignoredKeys[name, default: 0] += times }
    }

    /// Adds the result of another import. Albums that are already present stay unchanged.
    public mutating func merge(_ other: ImportResult) {
        var known = Set(albums.map(\.id))
        albums += other.albums.filter { known.insert($0.id).inserted }
        var knownWanted = Set(wanted.map(\.id))
        wanted += other.wanted.filter { knownWanted.insert($0.id).inserted }
        problems += other.problems
        filesRead += other.filesRead
        let total = keysIgnored + other.keysIgnored
        for (name, count) in other.ignoredKeys { ignore(name, times: count) }
        keysIgnored = total
    }
}
