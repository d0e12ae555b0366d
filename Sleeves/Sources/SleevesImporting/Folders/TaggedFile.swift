package import SleevesCovers
package import SleevesModel
package import struct FoundationEssentials.Date

/// An audio file with its tags, or a track of one that a CUE sheet divides.
package struct TaggedFile: Sendable, Hashable {
    /// The absolute path.
    package var path: String
    package var tags: AudioTags
    /// The time at which the file came to its place, if known.
    package var arrived: Date?

    /// The size in bytes, if known.
    package var size: Int64?
    /// The part of the file; `nil` for the whole file.
    package var segment: FileSegment?

    package init(path: String, tags: AudioTags, arrived: Date? = nil, size: Int64? = nil) {
        self.path = path
        self.tags = tags
        self.arrived = arrived
        self.size = size
    }
}

extension TaggedFile {
    /// The place on the disk, by which tracks are sorted that have nothing else: the path, and where the track begins in the file.
    package var place: (path: String, start: Int) { (path, segment?.start ?? 0) }
}
