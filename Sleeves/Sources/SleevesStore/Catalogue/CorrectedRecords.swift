internal import SleevesModel
internal import SQLite

/// The albums of a list whose names or numbers it has corrected, so that they are others to an import.
///
/// An album that a list stops naming goes on as one that the list names for the first time, if both have two of these in common: the title and the
/// artist, the title and the year, or the artist and the catalogue number; and if neither has so much in common with another one.
struct CorrectedRecords {
    /// An album as its list describes it.
    struct Record {
        let id: AlbumID
        fileprivate let marks: Set<[String]>

        init(_ id: AlbumID, title: String, artist: String, year: Int?, catalogueNumber: String?) {
            let (title, artist) = (title.nameFolded(), artist.nameFolded())
            let number = catalogueNumber.map { $0.lowercased().filter { $0.isLetter || $0.isNumber } } ?? ""
            let pairs: [[String]?] = [
                ["names", title, artist], year.map { ["year", title, String($0)] }, number.isEmpty ? nil : ["number", artist, number],
            ]
            (self.id, marks) = (id, Set(pairs.compactMap(\.self)))
        }
    }

    /// Returns the new albums that old ones go on as.
    static func successors(of old: [Record], among new: [Record]) -> [AlbumID: AlbumID] {
        func byMark(_ records: [Record]) -> [[String]: Set<AlbumID>] {
            records.reduce(into: [:]) { known, record in for mark in record.marks { known[mark, default: []].insert(record.id) } }
        }
        func partners(of records: [Record], in known: [[String]: Set<AlbumID>]) -> [AlbumID: AlbumID] {
            let found = records.map { record in (record.id, record.marks.reduce(into: Set()) { $0.formUnion(known[$1] ?? []) }) }
            return Dictionary(found.compactMap { id, others in others.count == 1 ? others.first.map { (id, $0) } : nil }) { first, _ in
                first
            }
        }
        let (forward, back) = (partners(of: old, in: byMark(new)), partners(of: new, in: byMark(old)))
        return forward.filter { back[$0.value] == $0.key }
    }
}

extension CorrectedRecords.Record {
    /// Reads an album; `nil` if there is none.
    init?(_ id: AlbumID, in database: Database) throws {
        guard let album = try PersistencyManager.album(id, in: database) else { return nil }
        let values = try PersistencyManager.sourceValues(of: album, in: database)
        let number = try PersistencyManager.release(of: id, in: database)?[.catalogueNumber].first
        self.init(id, title: values.title, artist: values.artist, year: values.year, catalogueNumber: number)
    }
}
