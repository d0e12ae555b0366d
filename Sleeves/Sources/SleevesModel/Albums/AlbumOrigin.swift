/// The reason why some files are one album, and the rips that it consists of.
public struct AlbumOrigin: Sendable, Hashable {
    /// A rule that makes files one album.
    public enum Rule: Sendable, Hashable {
        /// They name the same release of MusicBrainz.
        case release
        /// They have the same title and artist.
        case named
        /// They have the same artist and folder, and no title of an album.
        case untitled
        /// They have no tags, and the names of their folders tell title and artist.
        case guessed
    }

    /// The files of one folder, or of its discs, in one format.
    public struct Rip: Sendable, Hashable {
        /// The path of the album's folder, which contains those of its discs.
        public let folder: String
        /// The ending of the files' names, such as `flac`.
        public let format: String
        /// The number of files.
        public let fileCount: Int
        /// Whether all of its tracks are also in a better rip, which is played.
        public let isCopy: Bool

        package init(folder: String, format: String, fileCount: Int, isCopy: Bool) {
            (self.folder, self.format, self.fileCount, self.isCopy) = (folder, format, fileCount, isCopy)
        }
    }

    /// The rule that made the files one album.
    public let rule: Rule
    /// The rips: first those that are played, in playing order.
    public let rips: [Rip]

    package init(rule: Rule, rips: [Rip]) {
        (self.rule, self.rips) = (rule, rips)
    }
}
