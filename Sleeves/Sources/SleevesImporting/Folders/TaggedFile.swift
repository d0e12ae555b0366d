package import SleevesCovers

/// An audio file with its tags.
package struct TaggedFile: Sendable, Hashable {
    /// The absolute path.
    package var path: String
    package var tags: AudioTags

    package init(path: String, tags: AudioTags) {
        self.path = path
        self.tags = tags
    }
}
