internal import SleevesModel
internal import SQLite

/// Other known places of a survey's files and folders, in folders that the survey doesn't visit.
///
/// A file that several links lead to counts once, at the place that an import of everything would visit first. An import of a part must
/// have the same result, so it looks up the other places here.
struct OtherPlaces {
    private let surveyed: [String]
    /// Whether the catalogue contains anything else; `nil` until it is needed.
    private var hasOthers: Bool?

    /// - Parameter surveyed: The absolute paths that the survey visits.
    init(besides surveyed: [String]) {
        self.surveyed = surveyed
    }

    /// Returns another place of a folder.
    ///
    /// - Returns: The folder's path, and whether an import of everything would visit it first.
    mutating func folder(_ identity: FileKind.Identity, at path: String, in catalogue: FileCatalogue) throws -> (
        path: String, isFirst: Bool
    )? {
        guard try knowsOthers(catalogue) else { return nil }
        let sql = "SELECT path FROM folder WHERE inode = ? AND device = ? AND path <> ? AND NOT isGone"
        let others = try String.fetchAll(catalogue.database, sql: sql, arguments: [identity.inode, identity.device, path])
        return others.first { isValid($0, identity) }.map { ($0, Self.comesFirst($0, before: path)) }
    }

    /// Returns another place of a file.
    ///
    /// - Returns: The file's number, and whether an import of everything would visit it first.
    mutating func file(_ identity: FileKind.Identity, at path: String, in catalogue: FileCatalogue) throws -> (id: Int64, isFirst: Bool)? {
        guard try knowsOthers(catalogue) else { return nil }
        let sql = """
            SELECT file.id, folder.path, file.name FROM file JOIN folder ON folder.id = file.folder
            WHERE file.inode = ? AND file.device = ? AND file.state <> 3 AND NOT file.isGone
            """
        let others = try Row.fetchAll(catalogue.database, sql: sql, arguments: [identity.inode, identity.device]) { row in
            (number: try row[0] as Int64, path: Path.appending(try row[2], to: try row[1]))
        }
        for (number, other) in others {
            if other != path, isValid(other, identity) { return (number, Self.comesFirst(other, before: path)) }
        }
        return nil
    }

    private mutating func knowsOthers(_ catalogue: FileCatalogue) throws -> Bool {
        if let hasOthers { return hasOthers }
        // As JSON, because there may be more paths than a statement may have terms.
        let bounds = surveyed.map { path in
            let bounds = FileCatalogue.bounds(of: path)
            return [path, bounds.first, bounds.end]
        }
        let sql = """
            WITH surveyed (path, first, beyond) AS MATERIALIZED (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?))
            SELECT EXISTS (
                SELECT 1 FROM folder WHERE NOT isGone AND NOT EXISTS (
                    SELECT 1 FROM surveyed
                    WHERE folder.path = surveyed.path OR folder.path >= surveyed.first AND folder.path < surveyed.beyond
                )
            )
            """
        let found = try Bool.fetchOne(catalogue.database, sql: sql, arguments: [try StoredJSON.encode(bounds)]) ?? false
        hasOthers = found
        return found
    }

    /// Returns whether this survey doesn't visit a place, and the place still leads to the same file.
    private func isValid(_ path: String, _ identity: FileKind.Identity) -> Bool {
        if surveyed.contains(where: { Path.isPath(path, in: $0) }) { return false }
        return (try? FileSystem.kind(of: path, followsLinks: true))?.identity == identity
    }

    /// Returns whether a survey visits one path before another: real places before those behind links, files before the folders beside
    /// them, names in the order of their characters.
    private static func comesFirst(_ path: String, before other: String) -> Bool {
        let isAtLink = [path, other].map { (try? FileSystem.resolved($0)) != $0 }
        if isAtLink[0] != isAtLink[1] { return isAtLink[1] }
        let (parts, others) = (path.split(separator: "/"), other.split(separator: "/"))
        guard let place = zip(parts, others).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset else {
            return parts.count < others.count
        }
        let isLast = [place == parts.count - 1, place == others.count - 1]
        return isLast[0] == isLast[1] ? parts[place] < others[place] : isLast[0]
    }
}
