package import SleevesCovers
package import struct FoundationEssentials.Date

/// An audio file with its tags.
package struct TaggedFile: Sendable, Hashable {
    /// The absolute path.
    package var path: String
    package var tags: AudioTags
    /// When the file came to its place, if known.
    package var arrived: Date?

    /// The size in bytes, if known.
    package var size: Int64?

    package init(path: String, tags: AudioTags, arrived: Date? = nil, size: Int64? = nil) {
        self.path = path
        self.tags = tags
        self.arrived = arrived
        self.size = size
    }
}
