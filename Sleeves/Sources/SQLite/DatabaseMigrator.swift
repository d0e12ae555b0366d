/// Brings a database up to date by steps that are each done once, in their order.
///
/// ## Behavior
///
/// - A step is a transaction: it is done and noted, or neither.
/// - Within a step foreign keys are not enforced, so that tables can be replaced. A step that leaves a broken one behind fails.
public struct DatabaseMigrator: Sendable {
    private struct Step: Sendable {
        let name: String
        let body: @Sendable (Database) throws -> Void
    }

    private var steps: [Step] = []

    /// No steps yet.
    public init() {}

    /// Adds a step.
    ///
    /// - Parameter name: What it is noted as. It never changes once there are databases.
    public mutating func registerMigration(_ name: String, _ body: @escaping @Sendable (Database) throws -> Void) {
        precondition(!steps.contains { $0.name == name }, "There is a migration “\(name)” already. Give this one another name.")
        steps.append(Step(name: name, body: body))
    }

    /// The table is called as in the libraries that GRDB made.
    private func done(in database: Database) throws -> Set<String> {
        guard try database.tableExists("grdb_migrations") else { return [] }
        return Set(try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations"))
    }

    /// Whether a database has steps that are not known here: a later version of the program has made them.
    public func hasBeenSuperseded(_ database: Database) throws -> Bool {
        try !done(in: database).isSubset(of: steps.map(\.name))
    }

    /// Whether all steps are done.
    public func hasCompletedMigrations(_ database: Database) throws -> Bool {
        try done(in: database).isSuperset(of: steps.map(\.name))
    }

    /// Does the steps that are still to be done.
    ///
    /// - Parameter last: The last of them; `nil` for all.
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
