internal import SleevesModel

/// The columns of Discogs' exported collections and wantlists, and of other tables of albums.
enum DiscogsColumn: TableColumn {
    case album(Value)
    /// A value of the album's release.
    case release(ReleaseField)
    /// A value of the copy that a row describes.
    case copy(CopyField)

    /// The values of an album.
    enum Value: Int, CaseIterable {
        case artist, title, released, releaseID
        // Discogs exports none of these; people add them.
        case genre, coverURL, discSubtitles
        // Columns of CLZ Music.
        case status, quantity
        // A column of this program's own tables.
        case sleevesID

        fileprivate var names: [String] {
            switch self {
            case .artist: ["artist", "artists", "albumartist", "artistname", "artistnames"]
            case .title: ["title", "album", "albumtitle", "albumname"]
            case .released: ["released", "year", "releasedate", "releaseyear"]
            case .releaseID: ["releaseid", "discogsid"]
            case .genre: ["genre", "genres"]
            case .coverURL: ["coverurl", "coverimage"]
            case .discSubtitles: ["discsubtitle", "discsubtitles"]
            case .status: ["collectionstatus"]
            case .quantity: ["quantity", "qty"]
            case .sleevesID: ["sleevesid"]
            }
        }
    }

    static let allCases = Value.allCases.map(DiscogsColumn.album) + ReleaseField.allCases.map(release) + CopyField.allCases.map(copy)

    var number: Int {
        switch self {
        case .album(let value): value.rawValue
        case .release(let field): Value.allCases.count + field.number
        case .copy(let field): Value.allCases.count + ReleaseField.allCases.count + field.number
        }
    }

    var names: [String] {
        switch self {
        case .album(let value): value.names
        case .release(let field): [TableHeader<DiscogsColumn>.compared(field.column)] + field.otherColumns
        case .copy(let field): [TableHeader<DiscogsColumn>.compared(field.column)] + field.otherColumns
        }
    }

    static func ownField(named name: String) -> OwnField? {
        let name = name.trimmed()
        return name.hasPrefix(OwnField.columnPrefix) ? OwnField(name.dropFirst(OwnField.columnPrefix.count)) : nil
    }

    /// Returns whether columns are those of a wantlist, to which the user may have added others. A collection also has the folder and the date.
    static func isWantlist(_ names: Set<String>) -> Bool {
        let columns: Set<String> = ["catalog", "artist", "title", "label", "format", "rating", "released", "releaseid", "notes"]
        let ofCopies = CopyField.allCases.filter { ![.notes, .rating].contains($0) }.flatMap { DiscogsColumn.copy($0).names }
        return names.isSuperset(of: columns) && names.isDisjoint(with: ofCopies + ["collectionnotes"])
    }
}
