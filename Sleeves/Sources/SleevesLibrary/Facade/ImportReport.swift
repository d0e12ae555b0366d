/// What an import has done.
public struct ImportReport: Sendable, Hashable {
    /// How many albums are new, changed, as they were, or gone.
    public var albums = SaveSummary()
    /// How many of the imported albums have a cover in the library now.
    public var coversPresent = 0
    /// What was found of the person's audio files.
    public var files = FileCounts()
    /// How many lists were read.
    public var listsRead = 0
    /// What could not be used, and why.
    public var problems: [ImportProblem] = []
    /// The paths that could not be imported at all. They are among the problems too.
    public var refusals: [ImportError] = []
    /// How many values with a key that means nothing here were left out.
    public var keysIgnored = 0
    /// Those keys, with how many entries have a value there.
    public var ignoredKeys: [String: Int] = [:]
    /// How many albums the wantlists have named. They are not among the library's.
    public var wanted = 0
    /// Whether it can be undone. One that changes more than the library keeps cannot.
    public var canBeUndone = true
    /// How long it took.
    public var duration = Duration.zero

    /// Whether there was nothing to take at all: no album, no wish, and nothing that is gone.
    public var isEmpty: Bool { albums == SaveSummary() && wanted == 0 && files.gone == 0 }

    /// How many files were read or known, lists included.
    public var filesRead: Int { files.found - files.unusable + listsRead }
}

/// How far an import has come.
public enum ImportStage: Sendable, Hashable {
    /// Files are being found and read.
    case reading(ImportProgress)
    /// Covers are being taken from files.
    case covers(done: Int, of: Int)
}
