internal import FoundationEssentials

/// A writer of albums as rows of a Discogs collection, one per copy, for spreadsheets and for importing again.
struct DiscogsCSVRows {
    private enum Column {
        case album(String, @Sendable (CompleteAlbum) -> String?)
        case release(ReleaseField)
        case copy(CopyField)

        var name: String {
            switch self {
            case .album(let name, _): name
            case .release(let field): field.column
            case .copy(let field): field.column
            }
        }
    }

    /// Discogs' own columns, in its order, and others that Discogs does not export and this program reads.
    private static let columns: [Column] =
        [
            .release(.catalogueNumber), .album("Artist") { $0.artist }, .album("Title") { $0.title }, .release(.labels), .release(.format),
            .copy(.rating), .album("Released") { $0.year.map(String.init) },
            .album("release_id") { $0.release?.discogsID.map(String.init) },
            .copy(.folder), .copy(.added), .copy(.mediaCondition), .copy(.sleeveCondition), .copy(.notes), .album("Genre") { $0.genre },
            .release(.country), .album("coverURL") { $0.coverURL },
        ] + ReleaseField.allCases.filter { !releaseFields.contains($0) }.map(Column.release)
        + [.album("Disc Subtitles") { $0.release.map { DiscTitles.text(of: $0.discSubtitles) } }]
        + CopyField.allCases.filter { !copyFields.contains($0) }.map(Column.copy)

    /// The fields whose columns have their places above.
    private static let releaseFields: Set<ReleaseField> = [.catalogueNumber, .labels, .format, .country]
    private static let copyFields: Set<CopyField> = [.rating, .folder, .added, .mediaCondition, .sleeveCondition, .notes]

    private let columns: [Column]

    /// - Parameter own: The user's own fields, which have columns after the others. The last column identifies the album, so that the library doesn't
    ///   gain copies from its own table.
    init(own: [OwnField]) {
        columns = Self.columns + own.map { .copy(.own($0)) } + [.album("Sleeves ID") { $0.id.rawValue }]
    }

    /// The names of the columns.
    var header: String { Self.line(columns.map(\.name)) }

    /// Returns the lines of an album, one per copy; a single line for one without known copies.
    func lines(of album: CompleteAlbum) -> String {
        let copies = album.copies.map(\.record)
        return (copies.isEmpty ? [CopyRecord(added: album.added)] : copies).map { line(of: $0, album) }.joined()
    }

    private func line(of copy: CopyRecord, _ album: CompleteAlbum) -> String {
        Self.line(
            columns.map { column in
                switch column {
                case .album(_, let value): value(album)
                case .release(let field): field.text(of: album.editedRelease?[field] ?? [])
                // Discogs has one rating for all copies of a release.
                case .copy(.rating): album.opinion.rating.map(String.init) ?? copy[.rating]
                case .copy(let field): field.kind == .moment ? copy.added?.formatted(Self.moment) : copy[field]
                }
            })
    }

    private static func line(_ fields: [String?]) -> String {
        fields.map { CSVField.encoded($0 ?? "") }.joined(separator: ",") + "\r\n"
    }

    /// The format `2015-11-29 10:57:29`, in UTC.
    private static let moment = Date.ISO8601FormatStyle().year().month().day().dateTimeSeparator(.space)
        .time(includingFractionalSeconds: false)
}
