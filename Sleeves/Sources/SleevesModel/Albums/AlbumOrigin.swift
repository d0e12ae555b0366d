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

    /// A decision of the user, which precedes the rule.
    public enum Decision: Int, Sendable, Hashable, Codable {
        /// The files of several albums are one.
        case joined = 0
        /// The files are an album of their own.
        case split = 1
    }

    /// The files of one folder, or of its discs, in one format.
    public struct Rip: Sendable, Hashable {
        /// The path of the album's folder, which contains those of its discs.
        public let folder: String
        /// The ending of the files' names, such as `flac`.
        public let format: String
        /// The number of files.
        public let fileCount: Int
        /// Whether all of its tracks are also in another rip, which is played.
        public let isCopy: Bool
        /// The date of its release, if that isn't the first one of the album.
        public let reissue: String?

        package init(folder: String, format: String, fileCount: Int, isCopy: Bool, reissue: String? = nil) {
            (self.folder, self.format, self.fileCount, self.isCopy) = (folder, format, fileCount, isCopy)
            self.reissue = reissue
        }
    }

    /// The rule that made the files one album.
    public let rule: Rule
    /// The user's decision, if there is one.
    public let decision: Decision?
    /// The rips: first those that are played, in playing order.
    public let rips: [Rip]

    /// Whether the user has chosen which copy is played.
    public let isCopyChosen: Bool

    /// Whether the reason doesn't go without saying, as it does for the tagged files of one folder in one format.
    public var isNotable: Bool { rips.count > 1 || rule == .guessed || rule == .untitled || decision != nil }

    package init(rule: Rule, decision: Decision? = nil, rips: [Rip], isCopyChosen: Bool = false) {
        (self.rule, self.decision, self.rips, self.isCopyChosen) = (rule, decision, rips, isCopyChosen)
    }
}
