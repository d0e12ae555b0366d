import Testing

@testable import SQLite

@Suite("Migrations")
struct MigratorTests {
    private struct Stop: Error {}

    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
    }

    private func migrator(_ steps: (String, String)...) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (name, sql) in steps { migrator.registerMigration(name) { try $0.execute(sql: sql) } }
        return migrator
    }

    private let two = [("1", "CREATE TABLE a (n INTEGER PRIMARY KEY)"), ("2", "CREATE TABLE b (n INTEGER REFERENCES a (n))")]

    @Test func `each step is done once, in order, and it is known which are`() throws {
        let migrator = migrator(two[0], two[1])
        #expect(try !queue.read(migrator.hasCompletedMigrations) && !queue.read(migrator.hasBeenSuperseded))
        try migrator.migrate(queue, upTo: "1")
        #expect(try queue.read { try $0.tableExists("a") && !$0.tableExists("b") })
        #expect(try !queue.read(migrator.hasCompletedMigrations))
        try migrator.migrate(queue)
        try migrator.migrate(queue)
        #expect(try queue.read(migrator.hasCompletedMigrations) && !queue.read(migrator.hasBeenSuperseded))
        #expect(try queue.read(self.migrator(two[0]).hasBeenSuperseded))
        #expect(try queue.read { try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations") } == ["1", "2"])
    }

    @Test func `a failed step changes nothing, and earlier steps stay`() throws {
        var failing = migrator(two[0])
        failing.registerMigration("2") { database in
            try database.execute(sql: "CREATE TABLE b (n)")
            throw Stop()
        }
        #expect(throws: Stop.self) { try failing.migrate(queue) }
        #expect(try queue.read { try $0.tableExists("a") && !$0.tableExists("b") })
        try migrator(two[0], two[1]).migrate(queue)
        #expect(try queue.read { try $0.tableExists("b") })
    }

    @Test func `a step may replace a table that others refer to, and must not leave broken references`() throws {
        try migrator(two[0], two[1]).migrate(queue)
        try queue.write { try $0.execute(sql: "INSERT INTO a VALUES (1); INSERT INTO b VALUES (1)") }
        let replacing = "CREATE TABLE c (n INTEGER PRIMARY KEY); INSERT INTO c SELECT n FROM a; DROP TABLE a; ALTER TABLE c RENAME TO a"
        try migrator(two[0], two[1], ("3", replacing)).migrate(queue)
        #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT n FROM b") } == [1])
        let breaking = migrator(two[0], two[1], ("3", replacing), ("4", "DELETE FROM a"))
        #expect(try code { try breaking.migrate(queue) } == .SQLITE_CONSTRAINT)
        #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT n FROM a") } == [1])
        // Enforced again afterwards.
        #expect(try code { try queue.write { try $0.execute(sql: "DELETE FROM a") } } == .SQLITE_CONSTRAINT)
    }

    @Test func `two steps with one name trap`() async {
        await #expect(processExitsWith: .failure) {
            var migrator = DatabaseMigrator()
            migrator.registerMigration("1") { _ in }
            migrator.registerMigration("1") { _ in }
        }
    }
}
