internal import Localization

/// The reasons why a name identifies no album.
public enum AlbumLookupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No identifier begins with this text.
    case unknown(String)
    /// Several identifiers begin with this text.
    case ambiguous(String, titles: [String])
    /// The text is too short to identify an album reliably.
    case tooShort(String)
    /// No album matches these words.
    case notFound(String)
    /// Several albums match these words.
    case severalFound(String, titles: [String])
    /// As many albums match this text, and they have been listed.
    case severalListed(String, count: Int)

    /// The problem and its remedy.
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
        case .severalListed(let text, let count):
            localized(
                one: "{count} album matches {words}.",
                other:
                    "{count} albums match {words}. To name one, enter its identifier, or more exact words: its whole title, its year, its label.",
                count: count, ["words": Self.quoted(text)])
        }
    }

    private static func quoted(_ id: String) -> String { "“\(id.prefix(40))”" }
}

extension LibraryAPI {
    /// Returns the album whose identifier is this text, or is the only one that begins with it. An abbreviation needs at least four digits.
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
    /// Returns the album that matches an identifier, the beginning of one, or words.
    ///
    /// - Throws: ``AlbumLookupError`` or ``PersistencyError``.
    public func record(named name: String) throws -> AlbumRecord {
        if name.count >= 4, name.allSatisfy({ $0.isASCII && $0.isHexDigit }) {
            do {
                return try record(abbreviated: name)
            } catch AlbumLookupError.unknown {
                // The text may be a word or a year.
            }
        }
        let found = try closest(to: name)
        if found.count == 1 { return found[0] }
        guard !found.isEmpty else { throw AlbumLookupError.notFound(name) }
        throw AlbumLookupError.severalFound(name, titles: found.prefix(5).map { "\($0.artist) – \($0.title)" })
    }

    /// Returns all albums that a text names, if ``record(named:)`` finds more than one.
    ///
    /// - Throws: ``PersistencyError``.
    public func candidates(named name: String) throws -> [AlbumRecord] {
        do {
            return [try record(named: name)]
        } catch AlbumLookupError.ambiguous {
            return try persistency.albums(beginningWith: name.lowercased(), limit: .max)
        } catch AlbumLookupError.severalFound {
            return try closest(to: name)
        }
    }

    /// Returns the albums that match words. Those whose whole title the words are, with or without the artist, take precedence over those
    /// that only contain them; and those of the library over wishes.
    private func closest(to words: String) throws -> [AlbumRecord] {
        func plain(_ text: String) -> [Substring] { FoldedText(text).value.split { !$0.isLetter && !$0.isNumber } }
        let sought = plain(words)
        func isExact(_ album: AlbumRecord) -> Bool {
            let (title, artist) = (plain(album.title), plain(album.artist))
            return [title, artist + title, title + artist].contains(sought)
        }
        let found = try [AlbumFilter(), AlbumFilter([.wanted])].map { (filter) throws(PersistencyError) in
            try records(search: words, filter: filter)
        }
        return (found.map { $0.filter(isExact) } + found).first { !$0.isEmpty } ?? []
    }

    /// Returns the albums that words of a command line name, in their order: each an identifier or the beginning of one, or all together
    /// words that match one album, or else each an album.
    ///
    /// - Throws: ``AlbumLookupError`` or ``PersistencyError``.
    public func records(named names: [String]) throws -> [AlbumRecord] {
        guard names.count > 1 else { return try names.map(record(named:)) }
        do { return try names.map(record(abbreviated:)) } catch AlbumLookupError.unknown, AlbumLookupError.tooShort {}
        do {
            return [try record(named: names.joined(separator: " "))]
        } catch AlbumLookupError.notFound {
            guard let each = try? names.map(record(named:)) else { throw AlbumLookupError.notFound(names.joined(separator: " ")) }
            return each
        }
    }

    /// Returns everything that the library knows about an album, as plain values; `nil` if it has no such album.
    public func completeAlbum(_ id: AlbumID) throws(PersistencyError) -> CompleteAlbum? {
        try persistency.completeAlbum(id)
    }
}
