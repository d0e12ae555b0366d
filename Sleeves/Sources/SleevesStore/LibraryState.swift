public import SleevesModel

/// The state of the window, which is restored when it opens again.
public struct LibraryState: Sendable, Hashable, Codable {
    /// The selected album. It may have been removed since.
    public var selectedAlbum: AlbumID?
    /// The index of the selected album, so that a neighbour is selected if it has been removed.
    public var position: Int
    /// The search text; empty if there was no search.
    public var search: String
    /// The facets that the shown albums have.
    public var filter: AlbumFilter
    /// The order of the albums.
    public var order: AlbumOrder
    /// Whether the shelves are listed beside the albums, where there is room.
    public var showsShelves: Bool
    /// The way in which the window shows the albums.
    public var layout: AlbumLayout
    /// The side of the covers of the wall, in application pixels.
    public var coverSide: Int
    /// The width, in application pixels.
    public var windowWidth: Int
    /// The height, in application pixels.
    public var windowHeight: Int
    /// Whether the window was maximized; width and height are then those of its restored size.
    public var isMaximized: Bool
    /// The choices about the network.
    public var network: NetworkSettings
    /// The track that was playing, and the position in it; `nil` if none was.
    public var playback: PlaybackState?
    /// The player's volume, from 0 to 1.
    public var volume: Double
    /// Whether the desktop shows each new track while the window isn't active.
    public var notifiesAboutTracks: Bool

    /// Creates a state; without arguments, that of a new window.
    public init(
        selectedAlbum: AlbumID? = nil,
        position: Int = 0,
        search: String = "",
        filter: AlbumFilter = AlbumFilter(),
        order: AlbumOrder = AlbumOrder(),
        showsShelves: Bool = false,
        layout: AlbumLayout = .wall,
        coverSide: Int = AlbumLayout.usualCoverSide,
        windowWidth: Int = 1_100,
        windowHeight: Int = 720,
        isMaximized: Bool = false,
        network: NetworkSettings = NetworkSettings(),
        playback: PlaybackState? = nil,
        volume: Double = 1,
        notifiesAboutTracks: Bool = false
    ) {
        self.selectedAlbum = selectedAlbum
        self.position = position
        self.search = search
        self.filter = filter
        self.order = order
        self.showsShelves = showsShelves
        self.layout = layout
        self.coverSide = coverSide
        self.windowWidth = windowWidth
        self.windowHeight = windowHeight
        self.isMaximized = isMaximized
        self.network = network
        self.playback = playback
        self.volume = volume
        self.notifiesAboutTracks = notifiesAboutTracks
    }

    private enum CodingKeys: String, CodingKey {
        case selectedAlbum, position, search, filter, sort, order, showsShelves, layout, coverSide, windowWidth, windowHeight
        case isMaximized, network, playback, volume, notifiesAboutTracks
    }

    /// Encodes the state. Earlier versions read the order's `sort`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(selectedAlbum, forKey: .selectedAlbum)
        try container.encode(position, forKey: .position)
        try container.encode(search, forKey: .search)
        try container.encode(filter, forKey: .filter)
        try container.encode(order.sort, forKey: .sort)
        try container.encode(order, forKey: .order)
        try container.encode(showsShelves, forKey: .showsShelves)
        try container.encode(layout, forKey: .layout)
        try container.encode(coverSide, forKey: .coverSide)
        try container.encode(windowWidth, forKey: .windowWidth)
        try container.encode(windowHeight, forKey: .windowHeight)
        try container.encode(isMaximized, forKey: .isMaximized)
        try container.encode(network, forKey: .network)
        try container.encodeIfPresent(playback, forKey: .playback)
        try container.encode(volume, forKey: .volume)
        try container.encode(notifiesAboutTracks, forKey: .notifiesAboutTracks)
    }

    /// Decodes a state that an older or newer version wrote. Missing and absurd values get their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        selectedAlbum = try container.decodeIfPresent(AlbumID.self, forKey: .selectedAlbum)
        // Larger than any library, and small enough to calculate with.
        let places = 0...Int(Int32.max)
        if let position = try container.decodeIfPresent(Int.self, forKey: .position), places.contains(position) { self.position = position }
        search = try container.decodeIfPresent(String.self, forKey: .search) ?? ""
        filter = (try? container.decodeIfPresent(AlbumFilter.self, forKey: .filter)) ?? AlbumFilter()
        // Another version may have other orders.
        if let name = try container.decodeIfPresent(String.self, forKey: .sort), let sort = AlbumSort(rawValue: name) {
            order = AlbumOrder(sort)
        }
        if let order = try container.decodeIfPresent(AlbumOrder.self, forKey: .order) { self.order = order }
        showsShelves = try container.decodeIfPresent(Bool.self, forKey: .showsShelves) ?? false
        if let name = try container.decodeIfPresent(String.self, forKey: .layout), let layout = AlbumLayout(rawValue: name) {
            self.layout = layout
        }
        if let side = try container.decodeIfPresent(Int.self, forKey: .coverSide), AlbumLayout.coverSides.contains(side) {
            coverSide = side
        }
        let sane = 100...32_767
        if let width = try container.decodeIfPresent(Int.self, forKey: .windowWidth), sane.contains(width) { windowWidth = width }
        if let height = try container.decodeIfPresent(Int.self, forKey: .windowHeight), sane.contains(height) { windowHeight = height }
        isMaximized = try container.decodeIfPresent(Bool.self, forKey: .isMaximized) ?? false
        // Where they can't be read, nothing is allowed.
        network = (try? container.decodeIfPresent(NetworkSettings.self, forKey: .network)).flatMap(\.self) ?? NetworkSettings()
        playback = (try? container.decodeIfPresent(PlaybackState.self, forKey: .playback)).flatMap(\.self)
        if let volume = try container.decodeIfPresent(Double.self, forKey: .volume), (0...1).contains(volume) { self.volume = volume }
        notifiesAboutTracks = try container.decodeIfPresent(Bool.self, forKey: .notifiesAboutTracks) ?? false
    }
}

/// The ways in which a window shows albums.
public enum AlbumLayout: String, Sendable, Hashable, Codable, CaseIterable {
    /// A grid of covers.
    case wall
    /// A strip of covers above the details of the one in the middle.
    case strip

    /// The possible sides of the wall's covers, in application pixels.
    public static let coverSides = 96...400
    /// The side of the wall's covers until the user changes it.
    public static let usualCoverSide = 176
}
