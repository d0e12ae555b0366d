/// A search and a filter with a name, to come back to: “Jazz on vinyl”. It has the albums that match now, not those that matched once.
public struct Shelf: Sendable, Hashable, Codable {
    /// The name, in one line.
    public let name: String
    /// The typed words; empty for none.
    public let search: String
    /// The facets that the albums have.
    public let filter: AlbumFilter
    /// The symbol beside the name.
    public let symbol: Symbol

    /// The symbols to choose from. The raw values are stored and shared.
    public enum Symbol: String, Sendable, Hashable, Codable, CaseIterable {
        case bookmark, star, heart, disc, tape, note, headphones, microphone, person, home, loan, recent
    }

    /// The longest name, in characters.
    private static let limit = 100
    /// The longest search, in characters.
    private static let searchLimit = 1_000

    /// Creates a shelf.
    ///
    /// - Parameter name: The name. White space around it is removed.
    /// - Returns: `nil` for a name that is blank or longer than a hundred characters, and for a search longer than a thousand.
    public init?(_ name: String, search: String = "", filter: AlbumFilter, symbol: Symbol = .bookmark) {
        if search.count > Self.searchLimit { return nil }
        self.init(named: name, search: search, filter: filter, symbol: symbol)
    }

    private init?(named name: String, search: String, filter: AlbumFilter, symbol: Symbol) {
        guard let name = name.cleaned(), name.count <= Self.limit else { return nil }
        (self.name, self.search, self.filter, self.symbol) = (name, search.cleaned() ?? "", filter, symbol)
    }

    private enum CodingKeys: String, CodingKey {
        case name, search, filter, symbol
    }

    /// Decodes a shelf. One with a facet that this version doesn't know is an error.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let (name, search) = (try container.decode(String.self, forKey: .name), try container.decodeIfPresent(String.self, forKey: .search))
        // Without a facet that this version doesn't know, it would be another shelf.
        let facets = try container.decodeIfPresent([AlbumFacet].self, forKey: .filter) ?? []
        // A newer version may have other symbols.
        let symbol = (try? container.decode(Symbol.self, forKey: .symbol)) ?? .bookmark
        guard let shelf = Shelf(named: name, search: search ?? "", filter: AlbumFilter(Set(facets)), symbol: symbol) else {
            throw DecodingError.dataCorruptedError(forKey: .name, in: container, debugDescription: "The name is blank or too long.")
        }
        self = shelf
    }

    /// Whether another shelf has the same albums, whatever its name and symbol.
    public func hasSameAlbums(as other: Shelf) -> Bool { search == other.search && filter == other.filter }

    /// The name regardless of case, which only one shelf of a library has.
    package var key: String { name.caseFolded() }

    fileprivate func isNamed(_ name: String) -> Bool { key == name.cleaned()?.caseFolded() }
}

/// Shelves in the order of their names, each of which only one has.
///
/// Decoding skips shelves that this version can't read.
public struct Shelves: Sendable, Hashable, Decodable {
    /// The shelves.
    public let all: [Shelf]

    /// The keys of shelves that only newer versions can read.
    private let reserved: Set<String>

    /// Creates shelves. Of several with one name, the last one counts.
    ///
    /// - Parameter reserved: The keys of others, which only newer versions can read.
    package init(_ shelves: [Shelf] = [], reserved: Set<String> = []) {
        self.reserved = reserved
        let named = Dictionary(shelves.map { ($0.key, $0) }) { $1 }
        all = named.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Whether a shelf has a name, regardless of case, that only a newer version can read.
    public func isReserved(_ name: String) -> Bool { name.cleaned().map { reserved.contains($0.caseFolded()) } ?? false }

    /// Returns the shelf with a name, regardless of case; `nil` if there is none.
    public func named(_ name: String) -> Shelf? { all.first { $0.isNamed(name) } }

    /// Decodes shelves that any version wrote.
    public init(from decoder: any Decoder) throws {
        self.init(decoder.readableElements())
    }
}
