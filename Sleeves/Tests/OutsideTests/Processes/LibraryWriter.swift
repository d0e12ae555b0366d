internal import GRDB

/// Another program that is writing to a library, and keeps everybody else from it for as long as it does.
struct LibraryWriter {
    private let database: DatabaseQueue

    /// Begins to write.
    init(of library: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        database = try DatabaseQueue(path: "\(library)/library.sqlite", configuration: configuration)
        try database.writeWithoutTransaction { database in
            // Those who open the library would have to write first, where nobody else has since it was closed.
            try database.execute(sql: "UPDATE albumVersion SET contents = contents + 1")
            try database.execute(sql: "BEGIN IMMEDIATE")
        }
    }

    /// Ends, with nothing written.
    func stop() throws {
        try database.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }
}
