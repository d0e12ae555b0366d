/// A search and a filter with a name, to come back to: “Jazz on vinyl”. It has the albums that match now, not those that matched once.
public struct Shelf: Sendable, Hashable, Codable {
    /// The name, in one line.
    public let name: String
    /// The typed words; empty for none.
    public let search: String
    /// The facets that the albums have.
    public let filter: AlbumFilter

    /// The longest name, in characters.
    private static let limit = 100

    /// Creates a shelf.
    ///
    /// - Parameter name: The name. White space around it is removed.
    /// - Returns: `nil` for a name that is blank or longer than a hundred characters.
    public init?(_ name: String, search: String = "", filter: AlbumFilter) {
        guard let name = name.cleaned(), name.count <= Self.limit else { return nil }
        (self.name, self.search, self.filter) = (name, search.cleaned() ?? "", filter)
    }

    private enum CodingKeys: String, CodingKey {
        case name, search, filter
    }

    /// Decodes a shelf. One with a facet that this version doesn't know is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let (name, search) = (try container.decode(String.self, forKey: .name), try container.decodeIfPresent(String.self, forKey: .search))
        // Without a facet that this version doesn't know, it would be another shelf.
        let facets = try container.decodeIfPresent([AlbumFacet].self, forKey: .filter) ?? []
        guard let shelf = Shelf(name, search: search ?? "", filter: AlbumFilter(Set(facets))) else {
            throw DecodingError.dataCorruptedError(forKey: .name, in: container, debugDescription: "The name is blank or too long.")
        }
        self = shelf
    }

    /// Whether the shelf has a name, regardless of case.
    public func isNamed(_ name: String) -> Bool {
        self.name.caseFolded() == name.cleaned()?.caseFolded()
    }
}

/// Shelves in the order of their names, each of which only one has.
///
/// Decoding skips shelves that this version can't read.
public struct Shelves: Sendable, Hashable, Codable {
    /// The shelves.
    public private(set) var all: [Shelf] = []

    /// Creates shelves.
    public init(_ shelves: [Shelf] = []) {
        for shelf in shelves { insert(shelf) }
    }

    /// Adds a shelf, in place of one with the same name.
    public mutating func insert(_ shelf: Shelf) {
        remove(shelf.name)
        let place = all.firstIndex { $0.name.caseFolded() > shelf.name.caseFolded() } ?? all.endIndex
        all.insert(shelf, at: place)
    }

    /// Removes the shelf with a name, if there is one.
    public mutating func remove(_ name: String) {
        all.removeAll { $0.isNamed(name) }
    }

    /// Returns the shelf with a name, regardless of case; `nil` if there is none.
    public func named(_ name: String) -> Shelf? { all.first { $0.isNamed(name) } }

    /// Decodes shelves that any version wrote.
    public init(from decoder: any Decoder) throws {
        self.init(decoder.readableElements())
    }

    /// Encodes the shelves as an array.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(all)
    }
}
