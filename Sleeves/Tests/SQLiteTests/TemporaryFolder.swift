import Foundation

@testable import SQLite

/// A folder for the files of one test, which goes with it.
final class TemporaryFolder: Sendable {
    let path: String
    /// The path of a database in it.
    var database: String { "\(path)/test.sqlite" }

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "sqlite-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path(percentEncoded: false)
    }

    deinit {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The names of the files in it.
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// Does to each file what a file chooser does, which drops the process's POSIX locks on it.
    func openAndCloseFiles() {
        for file in files { close(open("\(path)/\(file)", O_RDONLY)) }
    }

    func bytes(of path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }

    /// A database with the numbers from 1 on in a table `number (n, text)`.
    func makeNumbers(_ count: Int) throws {
        let queue = try DatabaseQueue(path: database)
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE number (n INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
                    CREATE INDEX numberText ON number (text);
                    """)
            try database.insertNumbers(after: 0, count: count)
        }
        try queue.close()
    }
}

extension Database {
    /// The number of rows of the table `number`.
    func countOfNumbers() throws -> Int { try Int.fetchOne(self, sql: "SELECT count(*) FROM number") ?? 0 }

    func insertNumbers(after first: Int, count: Int) throws {
        try execute(
            sql: """
                WITH RECURSIVE r (n) AS (SELECT ?1 + 1 UNION ALL SELECT n + 1 FROM r WHERE n < ?1 + ?2)
                INSERT INTO number SELECT n, 'number ' || n FROM r
                """, arguments: [first, count])
    }

    func insertNumber(_ number: Int) throws {
        try execute(sql: "INSERT INTO number VALUES (?, 'x')", arguments: [number])
    }
}

/// The result code of what `body` throws; `nil` where it throws nothing.
func code(of body: () throws -> Void) throws -> ResultCode? {
    do {
        try body()
        return nil
    } catch let error as DatabaseError {
        return error.resultCode.primaryResultCode
    }
}
