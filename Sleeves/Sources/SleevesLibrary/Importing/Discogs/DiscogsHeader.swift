/// Which column of a file holds what, by the names in its first row.
///
/// Names are compared by their letters and digits alone, because spreadsheets and statistics programs rewrite the rest: `Date Added`,
/// `Date.Added` and `date_added` are one name.
struct DiscogsHeader {
    enum Column: String, CaseIterable {
        case catalogueNumber, artist, title, label, format, rating, released, releaseID, folder, added, mediaCondition, sleeveCondition,
            notes
        case genre, coverURL

        fileprivate var names: [String] {
            switch self {
            case .catalogueNumber: ["catalog", "catalogue", "catalognumber", "catno"]
            case .artist: ["artist", "artists"]
            case .title: ["title", "album"]
            case .label: ["label", "labels"]
            case .format: ["format"]
            case .rating: ["rating"]
            case .released: ["released", "year"]
            case .releaseID: ["releaseid", "discogsid"]
            case .folder: ["collectionfolder", "folder"]
            case .added: ["dateadded", "added"]
            case .mediaCondition: ["collectionmediacondition", "mediacondition"]
            case .sleeveCondition: ["collectionsleevecondition", "sleevecondition"]
            case .notes: ["collectionnotes", "notes"]
            case .genre: ["genre", "genres"]
            case .coverURL: ["coverurl", "coverimage"]
            }
        }
    }

    private let positions: [Column: Int]
    /// How many columns the first row names.
    let count: Int

    /// - Returns: `nil` where no column holds titles or none holds artists: then this is no list of records.
    init?(_ row: [String]) {
        let names = row.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        var positions: [Column: Int] = [:]
        for column in Column.allCases {
            positions[column] = column.names.lazy.compactMap(names.firstIndex(of:)).first
        }
        guard positions[.artist] != nil, positions[.title] != nil else { return nil }
        self.positions = positions
        // Spreadsheets leave empty columns at the end.
        count = (names.lastIndex { !$0.isEmpty } ?? 0) + 1
    }

    /// What a row says in a column, or `nil` where it says nothing or has no such column.
    func value(_ column: Column, in row: [String]) -> String? {
        guard let position = positions[column], position < row.count else { return nil }
        return row[position].cleaned()
    }

    /// How many values of a row stand in columns that mean nothing here.
    func ignored(in row: [String]) -> Int {
        let known = Set(positions.values)
        return row.indices.count { $0 < count && !known.contains($0) && row[$0].cleaned() != nil }
    }
}
