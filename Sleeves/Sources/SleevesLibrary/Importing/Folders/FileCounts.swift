/// What an import found of the person's audio files, beside what it knew of them.
public struct FileCounts: Sendable, Hashable, Codable {
    /// All that are there, each once, whatever links lead to it.
    public var found = 0
    /// Those that were not there before.
    public var new = 0
    /// Those that are there, and now are others.
    public var changed = 0
    /// Those that were in another place before.
    public var moved = 0
    /// Those that were there before, and are not any more.
    public var gone = 0
    /// Those that cannot be used.
    public var unusable = 0

    /// Hidden folders and audio files, which are passed over.
    public var hidden = 0
    /// Audio files of kinds that are not read, by the extension of their names in lower case.
    public var unread: [String: Int] = [:]

    /// Those that are as they were.
    public var unchanged: Int { found - new - changed - moved }

    /// No files at all.
    public init() {}
}
