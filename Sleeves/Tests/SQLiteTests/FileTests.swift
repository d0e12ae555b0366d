import Foundation
import Testing

@testable import SQLite

/// Files that are not what they should be.
@Suite("Files of a database", .timeLimit(.minutes(5)))
struct FileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func readOnly(immutable: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.immutable = immutable
        return configuration
    }

    @Test func `a file that is not a database is refused and stays as it is`() throws {
        let bytes = Data(String(repeating: "no database ", count: 1_000).utf8)
        try bytes.write(to: URL(filePath: folder.database))
        #expect(try code { _ = try DatabasePool(path: folder.database) } == .SQLITE_NOTADB)
        let queue = try DatabaseQueue(path: folder.database, configuration: readOnly())
        #expect(try code { _ = try queue.read { try $0.tableExists("number") } } == .SQLITE_NOTADB)
        #expect(try Data(contentsOf: URL(filePath: folder.database)) == bytes)
    }

    @Test func `a folder, a file that is not there and a path through a file cannot be opened`() throws {
        #expect(try code { _ = try DatabasePool(path: folder.path) } == .SQLITE_CANTOPEN)
        #expect(try code { _ = try DatabaseQueue(path: folder.database, configuration: readOnly()) } == .SQLITE_CANTOPEN)
        try Data().write(to: URL(filePath: folder.database))
        #expect(try code { _ = try DatabasePool(path: folder.database + "/a") } == .SQLITE_CANTOPEN)
        #expect(folder.files == ["test.sqlite"])
    }

    @Test("Reading a file damaged anywhere gives an error or a value", arguments: 0..<40)
    func damage(seed: Int) throws {
        try folder.makeNumbers(2_000)
        var bytes = try folder.bytes(of: folder.database)
        var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: Int) -> Int {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return Int(random % UInt64(bound))
        }
        // Behind the header, but for every fourth.
        let first = seed % 4 == 0 ? 0 : 100
        for _ in 0..<(1 << (seed % 10)) { bytes[first + next(bytes.count - first)] = UInt8(next(256)) }
        if seed % 5 == 0 { bytes.removeLast(next(bytes.count)) }
        try Data(bytes).write(to: URL(filePath: folder.database))
        let known: Set<ResultCode> = [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CANTOPEN, .SQLITE_CONSTRAINT]
        for sql in ["SELECT n, text FROM number", "SELECT n, text FROM number ORDER BY text DESC"] {
            let found = try code {
                let queue = try DatabaseQueue(path: folder.database)
                try queue.read { database in
                    try Row.forEach(database, sql: sql) { row in
                        // Of another type, where the damage has hit that.
                        _ = (try? row[0] as Int, try? row[1] as String)
                    }
                }
                try queue.write { try $0.execute(sql: "UPDATE number SET text = text || 'x'") }
            }
            #expect(found.map(known.contains) ?? true)
        }
    }

    @Test func `triggers in a schema can't call dangerous functions`() throws {
        try folder.makeNumbers(1)
        let queue = try DatabaseQueue(path: folder.database)
        try queue.write { database in
            try database.execute(
                sql: "CREATE TRIGGER bad AFTER INSERT ON number BEGIN SELECT fts3_tokenizer('x', x'4141414141414141'); END")
        }
        #expect(try code { try queue.write { try $0.insertNumber(2) } } == .SQLITE_ERROR)
    }

    @Test(
        "A file is read without anything beside it, whatever it is called",
        arguments: ["plain", "with space", "100%25?immutable=0#x", "ünï 🎵", "a&b=c;d"])
    func immutable(name: String) throws {
        let path = "\(folder.path)/\(name).sqlite"
        try folder.makeNumbers(3)
        try DatabasePool(path: folder.database).write { try $0.insertNumber(4) }
        try FileManager.default.moveItem(atPath: folder.database, toPath: path)
        let queue = try DatabaseQueue(path: path, configuration: readOnly(immutable: true))
        #expect(try queue.read { try $0.countOfNumbers() } == 4)
        #expect(try code { try queue.write { try $0.insertNumber(5) } } == .SQLITE_READONLY)
        #expect(folder.files == ["\(name).sqlite"])
    }

    @Test func `a file that may not be written is read, and changes fail`() async throws {
        try folder.makeNumbers(3)
        chmod(folder.database, 0o444)
        chmod(folder.path, 0o555)
        let path = folder.database
        await #expect(processExitsWith: .success) { [path = path as String] in
            // Root may write everything.
            if geteuid() == 0, setegid(65_534) != 0 || seteuid(65_534) != 0 { exit(2) }
            var configuration = Configuration()
            configuration.readonly = true
            for queue in [try DatabaseQueue(path: path, configuration: configuration), try DatabaseQueue(path: path)] {
                #expect(try queue.read { try $0.countOfNumbers() } == 3)
                #expect(try code { try queue.write { try $0.insertNumber(4) } } == .SQLITE_READONLY)
            }
            #expect(try code { _ = try DatabasePool(path: path) } == .SQLITE_READONLY)
        }
    }

    @Test func `a name that looks like a URI is a file name`() async throws {
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            #expect(FileManager.default.changeCurrentDirectoryPath(path))
            try DatabaseQueue(path: "file:a?mode=memory").write { try $0.execute(sql: "CREATE TABLE a (b)") }
        }
        #expect(folder.files == ["file:a?mode=memory"])
    }

    @Test func `a file that the system does not let grow is an error, and the database is as it was`() async throws {
        try folder.makeNumbers(3)
        let path = folder.database
        await #expect(processExitsWith: .success) { [path = path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let pool = try DatabasePool(path: path)
            var limit = rlimit(rlim_cur: 200_000, rlim_max: rlim_t.max)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            #expect(try code { try pool.write { try $0.insertNumbers(after: 10, count: 90_000) } } == .SQLITE_IOERR)
            #expect(try pool.read { try $0.countOfNumbers() } == 3)
            limit.rlim_cur = rlim_t.max
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            try pool.write { try $0.insertNumber(4) }
            #expect(try pool.read { try $0.countOfNumbers() } == 4)
        }
    }
}
