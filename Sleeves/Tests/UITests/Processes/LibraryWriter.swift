internal import SQLite

/// Another program that is writing to a library, and keeps everybody else from it for as long as it does.
struct LibraryWriter {
    private let database: DatabaseQueue

    /// Begins to write.
    init(of library: String) throws {
        var configuration = Configuration()
        configuration.busyTimeout = .seconds(10)
        database = try DatabaseQueue(path: "\(library)/library.sqlite", configuration: configuration)
        try database.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    /// Ends, with nothing written.
    func stop() throws {
        try database.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
}
