/// The result of fetching covers.
public struct CoverReport: Sendable, Hashable {
    /// A cover that couldn't be fetched.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The cover's album: "Artist – Title".
        public let album: String
        /// The reason and the remedy.
        public let reason: String

        /// "Artist – Title: why".
        public var description: String { "\(album): \(reason)" }
    }

    /// The number of missing covers, except recently requested ones.
    public var sought = 0
    /// The number of covers that were found.
    public var found = 0
    /// The number of covers that no source has.
    public var absent = 0
    /// The covers that couldn't be fetched, and why.
    public var problems: [Problem] = []
    /// The number of covers that wait for the network.
    public var waiting = 0
}

/// The progress of fetching covers.
public struct CoverProgress: Sendable, Hashable {
    /// The number of finished covers.
    public var done: Int
    /// The total number of covers.
    public var count: Int
}
