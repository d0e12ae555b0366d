internal import Localization

/// Why an abbreviated identifier names no album.
public enum AlbumLookupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No album has an identifier that begins like this.
    case unknown(String)
    /// More than one has.
    case ambiguous(String, titles: [String])
    /// It is too short to be sure of what is meant.
    case tooShort(String)
    /// No album has these words.
    case notFound(String)
    /// More than one has.
    case severalFound(String, titles: [String])

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .unknown(let id):
            localized(
                "No album has the identifier {id}. “{command}” lists the identifiers.", ["id": Self.quoted(id), "command": "sleeves list"])
        case .ambiguous(let id, let titles):
            localized(
                "More than one album has an identifier that begins with {id}: {titles}. Enter more digits.",
                ["id": Self.quoted(id), "titles": titles.map { "“\($0)”" }.joined(separator: ", ")]
            )
        case .tooShort(let id):
            localized("{id} is too short for an identifier. Enter at least four digits.", ["id": Self.quoted(id)])
        case .notFound(let words):
            localized("No album matches {words}. “{command}” lists all albums.", ["words": Self.quoted(words), "command": "sleeves list"])
        case .severalFound(let words, let titles):
            localized(
                "More than one album matches {words}: {titles}. Enter more words or an identifier.",
                ["words": Self.quoted(words), "titles": titles.map { "“\($0)”" }.joined(separator: ", ")])
        }
    }

    private static func quoted(_ id: String) -> String { "“\(id.prefix(40))”" }
}

extension LibraryAPI {
    /// The album whose identifier begins like this, four digits or more, where no other does; or is this.
    ///
    /// - Throws: ``AlbumLookupError`` or ``PersistencyError``.
    public func record(abbreviated id: String) throws -> AlbumRecord {
        if let album = try persistency.album(AlbumID(rawValue: id)) { return album }
        let digits = id.lowercased()
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { throw AlbumLookupError.unknown(id) }
        guard digits.count >= 4 else { throw AlbumLookupError.tooShort(id) }
        let found = try persistency.albums(beginningWith: digits, limit: 3)
        guard let album = found.first else { throw AlbumLookupError.unknown(id) }
        guard found.count == 1 else { throw AlbumLookupError.ambiguous(id, titles: found.map(\.title)) }
        return album
    }
}

extension LibraryAPI {
    /// The album that an identifier, its beginning, or words name.
    ///
    /// - Throws: ``AlbumLookupError`` or ``PersistencyError``.
    public func record(named name: String) throws -> AlbumRecord {
        if name.count >= 4, name.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
            do {
                return try record(abbreviated: name)
            } catch AlbumLookupError.unknown {
                // It may be a word or a year.
            }
        }
        let found = try records(search: name)
        if found.count == 1 { return found[0] }
        // The whole title is more than its first words.
        let exact = found.filter { $0.title.caseFolded() == name.caseFolded() }
        if exact.count == 1 { return exact[0] }
        guard !found.isEmpty else { throw AlbumLookupError.notFound(name) }
        throw AlbumLookupError.severalFound(name, titles: found.prefix(5).map { "\($0.artist) – \($0.title)" })
    }

    /// All that the library knows of an album, as plain values; `nil` where it has none of this name.
    public func completeAlbum(_ id: AlbumID) throws(PersistencyError) -> CompleteAlbum? {
        try persistency.completeAlbum(id)
    }
}
