/// What fetching covers has done.
public struct CoverReport: Sendable, Hashable {
    /// A cover that could not be had.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// Whose cover it is: "Artist – Title".
        public let album: String
        /// Why, and what to do.
        public let reason: String

        /// "Artist – Title: why".
        public var description: String { "\(album): \(reason)" }
    }

    /// How many covers were missing, but for those that were looked for lately.
    public var sought = 0
    /// How many are there now.
    public var found = 0
    /// How many nobody has who was asked.
    public var absent = 0
    /// What could not be had, and why.
    public var problems: [Problem] = []
    /// How many wait for the network.
    public var waiting = 0
}

/// How far the fetching of covers has come.
public struct CoverProgress: Sendable, Hashable {
    /// How many were looked for.
    public var done: Int
    /// How many are to be looked for.
    public var count: Int
}
