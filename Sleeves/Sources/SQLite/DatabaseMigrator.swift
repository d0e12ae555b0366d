/// A migrator that updates a database by steps, each of which runs once, in order.
///
/// ## Behavior
///
/// - A step is a transaction: it is both run and recorded, or neither.
/// - Within a step, foreign keys aren't enforced, so that tables can be replaced. A step that leaves a violated one fails.
public struct DatabaseMigrator: Sendable {
    private struct Step: Sendable {
        let name: String
        let body: @Sendable (Database) throws -> Void
    }

    private var steps: [Step] = []

    /// Creates a migrator without steps.
    public init() {}

    /// Adds a step.
    ///
    /// - Parameter name: The recorded name. It must never change after databases exist.
    public mutating func registerMigration(_ name: String, _ body: @escaping @Sendable (Database) throws -> Void) {
        precondition(!steps.contains { $0.name == name }, "There is a migration “\(name)” already. Give this one another name.")
        steps.append(Step(name: name, body: body))
    }

    /// Returns the recorded steps. The table has the name that GRDB used.
    private func done(in database: Database) throws -> Set<String> {
        guard try database.tableExists("grdb_migrations") else { return [] }
        return Set(try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations"))
    }

    /// Returns whether a database has tables, but no record of steps: another program's.
    public static func isForeign(_ database: Database) throws -> Bool {
        guard try !database.tableExists("grdb_migrations") else { return false }
        return try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema)") ?? false
    }

    /// Returns whether a database has unknown steps, from a later version of the program.
    public func hasBeenSuperseded(_ database: Database) throws -> Bool {
        try !done(in: database).isSubset(of: steps.map(\.name))
    }

    /// Returns whether all steps have run.
    public func hasCompletedMigrations(_ database: Database) throws -> Bool {
        try done(in: database).isSuperset(of: steps.map(\.name))
    }

    /// Runs the remaining steps.
    ///
    /// - Parameter last: The last step to run; `nil` for all.
    public func migrate(_ writer: some DatabaseWriter, upTo last: String? = nil) throws {
        try writer.writeWithoutTransaction { database in
            try database.execute(sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            let done = try done(in: database)
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            defer { try? database.execute(sql: "PRAGMA foreign_keys = ON") }
            for step in steps {
                if !done.contains(step.name) { try database.inTransaction("BEGIN IMMEDIATE") { try run(step, in: $0) } }
                if step.name == last { return }
            }
        }
    }

    private func run(_ step: Step, in database: Database) throws {
        try step.body(database)
        try database.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step.name])
        let broken = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check") { row in try row[0] as String }
        guard let table = broken.first else { return }
        let message = "\(broken.count) rows refer to rows that are not there, in the table \(table) and maybe others"
        throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: message)
    }
}
