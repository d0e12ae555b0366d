public import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Returns the user's edits of an album.
    public func edits(of id: AlbumID) throws(PersistencyError) -> AlbumEdits {
        try read { database in try Self.edits(of: id, in: database) } ?? AlbumEdits()
    }

    static func edits(of id: AlbumID, in database: Database) throws -> AlbumEdits? {
        let statement = try database.cachedStatement(sql: "SELECT edits FROM album WHERE id = ? AND edits IS NOT NULL")
        return try String.fetchUndamaged(statement, arguments: [id.rawValue]).flatMap { try? StoredJSON.decode(AlbumEdits.self, from: $0) }
    }

    /// Returns what several albums have in common. Skips missing ones.
    package func commonValues(of ids: [AlbumID]) throws(PersistencyError) -> CommonValues {
        try read { database in
            let fields = ReleaseField.edited
            let values = (["artist", "coalesce(year, 0)", "coalesce(genre, '')"] + fields.map(Self.editedText)).map {
                "min(\($0)), min(\($0)) = max(\($0))"
            }
            let isEdited = "CASE WHEN json_valid(edits) AND json_remove(edits, '$.copies', '$.host') <> '{}' THEN 1 END"
            let sql = """
                SELECT count(*), count(\(isEdited)), \(values.joined(separator: ", ")) FROM album
                WHERE id IN (SELECT value FROM json_each(?))
                """
            let common = try Row.fetchOne(database, sql: sql, arguments: [try StoredJSON.encode(ids)]) { row in
                let count: Int = try row[0]
                guard count > 0 else { return CommonValues() }
                var release: [ReleaseField: String] = [:]
                for (index, field) in fields.enumerated() where try row[9 + 2 * index] {
                    release[field] = try row[8 + 2 * index] as String
                }
                return CommonValues(
                    count: count, isEdited: try row[1] as Int > 0,
                    values: AlbumEdits(
                        artist: try row[3] ? try row[2] : nil, year: try row[5] ? try row[4] : nil, genre: try row[7] ? try row[6] : nil,
                        release: release))
            }
            return common ?? CommonValues()
        }
    }

    /// Returns an SQL expression for the edited value of a field of the release, or else the source's, on one line; empty if there is neither.
    private static func editedText(of field: ReleaseField) -> String {
        let place = "'$.\(field.name)'"
        func json(_ column: String) -> String { "CASE WHEN json_valid(\(column)) THEN \(column) END" }
        func text(_ column: String) -> String {
            "CASE json_type(\(json(column)), \(place)) WHEN 'text' THEN json_extract(\(json(column)), \(place)) END"
        }
        let source =
            if case .list(let separator) = field.kind {
                "(SELECT group_concat(value, '\(separator)') FROM json_each(\(json("release")), \(place)) WHERE type = 'text')"
            } else {
                text("release")
            }
        return "coalesce(\(text("edits")), \(source), '')"
    }

    /// Edits an album. The source's values are kept beside the edits.
    ///
    /// - Returns: The current edits, without those that are blank or equal to the source's values.
    @discardableResult
    static func setEdits(_ edits: AlbumEdits, of album: AlbumRecord, in database: Database) throws -> AlbumEdits {
        let source = try sourceValues(of: album, in: database)
        let release = try release(of: album.id, in: database)
        let edits = edits.differing(from: source, release)
        var changed = album
        source.apply(to: &changed)
        edits.apply(to: &changed)
        try AlbumRow(changed, release: release, edits: edits).update(in: database)
        try store(edits.isEmpty ? nil : edits, unedited: edits.isEmpty ? nil : source, of: album.id, in: database)
        return edits
    }

    /// Stores an album's edits, and the source's values, without changing others.
    static func store(_ edits: AlbumEdits?, unedited: SourceValues?, of id: AlbumID, in database: Database) throws {
        // No album shows itself.
        let host = edits?.host == id ? nil : edits?.host?.rawValue
        try database.cachedStatement(sql: "UPDATE album SET edits = ?, unedited = ?, host = ? WHERE id = ?")
            .execute(arguments: [try edits.map(StoredJSON.encode), try unedited.map(StoredJSON.encode), host, id.rawValue])
    }

    /// Returns the source's values of everything that can be edited.
    static func sourceValues(of album: AlbumRecord, in database: Database) throws -> SourceValues {
        try unedited(album.id, in: database) ?? SourceValues(album)
    }

    static func unedited(_ id: AlbumID, in database: Database) throws -> SourceValues? {
        let statement = try database.cachedStatement(sql: "SELECT unedited FROM album WHERE id = ? AND unedited IS NOT NULL")
        return try String.fetchUndamaged(statement, arguments: [id.rawValue]).flatMap {
            try? StoredJSON.decode(SourceValues.self, from: $0)
        }
    }
}
