/// An audio file and what it says about itself.
package struct TaggedFile: Sendable, Hashable {
    /// Absolute.
    package var path: String
    package var tags: AudioTags

    package init(path: String, tags: AudioTags) {
        self.path = path
        self.tags = tags
    }
}
