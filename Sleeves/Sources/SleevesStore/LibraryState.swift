public import SleevesModel

/// The state of the window, which is restored when it opens again.
public struct LibraryState: Sendable, Hashable, Codable {
    /// The selected album. It may have been removed since.
    public var selectedAlbum: AlbumID?
    /// The index of the selected album, so that a neighbour is selected if it has been removed.
    public var position: Int
    /// The search text; empty if there was no search.
    public var search: String
    /// The order of the albums.
    public var sort: AlbumSort
    /// The width, in application pixels.
    public var windowWidth: Int
    /// The height, in application pixels.
    public var windowHeight: Int
    /// Whether the window was maximized; width and height are then those of its restored size.
    public var isMaximized: Bool
    /// The choices about the network.
    public var network: NetworkSettings

    /// Creates a state; without arguments, that of a new window.
    public init(
        selectedAlbum: AlbumID? = nil,
        position: Int = 0,
        search: String = "",
        sort: AlbumSort = .artist,
        windowWidth: Int = 960,
        windowHeight: Int = 680,
        isMaximized: Bool = false,
        network: NetworkSettings = NetworkSettings()
    ) {
        self.selectedAlbum = selectedAlbum
        self.position = position
        self.search = search
        self.sort = sort
        self.windowWidth = windowWidth
        self.windowHeight = windowHeight
        self.isMaximized = isMaximized
        self.network = network
    }

    /// Decodes a state that an older or newer version wrote. Missing and absurd values get their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        selectedAlbum = try container.decodeIfPresent(AlbumID.self, forKey: .selectedAlbum)
        if let position = try container.decodeIfPresent(Int.self, forKey: .position), position >= 0 { self.position = position }
        search = try container.decodeIfPresent(String.self, forKey: .search) ?? ""
        // Another version may have other orders.
        if let name = try container.decodeIfPresent(String.self, forKey: .sort), let sort = AlbumSort(rawValue: name) { self.sort = sort }
        let sane = 100...32_767
        if let width = try container.decodeIfPresent(Int.self, forKey: .windowWidth), sane.contains(width) { windowWidth = width }
        if let height = try container.decodeIfPresent(Int.self, forKey: .windowHeight), sane.contains(height) { windowHeight = height }
        isMaximized = try container.decodeIfPresent(Bool.self, forKey: .isMaximized) ?? false
        // Where they can't be read, nothing is allowed.
        network = (try? container.decodeIfPresent(NetworkSettings.self, forKey: .network)).flatMap(\.self) ?? NetworkSettings()
    }
}
