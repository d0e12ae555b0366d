import Synchronization
import Testing

@testable import SQLite

@Suite("Transactions")
struct TransactionTests {
    private struct Stop: Error {}

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeNumbers(3)
    }

    private func writers() throws -> [any DatabaseWriter] {
        [try DatabaseQueue(path: folder.database), try DatabasePool(path: folder.database)]
    }

    @Test func `a closure that fails has changed nothing`() throws {
        for writer in try writers() {
            #expect(throws: Stop.self) {
                try writer.write { database in
                    try database.insertNumber(4)
                    #expect(try database.countOfNumbers() == 4)
                    throw Stop()
                }
            }
            #expect(try writer.read { try $0.countOfNumbers() } == 3)
            try writer.write { try $0.insertNumber(5) }
            try writer.write { try $0.execute(sql: "DELETE FROM number WHERE n = 5") }
        }
    }

    @Test func `a closure that reads cannot write, and can be followed by one that writes`() throws {
        for writer in try writers() {
            #expect(try code { try writer.read { try $0.insertNumber(4) } } == .SQLITE_READONLY)
            #expect(throws: Stop.self) { try writer.read { _ in throw Stop() } }
            try writer.write { try $0.execute(sql: "UPDATE number SET text = 'y'") }
        }
    }

    @Test func `a transaction whose commit fails is rolled back, and the next one works`() throws {
        let queue = try DatabaseQueue(path: folder.database)
        try queue.write { database in
            try database.execute(sql: "CREATE TABLE child (n INTEGER REFERENCES number (n) DEFERRABLE INITIALLY DEFERRED)")
        }
        #expect(try code { try queue.write { try $0.execute(sql: "INSERT INTO child VALUES (99)") } } == .SQLITE_CONSTRAINT)
        try queue.write { try $0.execute(sql: "INSERT INTO child VALUES (1)") }
        #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT n FROM child") } == [1])
        #expect(try code { try queue.write { try $0.execute(sql: "DELETE FROM number WHERE n = 1") } } == .SQLITE_CONSTRAINT)
    }

    @Test func `after an error that ended the transaction, later statements of the closure fail`() throws {
        for writer in try writers() {
            let error = try code {
                try writer.write { database in
                    try database.insertNumber(4)
                    // As a full disk does.
                    #expect(throws: DatabaseError.self) { try database.execute(sql: "INSERT OR ROLLBACK INTO number VALUES (1, 'x')") }
                    try database.insertNumber(5)
                }
            }
            #expect(error == .SQLITE_ABORT)
            let swallowed = try code {
                try writer.write { database in
                    try? database.execute(sql: "INSERT OR ROLLBACK INTO number VALUES (1, 'x')")
                }
            }
            #expect(swallowed == .SQLITE_ABORT)
            #expect(try writer.read { try $0.countOfNumbers() } == 3)
            try writer.write { try $0.execute(sql: "UPDATE number SET text = 'y'") }
        }
    }

    @Test func `a full disk is an error, and the database is as it was before`() throws {
        for writer in try writers() {
            try writer.writeWithoutTransaction { database in
                let pages = try #require(try Int.fetchOne(database, sql: "PRAGMA page_count"))
                try database.execute(sql: "PRAGMA max_page_count = \(pages + 10)")
            }
            #expect(try code { try writer.write { try $0.insertNumbers(after: 10, count: 9_000) } } == .SQLITE_FULL)
            #expect(try writer.read { try $0.countOfNumbers() } == 3)
            try writer.write { try $0.execute(sql: "UPDATE number SET text = 'y'") }
        }
    }

    @Test func `a closure that would wait for itself traps`() async {
        await #expect(processExitsWith: .failure) {
            let queue = try DatabaseQueue()
            try queue.write { _ in try queue.read { _ in } }
        }
    }

    @Test func `a database can't be closed while a statement is retained, and calls after closing fail`() throws {
        for writer in try writers() {
            var statement: Statement? = try writer.writeWithoutTransaction { try $0.makeStatement(sql: "SELECT 1") }
            #expect(try code { try writer.close() } == .SQLITE_BUSY)
            withExtendedLifetime(statement) {}
            statement = nil
            try writer.close()
            #expect(try code { try writer.read { _ in } } == .SQLITE_MISUSE)
            #expect(try code { try writer.write { _ in } } == .SQLITE_MISUSE)
            try writer.close()
        }
    }
}
