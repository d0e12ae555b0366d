internal import SleevesModel
internal import SleevesImporting
internal import SQLite

/// The catalogue of the user's folders and files.
///
/// The value belongs to one transaction, and accesses only that transaction's database.
struct FileCatalogue {
    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    // MARK: Roots

    /// Registers a folder that the user has imported. A folder below another root is part of that one.
    func addRoot(_ path: String) throws {
        let roots = try roots()
        if roots.contains(where: { Path.isPath(path, in: $0) }) { return }
        for below in roots where Path.isPath(below, below: path) {
            try database.run("DELETE FROM root WHERE path = ?", [below])
        }
        try database.run("INSERT INTO root (path) VALUES (?)", [path])
    }

    func roots() throws -> [String] {
        try String.fetchAll(database, sql: "SELECT path FROM root ORDER BY path")
    }

    /// Returns the paths of `root` and all folders below it.
    func folderPaths(below root: String) throws -> [String] {
        let bounds = Self.bounds(of: root)
        return try String.fetchAll(
            database,
            sql: "SELECT path FROM folder WHERE NOT isGone AND (path = ? OR path >= ? AND path < ?) ORDER BY path",
            arguments: [root, bounds.first, bounds.end]
        )
    }

    /// Returns whether the folder at a path has been searched, and contains what it contained then.
    ///
    /// - Parameter modified: The time of its last change now, in nanoseconds since 1970.
    func isSearched(_ path: String, modified: Int64) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM folder WHERE path = ? AND NOT isGone AND inode != 0 AND modified = ? AND changed != ?)
            """
        return try Bool.fetchOne(database, sql: sql, arguments: [path, modified, FileStamp.unsettledChange]) ?? false
    }

    /// Returns the range of SQLite's texts that contains the paths below a folder: "0" sorts after "/".
    static func bounds(of folder: String) -> (first: String, end: String) {
        let stem = folder == "/" ? "" : folder
        return (stem + "/", stem + "0")
    }

    // MARK: Folders

    func folder(at path: String) throws -> CataloguedFolder? {
        let sql = """
            SELECT id, path, parent, device, inode, size, modified, changed, links, problems, picture, pictureModified, pictureSize,
                pictures, passedOver, backs
            FROM folder WHERE path = ? AND NOT isGone
            """
        return try Row.fetchOne(database, sql: sql, arguments: [path]) { row in
            CataloguedFolder(
                id: try row[0],
                path: try row[1],
                parent: try row[2],
                stamp: try FileStamp(row, from: 3),
                links: try Self.list(row[8]),
                problems: try Self.list(row[9]),
                picture: try (row[10] as String?).map { FolderPictures.Picture(name: $0, modified: try row[11], size: try row[12]) },
                pictures: try Self.list(row[13]),
                backs: try Self.list(row[15]),
                passedOver: try row[14] == "{}" ? PassedOver() : try StoredJSON.decode(PassedOver.self, from: row[14])
            )
        }
    }

    /// Decodes a list. Skips decoding for the empty one, because most folders have no links and no problems, and decoding is the largest
    /// cost.
    private static func list<Element: Decodable>(_ text: String) throws -> [Element] {
        text == "[]" ? [] : try StoredJSON.decode([Element].self, from: text)
    }

    /// Adds or updates a folder.
    ///
    /// - Returns: The folder's number.
    @discardableResult
    func save(_ folder: CataloguedFolder) throws -> Int64 {
        let sql = """
            INSERT INTO folder (path, parent, device, inode, size, modified, changed, links, problems, picture, pictureModified, pictureSize,
                pictures, passedOver, backs)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (path) DO UPDATE SET parent = excluded.parent, device = excluded.device, inode = excluded.inode,
                size = excluded.size, modified = excluded.modified, changed = excluded.changed, links = excluded.links,
                problems = excluded.problems, picture = excluded.picture, pictureModified = excluded.pictureModified,
                pictureSize = excluded.pictureSize, pictures = excluded.pictures, passedOver = excluded.passedOver,
                backs = excluded.backs, isGone = 0
            RETURNING id
            """
        let stamp = folder.stamp
        let id = try Int64.fetchOne(
            database,
            sql: sql,
            arguments: [
                folder.path, folder.parent, stamp.device, stamp.inode, stamp.size, stamp.modified, stamp.changed,
                folder.links.isEmpty ? "[]" : try StoredJSON.encode(folder.links),
                folder.problems.isEmpty ? "[]" : try StoredJSON.encode(folder.problems),
                folder.picture?.name, folder.picture?.modified, folder.picture?.size,
                folder.pictures.isEmpty ? "[]" : try StoredJSON.encode(folder.pictures),
                folder.passedOver == PassedOver() ? "{}" : try StoredJSON.encode(folder.passedOver),
                folder.backs.isEmpty ? "[]" : try StoredJSON.encode(folder.backs),
            ]
        )
        return id ?? folder.id
    }

    /// Returns the paths of a folder's subfolders.
    func children(of folder: Int64) throws -> [String] {
        let sql = "SELECT path FROM folder WHERE parent = ? AND NOT isGone ORDER BY path DESC"
        return try String.fetchAll(database, sql: sql, arguments: [folder])
    }

    /// Returns whether a folder has known contents.
    func hasContents(_ folder: Int64) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM file WHERE folder = ?1 AND NOT isGone) OR EXISTS (SELECT 1 FROM folder WHERE parent = ?1)"
        return try Bool.fetchOne(database, sql: sql, arguments: [folder]) ?? false
    }

    /// Returns whether all files of a folder with known tags belong to one album.
    func holdsOneAlbum(_ folder: Int64) throws -> Bool {
        let sql = "SELECT count(DISTINCT albumID) <= 1 FROM file WHERE folder = ? AND NOT isGone"
        return try Bool.fetchOne(database, sql: sql, arguments: [folder]) ?? false
    }

    /// Makes the albums of a folder look for their covers again, and those of its disc folders and its parent folder.
    func pictureChanged(in folder: Int64) throws {
        let albums = """
            SELECT DISTINCT albumID FROM file
            WHERE albumID IS NOT NULL AND (folder IN (SELECT id FROM folder WHERE parent = ?1 UNION ALL VALUES (?1))
                OR folder = (SELECT parent FROM folder WHERE id = ?1))
            """
        try database.run("INSERT OR IGNORE INTO staleAlbum \(albums)", [folder])
        try database.run("INSERT OR IGNORE INTO coverDue \(albums)", [folder])
    }

    /// The query for whether any picture may show the back of an album.
    static let hasBacks = "SELECT EXISTS (SELECT 1 FROM folder WHERE backs <> '[]')"

    /// Makes windows look again at which albums have a picture of their back beside their files.
    func backsChanged() throws {
        try database.execute(sql: "UPDATE albumVersion SET backs = backs + 1, contents = contents + 1")
    }
}
