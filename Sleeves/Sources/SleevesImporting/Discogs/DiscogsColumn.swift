/// The columns of Discogs' exported collections and wantlists, and of other tables of albums.
enum DiscogsColumn: Int, TableColumn {
    case catalogueNumber, artist, title, label, format, rating, released, releaseID, folder, added, mediaCondition, sleeveCondition
    case notes
    // Discogs exports none of these; people add them.
    case genre, country, coverURL, barcode, composer, conductor, originalYear, discSubtitles, reissue

    var names: [String] {
        switch self {
        case .catalogueNumber: ["catalog", "catalogue", "catalognumber", "catno"]
        case .artist: ["artist", "artists", "albumartist", "artistname", "artistnames"]
        case .title: ["title", "album", "albumtitle", "albumname"]
        case .label: ["label", "labels"]
        case .format: ["format"]
        case .rating: ["rating"]
        case .released: ["released", "year", "releasedate"]
        case .releaseID: ["releaseid", "discogsid"]
        case .folder: ["collectionfolder", "folder"]
        case .added: ["dateadded", "added"]
        case .mediaCondition: ["collectionmediacondition", "mediacondition"]
        case .sleeveCondition: ["collectionsleevecondition", "sleevecondition"]
        case .notes: ["collectionnotes", "notes"]
        case .genre: ["genre", "genres"]
        case .country: ["country", "releasecountry"]
        case .coverURL: ["coverurl", "coverimage"]
        case .barcode: ["barcode", "upc", "ean", "gtin"]
        case .composer: ["composer", "composers"]
        case .conductor: ["conductor", "conductors"]
        case .originalYear: ["originalyear", "originaldate", "originalreleasedate"]
        case .discSubtitles: ["discsubtitle", "discsubtitles"]
        case .reissue: ["reissued", "reissue", "reissuedate"]
        }
    }

    /// The columns of a wantlist. A collection also has the folder and the date.
    static let wantlist: Set<String> = ["catalog", "artist", "title", "label", "format", "rating", "released", "releaseid", "notes"]
}
