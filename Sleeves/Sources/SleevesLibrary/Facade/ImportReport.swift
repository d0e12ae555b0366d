/// What an import has done.
public struct ImportReport: Sendable, Hashable {
    /// How many albums are new, changed, or as they were.
    public var albums: SaveSummary
    /// How many of the imported albums have a cover in the library now.
    public var coversPresent: Int
    /// How many files were read.
    public var filesRead: Int
    /// What could not be used, and why.
    public var problems: [ImportProblem]
    /// How many values with a key that means nothing here were left out.
    public var keysIgnored: Int
}

/// How far an import has come.
public enum ImportStage: Sendable, Hashable {
    /// Files are being found and read.
    case reading(ImportProgress)
    /// Covers are being taken from files.
    case covers(done: Int, of: Int)
}
