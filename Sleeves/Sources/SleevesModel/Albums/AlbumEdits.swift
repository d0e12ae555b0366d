/// The user's edits of an album. A value is `nil` if it is the source's.
public struct AlbumEdits: Sendable, Hashable {
    /// The edited title.
    public var title: String?
    /// The edited artist, under which the album is filed.
    public var artist: String?
    /// The edited year of release; 0 for none.
    public var year: Int?
    /// The edited genre; empty for none.
    public var genre: String?
    /// The edited values of the release, each on one line; empty for none.
    public var release: [ReleaseField: String] = [:]
    /// The edits of the album's copies, which have no part in what is said here of the album's values.
    public var copies = CopyEdits()
    /// The album that shows this one's copies among its own; `nil` for none. The album itself, if the user has separated it: then the rule for names
    /// doesn't join it again.
    package var host: AlbumID?

    /// Creates edits of an album's values; without arguments, none.
    public init(
        title: String? = nil, artist: String? = nil, year: Int? = nil, genre: String? = nil, release: [ReleaseField: String] = [:]
    ) {
        self.title = title
        self.artist = artist
        self.year = year
        self.genre = genre
        self.release = release
    }

    /// Creates edits of an album and of its copies.
    package init(
        title: String?, artist: String?, year: Int?, genre: String?, release: [ReleaseField: String], copies: CopyEdits, host: AlbumID?
    ) {
        self.init(title: title, artist: artist, year: year, genre: genre, release: release)
        (self.copies, self.host) = (copies, host)
    }

    /// Whether there are no edits.
    public var isEmpty: Bool { self == AlbumEdits() }

    /// Whether there are edits of the album's own values.
    public var changesAlbum: Bool { withCopies(of: AlbumEdits()) != AlbumEdits() }

    /// Returns these edits of the album's values with other edits of its copies, and of which album shows them.
    package func withCopies(of other: AlbumEdits) -> AlbumEdits {
        var edits = with(other.copies)
        edits.host = other.host
        return edits
    }

    /// Returns these edits of the album's values with some of its copies.
    package func with(_ copies: CopyEdits) -> AlbumEdits {
        var edits = self
        edits.copies = copies
        return edits
    }

    /// Returns these edits with another copy that the user adds now.
    package func adding(_ values: [CopyField: String]) -> AlbumEdits {
        var copies = copies
        copies.add(.new(), values)
        return with(copies)
    }

    /// Applies the edits to a source's values. A sort name is valid only for the name that the source gave.
    package func apply(to record: inout AlbumRecord) {
        if let title {
            record.title = title
            record.titleSortName = nil
        }
        if let artist {
            record.artist = artist
            record.artistSortName = nil
        }
        if let year { record.year = year == 0 ? nil : year }
        if let genre { record.genre = genre.isEmpty ? nil : genre }
    }

    /// Returns what a source says of the release with the edits; `nil` if nothing is known of it.
    package func applied(to source: ReleaseRecord?) -> ReleaseRecord? {
        if release.isEmpty { return source }
        var edited = source ?? ReleaseRecord()
        for (field, text) in release { edited[field] = field.values(in: text) }
        return edited == ReleaseRecord() ? nil : edited
    }

    /// Returns these edits with other ones, which replace them where they have a value.
    package func replaced(by edits: AlbumEdits) -> AlbumEdits {
        AlbumEdits(
            title: edits.title ?? title, artist: edits.artist ?? artist, year: edits.year ?? year, genre: edits.genre ?? genre,
            release: release.merging(edits.release) { $1 }, copies: copies.replaced(by: edits.copies), host: edits.host ?? host)
    }
}

extension AlbumEdits? {
    /// Returns what a source says of the release with the edits, if there are any; `nil` if nothing is known of it.
    package func applied(to source: ReleaseRecord?) -> ReleaseRecord? {
        guard let self else { return source }
        return self.applied(to: source)
    }
}

