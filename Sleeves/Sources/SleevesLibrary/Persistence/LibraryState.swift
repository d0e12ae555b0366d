/// Where the person left the window: what is restored when it opens again.
public struct LibraryState: Sendable, Hashable, Codable {
    /// The album that was chosen. It may have been removed since.
    public var selectedAlbum: AlbumID?
    /// Where that album stood, counted from 0, so that its neighbour is chosen where it has been removed.
    public var position: Int
    /// What was searched for; empty while nothing was.
    public var search: String
    /// The order of the albums.
    public var sort: AlbumSort
    /// In application pixels.
    public var windowWidth: Int
    /// In application pixels.
    public var windowHeight: Int
    /// Whether the window filled the screen; width and height are then those it goes back to.
    public var isMaximized: Bool

    /// A state; without arguments, that of a window never opened before.
    public init(
        selectedAlbum: AlbumID? = nil,
        position: Int = 0,
        search: String = "",
        sort: AlbumSort = .artist,
        windowWidth: Int = 960,
        windowHeight: Int = 680,
        isMaximized: Bool = false
    ) {
        self.selectedAlbum = selectedAlbum
        self.position = position
        self.search = search
        self.sort = sort
        self.windowWidth = windowWidth
        self.windowHeight = windowHeight
        self.isMaximized = isMaximized
    }

    /// Reads a state that an older or newer version wrote: what it does not say, or says absurdly, keeps its default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        selectedAlbum = try container.decodeIfPresent(AlbumID.self, forKey: .selectedAlbum)
        if let position = try container.decodeIfPresent(Int.self, forKey: .position), position >= 0 { self.position = position }
        search = try container.decodeIfPresent(String.self, forKey: .search) ?? ""
        // Another version may know other orders.
        if let name = try container.decodeIfPresent(String.self, forKey: .sort), let sort = AlbumSort(rawValue: name) { self.sort = sort }
        let sane = 100...32_767
        if let width = try container.decodeIfPresent(Int.self, forKey: .windowWidth), sane.contains(width) { windowWidth = width }
        if let height = try container.decodeIfPresent(Int.self, forKey: .windowHeight), sane.contains(height) { windowHeight = height }
        isMaximized = try container.decodeIfPresent(Bool.self, forKey: .isMaximized) ?? false
    }
}
