import Testing

@testable import SQLite

@Suite("Values")
struct ValueTests {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
    }

    private func read<Value: DatabaseValueConvertible>(
        _ type: Value.Type, _ sql: String, _ arguments: StatementArguments = []
    ) throws -> Value {
        try queue.read { database in try Row.fetchAll(database, sql: sql, arguments: arguments) { row in try row[0] as Value } }[0]
    }

    @Test(
        "A text comes back as it was, whatever it contains",
        // What reports the tests writes each argument out, which takes minutes for a long one.
        arguments: [("", 1), ("a", 1), ("Ünï 🎵", 1), ("a\0b", 1), ("\0", 1), ("\u{FEFF}x\u{FFFD}", 1), ("é\0", 5_000_000)])
    func texts(part: String, count: Int) throws {
        let text = String(repeating: part, count: count)
        // Compared by its bytes: Swift's equality knows canonical forms.
        #expect(Array(try read(String.self, "SELECT ?", [text]).utf8) == Array(text.utf8))
        #expect(try read(Int.self, "SELECT length(CAST(? AS BLOB))", [text]) == text.utf8.count)
        #expect(try read(Bool.self, "SELECT typeof(?) = 'text'", [text]))
    }

    @Test("A number comes back as it was, and the greatest too", arguments: [0, 1, -1, Int64.max, .min])
    func numbers(number: Int64) throws {
        #expect(try read(Int64.self, "SELECT ?", [number]) == number)
        #expect(try read(Int.self, "SELECT ?", [Int(number)]) == Int(number))
        #expect(try read(Bool.self, "SELECT ?", [number]) == (number != 0))
    }

    @Test func `nothing is NULL, and NULL is nothing`() throws {
        #expect(try read(Bool.self, "SELECT ? IS NULL", [nil]))
        #expect(try read(Bool.self, "SELECT ? IS NULL", [String?.none]))
        #expect(try read(String?.self, "SELECT NULL") == nil)
        #expect(try read(Int?.self, "SELECT 3") == 3)
        #expect(try queue.read { try String.fetchOne($0, sql: "SELECT NULL") } == nil)
        #expect(try queue.read { try String.fetchOne($0, sql: "SELECT 'a' WHERE 0") } == nil)
    }

    @Test(
        "What is not valid UTF-8 is replaced, and the rest of the text is there",
        arguments: [("610062", "a\0b"), ("61FF62", "a\u{FFFD}b"), ("C3", "\u{FFFD}"), ("EDA08061", "\u{FFFD}\u{FFFD}\u{FFFD}a")])
    func invalidTexts(bytes: String, text: String) throws {
        #expect(try read(String.self, "SELECT CAST(x'\(bytes)' AS TEXT)") == text)
    }

    @Test(
        "A value of another type is an error, in whatever row",
        arguments: ["NULL", "1", "1.5", "9.3e18", "'1'", "x'31'", "zeroblob(1000000)"])
    func mismatches(value: String) throws {
        func isRead<Value: DatabaseValueConvertible>(_ type: Value.Type) throws -> Bool {
            try code { _ = try read(type, "SELECT \(value) AS name") }.map { $0 != .SQLITE_MISMATCH } ?? true
        }
        #expect(try isRead(Int64.self) == (value == "1"))
        #expect(try isRead(Int.self) == (value == "1"))
        #expect(try isRead(Bool.self) == (value == "1"))
        #expect(try isRead(String.self) == (value == "'1'"))
        #expect(try isRead(Int?.self) == ["1", "NULL"].contains(value))
        #expect(try isRead(String?.self) == ["'1'", "NULL"].contains(value))
    }

    @Test func `an error of a value names the column, what it holds and the statement`() throws {
        let error = #expect(throws: DatabaseError.self) { try read(String.self, "SELECT x'00' AS title") }
        #expect(error?.message == "column 0 (title) is a blob, which is no String")
        #expect(error?.sql == "SELECT x'00' AS title")
        #expect(error?.description.contains("(in: SELECT x'00' AS title)") == true)
    }

    @Test func `numbers that grow too large and values that are too long are errors of SQLite`() throws {
        let sum = "SELECT sum(value) FROM json_each('[9223372036854775807, 1]')"
        let error = #expect(throws: DatabaseError.self) { try read(Int.self, sum) }
        #expect(error?.message == "integer overflow")
        #expect(try code { _ = try read(String.self, "SELECT zeroblob(1000000001)") } == .SQLITE_TOOBIG)
    }

    @Test func `columns are found by position and by name, and those that are not there are errors`() throws {
        try queue.read { database in
            try Row.forEach(database, sql: "SELECT 1 AS a, 'x' AS b, 2 AS a") { row in
                let byPosition: (Int, String, Int) = (try row[0], try row[1], try row[2])
                let byName: (Int, String) = (try row["a"], try row["b"])
                #expect(byPosition == (1, "x", 2) && byName == (1, "x"))
                for column in [-1, 3, .max, .min] {
                    #expect(throws: DatabaseError.self) { try row[column] as Int? }
                }
                #expect(throws: DatabaseError.self) { try row["c"] as Int? }
            }
        }
    }

    @Test func `a row that is retained too long has no values`() throws {
        try queue.read { database in
            let statement = try database.makeStatement(sql: "SELECT value FROM json_each('[1, 2]')")
            var kept: [Row] = []
            try Row.forEach(statement) { row in
                if let first = kept.first {
                    #expect(throws: DatabaseError.self) { try first[0] as Int }
                }
                kept.append(row)
            }
            for row in kept {
                #expect(throws: DatabaseError.self) { try row[0] as Int }
                #expect(throws: DatabaseError.self) { try row["value"] as Int }
            }
            try Row.forEach(statement) { _ in
                for row in kept { #expect(throws: DatabaseError.self) { try row[0] as Int } }
            }
        }
    }
}
