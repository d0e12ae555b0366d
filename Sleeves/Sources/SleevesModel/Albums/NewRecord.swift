/// A record as the user describes it, for the library.
public struct NewRecord: Sendable, Hashable {
    /// The title. A record needs one.
    public var title: String
    /// The artist. A record needs one.
    public var artist: String
    /// The year of release, as four digits.
    public var year: Int?
    /// The genre.
    public var genre: String?
    /// The format, such as `LP`.
    public var format: String?
    /// The label.
    public var label: String?
    /// The catalogue number, as printed on the spine.
    public var catalogueNumber: String?
    /// The barcode, as printed on the sleeve.
    public var barcode: String?
    /// Whether the user only wishes to have the record.
    public var isWanted: Bool

    /// Creates a description.
    public init(
        title: String,
        artist: String,
        year: Int? = nil,
        genre: String? = nil,
        format: String? = nil,
        label: String? = nil,
        catalogueNumber: String? = nil,
        barcode: String? = nil,
        isWanted: Bool = false
    ) {
        self.title = title
        self.artist = artist
        self.year = year
        self.genre = genre
        self.format = format
        self.label = label
        self.catalogueNumber = catalogueNumber
        self.barcode = barcode
        self.isWanted = isWanted
    }

    /// The record as an album; `nil` without a title or an artist. The same description always has the same identifier.
    package var album: CompleteAlbum? {
        guard let title = Self.cleaned(title), let artist = Self.cleaned(artist) else { return nil }
        let release = ReleaseRecord(
            labels: [label].compactMap(Self.cleaned), catalogueNumber: Self.cleaned(catalogueNumber), format: Self.cleaned(format),
            barcode: Self.cleaned(barcode), copies: isWanted ? [CopyRecord(isWanted: true)] : [])
        let pressing = [release.format, release.labels.first, release.catalogueNumber, release.barcode].map { $0 ?? "" }
        let key = [artist, title, year.map(String.init) ?? ""] + pressing
        let record = AlbumRecord(
            id: AlbumID(digesting: ["record"] + key.map { $0.caseFolded() }), title: title, artist: artist, year: year,
            genre: Self.cleaned(genre), source: .record)
        return CompleteAlbum(record, release: release == ReleaseRecord() ? nil : release)
    }

    /// The maximum length of a text, in bytes.
    private static let limit = 4 << 10

    /// Returns a text on one line, cut if it is too long; `nil` if it is empty.
    private static func cleaned(_ text: String?) -> String? {
        guard let text = text?.cleaned() else { return nil }
        var count = 0
        let cut = text.prefix { letter in
            count += letter.utf8.count
            return count <= limit
        }
        return String(cut).cleaned()
    }
}
