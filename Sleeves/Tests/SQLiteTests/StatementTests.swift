import Testing

@testable import SQLite

@Suite("Statements")
struct StatementTests {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { try $0.execute(sql: "CREATE TABLE number (n INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT") }
    }

    @Test func `parameters get values by position, by number and by name`() throws {
        try queue.read { database throws in
            func answer(_ sql: String, _ arguments: StatementArguments) throws -> String? {
                try String.fetchOne(database, sql: sql, arguments: arguments)
            }
            #expect(try answer("SELECT ? || ?", ["a", "b"]) == "ab")
            #expect(try answer("SELECT ?2 || ?1 || ?2", ["a", "b"]) == "bab")
            #expect(try answer("SELECT :y || :x", ["x": "a", "y": "b"]) == "ba")
            #expect(try answer("SELECT :y || :x", StatementArguments(names: ["x", "y"], values: [.text("a"), .text("b")])) == "ba")
            #expect(try answer("SELECT ? || ?", StatementArguments(["a", "b"])) == "ab")
        }
    }

    @Test(
        "Arguments that do not fit are refused",
        arguments: [
            ("SELECT ?", []), ("SELECT ?", ["a", "b"]), ("SELECT 1", ["a"]), ("SELECT :a", ["b": 1]), ("SELECT :a, :b", ["a": 1]),
            ("SELECT :a", ["a": 1, "b": 1]),
        ] as [(String, StatementArguments)])
    func wrongArguments(sql: String, arguments: StatementArguments) throws {
        try queue.read { database throws in
            #expect(try code { try database.execute(sql: sql, arguments: arguments) } == .SQLITE_MISUSE)
            #expect(try code { _ = try Int.fetchAll(database, sql: sql, arguments: arguments) } == .SQLITE_MISUSE)
            #expect(try code { try database.makeStatement(sql: sql).execute(arguments: arguments) } == .SQLITE_MISUSE)
        }
    }

    @Test func `a statement is used again after wrong arguments and other errors`() throws {
        try queue.write { database in
            let statement = try database.cachedStatement(sql: "INSERT INTO number VALUES (?, ?)")
            #expect(try code { try statement.execute(arguments: [1]) } == .SQLITE_MISUSE)
            #expect(try code { try statement.execute(arguments: [1, nil]) } == .SQLITE_CONSTRAINT)
            try statement.execute(arguments: [1, "a"])
            #expect(try code { try statement.execute(arguments: [1, "a"]) } == .SQLITE_CONSTRAINT)
            try statement.execute(arguments: [2, "b"])
            #expect(database.lastInsertedRowID == 2)
            #expect(try Int.fetchAll(database, sql: "SELECT n FROM number") == [1, 2])
        }
    }

    @Test func `several statements run one after another, with the arguments of all of them`() throws {
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE other (a, b); -- What follows needs the table.
                    INSERT INTO other VALUES (?, ?);; INSERT INTO number VALUES (?, 'x');
                    /* The end. */
                    """, arguments: [1, 2, 3])
            #expect(try Int.fetchOne(database, sql: "SELECT a + b FROM other") == 3)
            #expect(try Int.fetchOne(database, sql: "SELECT n FROM number") == 3)
            let arguments: StatementArguments = [4, 5]
            #expect(try code { try database.execute(sql: "INSERT INTO number VALUES (?, 'x')", arguments: arguments) } == .SQLITE_MISUSE)
        }
    }

    @Test("Only white space and comments does nothing", arguments: ["", "  \n", "-- a", "/* a", ";", ";;  ;"])
    func empty(sql: String) throws {
        try queue.write { try $0.execute(sql: sql) }
    }

    @Test("A prepared statement is just one, without NUL", arguments: ["", "SELECT 1; SELECT 2", "SELECT 1\0", "-- a"])
    func notOne(sql: String) throws {
        try queue.read { database throws in #expect(try code { _ = try database.makeStatement(sql: sql) } == .SQLITE_MISUSE) }
    }

    @Test func `an error has SQLite's extended code, its message and the statement`() throws {
        let syntax = #expect(throws: DatabaseError.self) { try queue.read { try $0.execute(sql: "SELECT 1; SELEC 2") } }
        #expect(syntax == DatabaseError(resultCode: .SQLITE_ERROR, message: "near \"SELEC\": syntax error", sql: "SELECT 1; SELEC 2"))
        let sql = "INSERT INTO number VALUES (1, NULL)"
        let constraint = #expect(throws: DatabaseError.self) { try queue.write { try $0.execute(sql: sql) } }
        #expect(constraint?.resultCode.rawValue == 1299)
        #expect(constraint?.resultCode.primaryResultCode == .SQLITE_CONSTRAINT)
        #expect(constraint?.message == "NOT NULL constraint failed: number.text")
        #expect(constraint?.sql == sql)
        #expect(DatabaseError(resultCode: .SQLITE_FULL).message == "database or disk is full")
    }

    @Test func `a cached statement is the same again, but not while its rows are being read`() throws {
        try queue.read { database in
            let sql = "SELECT value FROM json_each('[1, 2, 3]')"
            let statement = try database.cachedStatement(sql: sql)
            #expect(try database.cachedStatement(sql: sql) === statement)
            var pairs: [Int] = []
            try Row.forEach(statement) { row in
                let inner = try Int.fetchAll(try database.cachedStatement(sql: sql))
                #expect(try code { try statement.execute() } == .SQLITE_MISUSE)
                pairs += inner.map { $0 * 10 }
                pairs.append(try row[0])
            }
            #expect(pairs == [10, 20, 30, 1, 10, 20, 30, 2, 10, 20, 30, 3])
        }
    }

    @Test func `a cached statement goes on to work when the schema changes`() throws {
        try queue.write { database in
            let statement = try database.cachedStatement(sql: "SELECT * FROM number")
            try database.insertNumber(1)
            try database.execute(sql: "ALTER TABLE number ADD COLUMN new TEXT NOT NULL DEFAULT 'n'")
            #expect(try Row.fetchOne(statement) { row in try row["new"] as String } == "n")
        }
    }

    @Test func `a statement that is stopped at its first row has run`() throws {
        try queue.write { database in
            let statement = try database.cachedStatement(sql: "INSERT INTO number VALUES (?, 'x'), (?, 'y') RETURNING n")
            #expect(try Int.fetchOne(statement, arguments: [7, 8]) == 7)
        }
        #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT n FROM number") } == [7, 8])
    }

    @Test func `an error in the middle of the rows ends the reading, and the statement can be used again`() throws {
        struct Stop: Error {}
        try queue.read { database in
            let statement = try database.makeStatement(sql: "SELECT value FROM json_each('[1, \"a\", 3]')")
            for _ in 0..<2 {
                #expect(try code { _ = try Int.fetchAll(statement) } == .SQLITE_MISMATCH)
                #expect(throws: Stop.self) { try Row.forEach(statement) { _ in throw Stop() } }
            }
        }
    }

    @Test func `it is known how many rows were changed, and which tables there are`() throws {
        try queue.write { database in
            try database.execute(sql: "INSERT INTO number VALUES (1, 'a'), (2, 'b')")
            #expect(database.changesCount == 2)
            try database.execute(sql: "DELETE FROM number WHERE n = 3")
            #expect(database.changesCount == 0)
            #expect(try database.tableExists("number") && !database.tableExists("numbe_"))
        }
    }

    @Test func `a database can't be used outside its closure`() async {
        await #expect(processExitsWith: .failure) {
            let database = try DatabaseQueue().read { $0 }
            try database.execute(sql: "SELECT 1")
        }
        await #expect(processExitsWith: .failure) {
            let statement = try DatabaseQueue().read { try $0.makeStatement(sql: "SELECT 1") }
            try statement.execute()
        }
    }
}