extension AlbumEdits {
    /// Returns these edits with a change taken back. Values that have changed since then, on another machine, stay.
    ///
    /// - Parameters:
    ///   - from: The edits after the change.
    ///   - to: The edits before it.
    package func reverted(from: AlbumEdits, to: AlbumEdits) -> AlbumEdits {
        func reverted<Value: Equatable>(_ value: KeyPath<AlbumEdits, Value>) -> Value {
            self[keyPath: value] == from[keyPath: value] ? to[keyPath: value] : self[keyPath: value]
        }
        var releaseReverted = release
        for field in Set(from.release.keys).union(to.release.keys) where release[field] == from.release[field] {
            releaseReverted[field] = to.release[field]
        }
        return AlbumEdits(
            title: reverted(\.title), artist: reverted(\.artist), year: reverted(\.year), genre: reverted(\.genre),
            release: releaseReverted, copies: copies.reverted(from: from.copies, to: to.copies), host: reverted(\.host))
    }

    /// Returns these edits of the album's values with a change made. Values that it leaves as they are stay, whatever they are here by now.
    package func changed(from: AlbumEdits, to: AlbumEdits) -> AlbumEdits {
        func changed<Value: Equatable>(_ value: KeyPath<AlbumEdits, Value>) -> Value {
            from[keyPath: value] == to[keyPath: value] ? self[keyPath: value] : to[keyPath: value]
        }
        var release = release
        for field in Set(from.release.keys).union(to.release.keys) where from.release[field] != to.release[field] {
            release[field] = to.release[field]
        }
        return AlbumEdits(
            title: changed(\.title), artist: changed(\.artist), year: changed(\.year), genre: changed(\.genre),
            release: release, copies: copies, host: host)
    }

    /// Returns the edits without those that are equal to the source's values, and without blank titles and artists.
    package func differing(from source: SourceValues, _ sourceRelease: ReleaseRecord?) -> AlbumEdits {
        func differing(_ text: String?, from source: String?) -> String? {
            text?.cleaned().flatMap { $0 == source ? nil : $0 }
        }
        var differingRelease: [ReleaseField: String] = [:]
        for (field, text) in release {
            // A value of the source may have the sign that separates values.
            let line = field.text(of: sourceRelease?[field] ?? []).map { field.values(in: $0) } ?? []
            if field.values(in: text) != line { differingRelease[field] = field.line(text) }
        }
        return AlbumEdits(
            title: differing(title, from: source.title),
            artist: differing(artist, from: source.artist),
            year: year == source.year ?? 0 ? nil : year,
            genre: genre.map { $0.cleaned() ?? "" }.flatMap { $0 == source.genre ?? "" ? nil : $0 },
            release: differingRelease, copies: copies, host: host)
    }
}

extension AlbumEdits: Codable {
    private struct Key: CodingKey {
        static let (title, artist, year, genre) = (Key("title"), Key("artist"), Key("year"), Key("genre"))
        static let (copies, host) = (Key("copies"), Key("host"))

        let stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// Decodes edits that any version wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            title: try container.decodeIfPresent(String.self, forKey: .title),
            artist: try container.decodeIfPresent(String.self, forKey: .artist),
            year: try container.decodeIfPresent(Int.self, forKey: .year),
            genre: try container.decodeIfPresent(String.self, forKey: .genre))
        for field in ReleaseField.edited { release[field] = try? container.decodeIfPresent(String.self, forKey: Key(field.name)) }
        copies = try container.decodeIfPresent(CopyEdits.self, forKey: .copies) ?? CopyEdits()
        host = try container.decodeIfPresent(AlbumID.self, forKey: .host)
    }

    /// Encodes only the values that are edited.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(artist, forKey: .artist)
        try container.encodeIfPresent(year, forKey: .year)
        try container.encodeIfPresent(genre, forKey: .genre)
        for (field, text) in release { try container.encode(text, forKey: Key(field.name)) }
        if !copies.isEmpty { try container.encode(copies, forKey: .copies) }
        try container.encodeIfPresent(host, forKey: .host)
    }
}

/// The source's values of everything that a user can edit. Undoing the edits restores them.
package struct SourceValues: Codable, Hashable, Sendable {
    package var title: String
    package var artist: String
    package var titleSortName: String?
    package var artistSortName: String?
    package var year: Int?
    package var genre: String?

    package init(_ record: AlbumRecord) {
        title = record.title
        artist = record.artist
        titleSortName = record.titleSortName
        artistSortName = record.artistSortName
        year = record.year
        genre = record.genre
    }

    package func apply(to record: inout AlbumRecord) {
        record.title = title
        record.artist = artist
        record.titleSortName = titleSortName
        record.artistSortName = artistSortName
        record.year = year
        record.genre = genre
    }
}
