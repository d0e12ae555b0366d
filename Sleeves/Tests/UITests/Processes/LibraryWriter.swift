internal import SQLite
import Testing

/// Another program that is writing to a library, and keeps everybody else from it for as long as it does.
@MainActor
struct LibraryWriter {
    /// The changes of an import.
    enum Table: String {
        case album, file
    }

    private let database: DatabaseQueue

    /// Begins to write.
    init(of library: String) throws {
        var configuration = Configuration()
        configuration.busyTimeout = .seconds(10)
        database = try DatabaseQueue(path: "\(library)/library.sqlite", configuration: configuration)
        try execute("BEGIN IMMEDIATE")
    }

    /// Makes a library without albums, and begins to write to it.
    static func ofNewLibrary(_ library: String, in scene: Scene) async throws -> LibraryWriter {
        let empty = "\(scene.folder)/empty.json"
        try "[]".write(toFile: empty, atomically: true, encoding: .utf8)
        // An import of nothing makes a library too.
        _ = try await SleevesCommand.run("import", "--library", library, empty, in: scene)
        return try LibraryWriter(of: library)
    }

    /// Lets others write, as few transactions as possible, until a table has rows, and keeps them from it again.
    ///
    /// - Returns: The number of rows.
    func letOthersWrite(until table: Table) async throws -> Int {
        var before = try number("PRAGMA data_version")
        try execute("ROLLBACK")
        return try await Eventually.value("the table “\(table)” has rows", every: .milliseconds(1)) {
            let version = try number("PRAGMA data_version")
            guard version != before else { return nil }
            before = version
            try execute("BEGIN IMMEDIATE")
            let count = try number("SELECT count(*) FROM \(table)")
            if count > 0 { return count }
            before = try number("PRAGMA data_version")
            try execute("ROLLBACK")
            return nil
        }
    }

    /// Ends, with nothing written.
    func stop() throws {
        try execute("ROLLBACK")
    }

    private func execute(_ sql: String) throws {
        try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    private func number(_ sql: String) throws -> Int {
        try database.writeWithoutTransaction { try Int.fetchOne($0, sql: sql) ?? 0 }
    }
}
