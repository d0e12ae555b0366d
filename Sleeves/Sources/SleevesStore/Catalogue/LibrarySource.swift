public import struct FoundationEssentials.Date

/// A folder that the library follows, or a list that was imported.
public struct LibrarySource: Sendable, Hashable {
    /// The kinds of sources.
    public enum Kind: String, Sendable, Hashable {
        /// A folder of audio files, which the library follows.
        case folder
        /// A file that names albums.
        case list
    }

    /// The absolute path.
    public let path: String
    /// The kind of source.
    public var kind = Kind.folder
    /// The number of the library's albums that have files in the folder, or that the list names. Albums that a list wants count too.
    public let albumCount: Int
    /// The number of the folder's audio files that the library knows.
    public var fileCount = 0
    /// Whether the source is away. A folder is away if it is disconnected, or empty although it was the place of a disk. Its albums stay
    /// until the library stops following it.
    public var isAway = false
    /// The time at which the source was last read as a whole, if that is known.
    public var lastRead: Date?
    /// The number of files and entries that can't be used.
    public var problemCount = 0
}
