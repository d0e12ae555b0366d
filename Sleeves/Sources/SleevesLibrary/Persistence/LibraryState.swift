/// Where the person left the window: what is restored when it opens again.
public struct LibraryState: Sendable, Hashable, Codable {
    /// The album that was chosen. It may have been removed since.
    public var selectedAlbum: AlbumID?
    /// In application pixels.
    public var windowWidth: Int
    /// In application pixels.
    public var windowHeight: Int
    /// Whether the window filled the screen; width and height are then those it goes back to.
    public var isMaximized: Bool

    /// A state; without arguments, that of a window never opened before.
    public init(selectedAlbum: AlbumID? = nil, windowWidth: Int = 960, windowHeight: Int = 680, isMaximized: Bool = false) {
        self.selectedAlbum = selectedAlbum
        self.windowWidth = windowWidth
        self.windowHeight = windowHeight
        self.isMaximized = isMaximized
    }

    /// Reads a state that an older or newer version wrote: what it does not say, or says absurdly, keeps its default.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        selectedAlbum = try container.decodeIfPresent(AlbumID.self, forKey: .selectedAlbum)
        let sane = 100...32_767
        if let width = try container.decodeIfPresent(Int.self, forKey: .windowWidth), sane.contains(width) { windowWidth = width }
        if let height = try container.decodeIfPresent(Int.self, forKey: .windowHeight), sane.contains(height) { windowHeight = height }
        isMaximized = try container.decodeIfPresent(Bool.self, forKey: .isMaximized) ?? false
    }
}
