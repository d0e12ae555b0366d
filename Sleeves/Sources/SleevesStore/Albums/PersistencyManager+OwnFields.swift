package import SleevesModel
internal import SQLite

/// The fields that the user has added to copies. Those that only values name, from a list or another machine, are fields as well.
extension PersistencyManager {
    /// Returns the fields of the user's own, by name: those that the user has added, and those that copies have values in.
    ///
    /// - Complexity: O(*n*) in the number of albums, at less than a microsecond each.
    package func ownFields() throws(PersistencyError) -> [OwnFieldUse] {
        try read { database in
            var uses = try Self.albumsByOwnField(in: database).mapValues(\.count)
            let declared = try Self.declaredOwnFields(in: database)
            for known in declared where known.isListed { uses[known.field, default: 0] += 0 }
            return uses.map { field, albums in OwnFieldUse(declared.first { $0.field == field }?.field ?? field, albums: albums) }
                .sorted { ($0.field.name.caseFolded(), $0.field.name) < ($1.field.name.caseFolded(), $1.field.name) }
        }
    }

    /// Adds a field, or gives one another kind, as a change that can be undone.
    package func recordOwnField(_ field: OwnField) throws(PersistencyError) -> ChangeOutcome {
        try record(.edit, titled: field.name) { database, _ in try Self.declare(DeclaredField(field, isListed: true), in: database) }
    }

    /// Renames a field, or removes it with its values, as a change of the albums that can be undone.
    ///
    /// - Parameter new: The field in its place; `nil` for none.
    package func recordOwnField(_ field: OwnField, to new: OwnField?) throws(PersistencyError) -> ChangeOutcome {
        func declare(in database: Database) throws {
            // Its kind is kept, for another machine may still have values.
            if let known = try Self.declaredOwnFields(in: database).first(where: { $0.field == field }) {
                try Self.declare(known.unlisted, in: database)
            }
            if let new { try Self.declare(DeclaredField(new, isListed: true), in: database) }
        }
        func albums(in database: Database) throws -> [AlbumID] {
            // In the same transaction, so that a value that another program adds just now is changed, too.
            let albums = field == new ? [] : try Self.albumsByOwnField(in: database)[field] ?? []
            try declare(in: database)
            return albums
        }
        let outcome = try recordCopyEdits(of: albums) { edits, copy in
            guard let value = copy.record[.own(field)] else { return }
            var values = [CopyField.own(field): ""]
            if let name = new?.name, let moved = OwnField(name) {
                if copy.record[.own(moved)] != nil { return }
                // As a text, which may be no value of its kind.
                values[.own(moved)] = value
            }
            edits.set(values, of: copy)
        }
        // Without values, only the field changes.
        return outcome.change != nil ? outcome : try record(.edit, titled: field.name) { database, _ in try declare(in: database) }
    }

    static func declare(_ declared: DeclaredField, in database: Database) throws {
        try database.run(
            """
            INSERT INTO ownField VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE SET kind = ?2, isListed = ?3
            WHERE kind <> ?2 OR isListed <> ?3
            """, [declared.field.name, declared.field.kind.rawValue, declared.isListed])
        // Windows look again.
        try database.execute(sql: "UPDATE albumVersion SET contents = contents + 1")
    }

    /// Returns the fields whose kinds are known, by name.
    static func declaredOwnFields(in database: Database) throws -> [DeclaredField] {
        try Row.fetchAll(try database.cachedStatement(sql: "SELECT name, kind, isListed FROM ownField ORDER BY name")) { row in
            let (name, kind, isListed): (String, String, Bool) = (try row[0], try row[1], try row[2])
            return OwnField(name, kind: CopyField.Kind(rawValue: kind) ?? .text).map { DeclaredField($0, isListed: isListed) }
        }.compactMap(\.self)
    }

    /// Returns the albums that have a value in each field, by the facets of albums.
    private static func albumsByOwnField(in database: Database) throws -> [OwnField: [AlbumID]] {
        let sql = """
            SELECT album.id, facets FROM albumText JOIN album ON album.number = albumText.number
            WHERE instr(char(10) || facets, char(10) || '\(StoredFacetKind.own.rawValue)') > 0 ORDER BY album.number
            """
        var albums: [OwnField: [AlbumID]] = [:]
        try Row.forEach(database, sql: sql) { row in
            guard let id = try? row[0] as String, let facets = try? row[1] as String else { return }
            for field in Set(FacetLines.ownValues(in: facets).compactMap { OwnField($0.field) }) {
                albums[field, default: []].append(AlbumID(rawValue: id))
            }
        }
        return albums
    }
}
