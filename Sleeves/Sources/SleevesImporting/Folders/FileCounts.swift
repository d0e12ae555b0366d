/// The numbers of audio files that an import found, compared to the previous one.
public struct FileCounts: Sendable, Hashable, Codable {
    /// All existing files, each once, whatever links lead to it.
    public var found = 0
    /// New files.
    public var new = 0
    /// Changed files.
    public var changed = 0
    /// Files that were in another place before.
    public var moved = 0
    /// Files that no longer exist.
    public var gone = 0
    /// Unusable files.
    public var unusable = 0

    /// Hidden folders and audio files, recycle bins and snapshots, which are skipped.
    public var hidden = 0
    /// Audio files in unsupported formats, by their lowercase extensions.
    public var unread: [String: Int] = [:]

    /// Unchanged files.
    public var unchanged: Int { found - new - changed - moved }

    /// Whether there are other files than before, or some have changed.
    package var areOther: Bool { new + changed + moved + gone > 0 }

    /// Creates counts of zero.
    public init() {}
}
