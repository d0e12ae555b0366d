/// The contents of a library in numbers.
public struct LibraryStatistics: Sendable, Hashable, Codable {
    /// A value and the number of albums that have it.
    public struct Share: Sendable, Hashable, Codable {
        /// The value: a genre, a label or a format.
        public let name: String
        /// The number of albums.
        public let albums: Int

        package init(name: String, albums: Int) {
            self.name = name
            self.albums = albums
        }
    }

    /// The albums of a decade.
    public struct Decade: Sendable, Hashable, Codable {
        /// The decade's first year.
        public let year: Int
        /// The number of albums.
        public let albums: Int

        package init(year: Int, albums: Int) {
            self.year = year
            self.albums = albums
        }
    }

    /// The most frequent values of a kind.
    public struct Shares: Sendable, Hashable, Codable {
        /// The most frequent values, the most frequent first.
        public package(set) var top: [Share] = []
        /// The number of other values.
        public package(set) var otherValues = 0
        /// The number of albums that have only other values.
        public package(set) var otherAlbums = 0

        package init() {}
    }

    /// The numbers of albums that lack something.
    public struct Missing: Sendable, Hashable, Codable {
        /// Without a cover.
        public package(set) var covers = 0
        /// Without a year.
        public package(set) var years = 0
        /// Without a genre.
        public package(set) var genres = 0
        /// Without a number of tracks.
        public package(set) var tracks = 0

        package init() {}
    }

    /// The number of albums.
    public package(set) var albums = 0
    /// The number of tracks.
    public package(set) var tracks = 0
    /// The playing time of all tracks whose time is known, in seconds.
    public package(set) var seconds = 0
    /// The decades that have albums, the first one first.
    public package(set) var decades: [Decade] = []
    /// The genres. An album may have several.
    public package(set) var genres = Shares()
    /// The labels. An album may have several.
    public package(set) var labels = Shares()
    /// The parts of formats: "LP" and "Album" for `2xLP, Album`.
    public package(set) var formats = Shares()
    /// The missing things.
    public package(set) var missing = Missing()

    package init() {}
}
