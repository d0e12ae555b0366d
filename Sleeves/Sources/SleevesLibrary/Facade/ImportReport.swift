/// The result of an import.
public struct ImportReport: Sendable, Hashable {
    /// The numbers of new, changed, unchanged and removed albums.
    public var albums = SaveSummary()
    /// The number of imported albums that have a cover in the library.
    public var coversPresent = 0
    /// The numbers of the user's audio files that were found.
    public var files = FileCounts()
    /// The number of lists that were read.
    public var listsRead = 0
    /// The files and entries that couldn't be used, and why.
    public var problems: [ImportProblem] = []
    /// The paths that couldn't be imported at all. They are among the problems too.
    public var refusals: [ImportError] = []
    /// The number of values that were ignored because their keys are unknown.
    public var keysIgnored = 0
    /// The unknown keys, each with the number of entries that have a value for it.
    public var ignoredKeys: [String: Int] = [:]
    /// The number of albums that wantlists name.
    public var wanted = 0
    /// The numbers of new, changed, unchanged and removed wishes.
    public var wishes = SaveSummary()
    /// The number of records without files that have become copies of the albums of files with their names.
    public var joined = 0
    /// Whether the import can be undone. An import that changes more than the library keeps can't be.
    public var canBeUndone = true
    /// The time that the import took.
    public var duration = Duration.zero

    /// Whether the import has changed albums or wishes, or joined records.
    public var changesAnything: Bool { albums.changesAnything || wishes.changesAnything || joined > 0 }

    /// Whether the import found nothing: no album, no wanted album, and no removed file.
    public var isEmpty: Bool { albums == SaveSummary() && wanted == 0 && files.gone == 0 }
}

/// The progress of an import: its stages, in order. An import needn't have all of them.
public enum ImportStage: Sendable, Hashable {
    /// Lists are being read.
    case lists(done: Int, of: Int)
    /// The albums of lists are being added. It is the last stage if there are no folders.
    case adding(done: Int, of: Int, isLast: Bool)
    /// Files are being found and read.
    case reading(ImportProgress)
    /// Covers are being taken from files.
    case covers(done: Int, of: Int)
}
