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
    public var order: AlbumOrder
    /// The value that the albums are sorted by. Setting it sets an order that isn't reversed.
    public var sort: AlbumSort {
        get { order.sort }
        set { order = AlbumOrder(newValue) }
    }
    /// The width, in application pixels.
    public var windowWidth: Int
    /// The height, in application pixels.
    public var windowHeight: Int
    /// Whether the window was maximized; width and height are then those of its restored size.
    public var isMaximized: Bool

    /// Creates a state; without arguments, that of a new window.
    public init(
        selectedAlbum: AlbumID? = nil,
        position: Int = 0,
        search: String = "",
        order: AlbumOrder = AlbumOrder(),
        windowWidth: Int = 960,
        windowHeight: Int = 680,
        isMaximized: Bool = false
    ) {
        self.selectedAlbum = selectedAlbum
        self.position = position
        self.search = search
        self.order = order
        self.windowWidth = windowWidth
        self.windowHeight = windowHeight
        self.isMaximized = isMaximized
    }

    private enum CodingKeys: String, CodingKey {
        case selectedAlbum, position, search, sort, order, windowWidth, windowHeight, isMaximized
    }

    /// Encodes the state. Earlier versions read the order's `sort`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(selectedAlbum, forKey: .selectedAlbum)
        try container.encode(position, forKey: .position)
        try container.encode(search, forKey: .search)
        try container.encode(order.sort, forKey: .sort)
        try container.encode(order, forKey: .order)
        try container.encode(windowWidth, forKey: .windowWidth)
        try container.encode(windowHeight, forKey: .windowHeight)
        try container.encode(isMaximized, forKey: .isMaximized)
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
        if let order = try container.decodeIfPresent(AlbumOrder.self, forKey: .order) { self.order = order }
        let sane = 100...32_767
        if let width = try container.decodeIfPresent(Int.self, forKey: .windowWidth), sane.contains(width) { windowWidth = width }
        if let height = try container.decodeIfPresent(Int.self, forKey: .windowHeight), sane.contains(height) { windowHeight = height }
        isMaximized = try container.decodeIfPresent(Bool.self, forKey: .isMaximized) ?? false
    }
}
