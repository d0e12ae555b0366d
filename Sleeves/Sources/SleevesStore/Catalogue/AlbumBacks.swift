internal import SleevesImporting
internal import SleevesModel
internal import SQLite

/// A search for the albums with a picture of their back: beside their files, by the rules of ``AlbumPictures``, or among those that the user keeps.
///
/// It begins with the pictures, because few albums have one.
struct AlbumBacks {
    /// A folder with files of albums.
    private struct Place {
        let id: Int64
        let path: String
    }

    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// Returns the row numbers of the albums of which the user keeps such a picture.
    func numbersKept() throws -> [Int64] {
        try Int64.fetchAll(try database.cachedStatement(sql: Self.kept))
    }

    /// The query for these albums.
    static let kept = "SELECT number FROM album WHERE \(CopyEdits.haveBack)"

    /// Returns the row numbers of the albums with such a picture beside their files.
    ///
    /// - Complexity: O(*n*) in the number of folders with pictures that are named like a back, at some hundredths of a millisecond each.
    func numbersBesideFiles() throws -> Set<Int64> {
        var numbers: Set<Int64> = []
        let sql = """
            SELECT folder.id, folder.path, folder.backs, above.id, above.path
            FROM folder LEFT JOIN folder AS above ON above.id = folder.parent WHERE folder.backs <> '[]' AND NOT folder.isGone
            """
        try Row.forEach(try database.cachedStatement(sql: sql)) { row in
            // Damage costs a folder only itself.
            guard let backs = try? StoredJSON.decode([String].self, from: row[2]) else { return }
            let folder = Place(id: try row[0], path: try row[1])
            numbers.formUnion(try albums(in: folder, with: backs))
            guard FolderPictures.folderNames.contains(Path.name(of: folder.path).lowercased()), let above = try row[3] as Int64?,
                let path = try row[4] as String?
            else { return }
            numbers.formUnion(try albums(in: Place(id: above, path: path), with: backs, areInside: true))
        }
        return numbers
    }

    /// Returns the albums of a folder, and of its folders of discs, whose back one of some pictures shows.
    ///
    /// - Parameter areInside: Whether the pictures are in a folder of pictures there, which belongs only to a single album.
    private func albums(in folder: Place, with backs: [String], areInside: Bool = false) throws -> Set<Int64> {
        let own = try albums("file.folder = ?", [folder.id])
        var found = matches(own, backs, isShared: own.count > 1, areInside: areInside)
        let children = "SELECT id, path FROM folder WHERE parent = ? AND NOT isGone"
        let discs = try Row.fetchAll(try database.cachedStatement(sql: children), arguments: [folder.id]) { row in
            Place(id: try row[0], path: try row[1])
        }.filter { GroupedTrack.home(ofFolder: $0.path).path == folder.path }
        var others: [Int64: String] = [:]
        for disc in discs { others.merge(try albums("file.folder = ?", [disc.id])) { own, _ in own } }
        for number in own.keys { others[number] = nil }
        if others.isEmpty { return found }
        let (first, end) = FileCatalogue.bounds(of: folder.path)
        let below = "file.folder IN (SELECT id FROM folder WHERE path = ? OR path > ? AND path < ?)"
        let isShared = try albums(below, [folder.path, first, end], limit: 2).count > 1
        found.formUnion(matches(others, backs, isShared: isShared, areInside: areInside))
        return found
    }

    private func matches(_ albums: [Int64: String], _ backs: [String], isShared: Bool, areInside: Bool) -> Set<Int64> {
        if isShared, areInside { return [] }
        return Set(
            albums.filter { album in
                let title = album.value.nameFolded()
                return backs.contains { AlbumPictures.isBack($0, ofAlbum: title, inShared: isShared) }
            }.keys)
    }

    /// Returns the titles of albums with certain files, by the albums' row numbers.
    private func albums(_ condition: String, _ arguments: StatementArguments, limit: Int = 1_000) throws -> [Int64: String] {
        let sql = """
            SELECT number, album.title FROM album
            WHERE id IN (SELECT DISTINCT albumID FROM file WHERE \(condition) AND albumID IS NOT NULL AND NOT isGone LIMIT \(limit))
            """
        let albums = try Row.fetchAll(try database.cachedStatement(sql: sql), arguments: arguments) {
            (try $0[0] as Int64, try $0[1] as String)
        }
        return Dictionary(uniqueKeysWithValues: albums)
    }
}
