internal import SleevesModel

/// The columns of Discogs' exported collections and wantlists, and of other tables of albums.
enum DiscogsColumn: TableColumn {
    case album(Value)
    /// A value of the copy that a row describes.
    case copy(CopyField)

    /// The values of an album.
    enum Value: Int, CaseIterable {
        case catalogueNumber, artist, title, label, format, released, releaseID
        // Discogs exports none of these; people add them.
        case genre, country, coverURL, barcode, composer, conductor, originalYear, discSubtitles, reissue
        // Columns of CLZ Music.
        case status, quantity

        fileprivate var names: [String] {
            switch self {
            case .catalogueNumber: ["catalog", "catalogue", "catalognumber", "catno"]
            case .artist: ["artist", "artists", "albumartist", "artistname", "artistnames"]
            case .title: ["title", "album", "albumtitle", "albumname"]
            case .label: ["label", "labels"]
            case .format: ["format"]
            case .released: ["released", "year", "releasedate", "releaseyear"]
            case .releaseID: ["releaseid", "discogsid"]
            case .genre: ["genre", "genres"]
            case .country: ["country", "releasecountry"]
            case .coverURL: ["coverurl", "coverimage"]
            case .barcode: ["barcode", "upc", "ean", "gtin"]
            case .composer: ["composer", "composers"]
            case .conductor: ["conductor", "conductors"]
            case .originalYear: ["originalyear", "originaldate", "originalreleasedate", "originalreleaseyear"]
            case .discSubtitles: ["discsubtitle", "discsubtitles"]
            case .reissue: ["reissued", "reissue", "reissuedate"]
            case .status: ["collectionstatus"]
            case .quantity: ["quantity", "qty"]
            }
        }
    }

    static let allCases = Value.allCases.map(DiscogsColumn.album) + CopyField.allCases.map(copy)

    var number: Int {
        switch self {
        case .album(let value): value.rawValue
        case .copy(let field): Value.allCases.count + field.number
        }
    }

    var names: [String] {
        switch self {
        case .album(let value): value.names
        case .copy(let field): [TableHeader<DiscogsColumn>.compared(field.column)] + field.otherColumns
        }
    }

    static func ownField(named name: String) -> OwnField? {
        let name = name.trimmed()
        return name.hasPrefix(OwnField.columnPrefix) ? OwnField(name.dropFirst(OwnField.columnPrefix.count)) : nil
    }

    /// The columns of a wantlist. A collection also has the folder and the date.
    static let wantlist: Set<String> = ["catalog", "artist", "title", "label", "format", "rating", "released", "releaseid", "notes"]
}
