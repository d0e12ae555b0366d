import Foundation
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Opening a library")
struct OpeningTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    private static func open(_ path: String) throws -> PersistencyManager {
        try PersistencyManager(libraryDirectory: path, cacheDirectory: "\(path)/cache")
    }

    @Test("An empty database file becomes a library")
    func emptyFile() throws {
        try folder.write([], to: "library.sqlite")
        let library = try Self.open(folder.path)
        try library.save([SampleAlbums.record("A")])
        #expect(try library.count() == 1)
    }

    @Test("An empty database file in a folder that can't be written is no library yet")
    func emptyReadOnlyFile() async throws {
        try folder.write([], to: "library.sqlite")
        chmod("\(folder.path)/library.sqlite", 0o444)
        chmod(folder.path, 0o555)
        defer { chmod(folder.path, 0o700) }
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            // Root may write everything.
            if geteuid() == 0, setegid(65_534) != 0 || seteuid(65_534) != 0 { exit(2) }
            do {
                _ = try Self.open(path)
                exit(3)
            } catch let error as PersistencyError {
                guard error.reason == .absent, !error.description.contains("no such table") else { exit(4) }
            }
        }
    }

    @Test("A link that leads elsewhere in the middle of an import changes nothing: covers and albums go into the folder that was opened")
    func swappedLink() async throws {
        let link = "\(folder.path)/link"
        for name in ["one", "two"] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder.path)/one")
        let library = try Self.open(link)
        try library.save([SampleAlbums.record("A")])
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder.path)/two")
        try library.save([SampleAlbums.record("B")])
        _ = try library.covers.keep(SamplePictures.baselineJPEG)
        _ = try library.chosenCovers.keep(SamplePictures.baselineJPEG)
        try library.saveState(LibraryState())
        #expect(try library.count() == 2)
        #expect(folder.files.filter { $0.hasPrefix("two/") } == [])
        #expect(folder.files.contains { $0.hasPrefix("one/cache/") } && folder.files.contains { $0.hasPrefix("one/covers/") })
    }

    @Test("The temporary files of killed processes are deleted at the next start; those of running ones stay")
    func leftovers() async throws {
        let library = try Self.open(folder.path)
        _ = try library.covers.keep(SamplePictures.baselineJPEG)
        _ = try library.chosenCovers.keep(SamplePictures.baselineJPEG)
        // A process that has ended.
        let ended = Process()
        ended.executableURL = URL(filePath: "/bin/true")
        try ended.run()
        ended.waitUntilExit()
        let places = ["", "cache/covers/", "covers/"]
        for place in places {
            try folder.write([1], to: "\(place).incoming-\(ended.processIdentifier)-1-2")
            try folder.write([1], to: "\(place).incoming-\(getpid())-1-2")
        }
        try library.close()
        _ = try Self.open(folder.path)
        let left = folder.files.filter { $0.contains(".incoming-") }.sorted()
        #expect(left == places.map { "\($0).incoming-\(getpid())-1-2" }.sorted())
    }

    @Test("A file that is no database is refused and left as it is")
    func noDatabase() throws {
        let bytes = Array(String(repeating: "no database ", count: 1_000).utf8)
        try folder.write(bytes, to: "library.sqlite")
        let error = #expect(throws: PersistencyError.self) { try Self.open(folder.path) }
        #expect(error?.reason == .notADatabase)
        #expect(error?.path == "\(folder.path)/library.sqlite")
        #expect(try folder.bytes(of: "library.sqlite") == bytes)
    }

    @Test("The database of another program is refused and left as it is")
    func foreignDatabase() throws {
        let foreign = try DatabaseQueue(path: "\(folder.path)/library.sqlite")
        try foreign.write { try $0.execute(sql: "CREATE TABLE book (title TEXT)") }
        try foreign.close()
        let bytes = try folder.bytes(of: "library.sqlite")
        let error = #expect(throws: PersistencyError.self) { try Self.open(folder.path) }
        #expect(error?.reason == .notADatabase)
        #expect(try folder.bytes(of: "library.sqlite") == bytes)
    }

    @Test("A library that a newer version wrote is refused and left as it is")
    func newerSchema() throws {
        let library = try Self.open(folder.path)
        try library.save([SampleAlbums.record("A")])
        try library.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999 what is to come')") }
        try library.close()
        let error = #expect(throws: PersistencyError.self) { try Self.open(folder.path) }
        #expect(error?.reason == .newerSchema)
    }

    @Test("A folder that cannot be made is named, with what to do")
    func notWritable() throws {
        try folder.write([], to: "file")
        let error = #expect(throws: PersistencyError.self) { try Self.open("\(folder.path)/file/library") }
        #expect(error?.reason == .notWritable)
        #expect(error?.description.contains("choose another folder with --library") == true)
    }

    @Test("When the disk is full, the error says so and the library is as it was before")
    func diskFull() throws {
        let library = try Self.open(folder.path)
        try library.save([SampleAlbums.record("A")])
        // A database that may not grow fails as one on a full disk does.
        try library.write { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages + 20)")
        }
        let error = #expect(throws: PersistencyError.self) { try library.save(SampleAlbums.many(500, tracksEach: 20)) }
        #expect(error?.reason == .diskFull)
        #expect(try library.albums().map(\.title) == ["A"])
    }

    @Test("Locks that lead elsewhere are not followed: the library is refused, or covers are fetched without them")
    func links() async throws {
        let target = "\(folder.path)/elsewhere"
        let library = "\(folder.path)/library"
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
        for name in ["library.lock", "covers.lock"] {
            try FileManager.default.createSymbolicLink(atPath: "\(library)/\(name)", withDestinationPath: target)
        }
        #expect(throws: PersistencyError.self) { try PersistencyManager(libraryDirectory: library, cacheDirectory: "\(folder.path)/cache") }
        let claim = try await CoverClaims(libraryDirectory: library).claim(AlbumID(digesting: ["A"]))
        #expect(claim == nil)
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test(
        "Every failure of the database gets a reason",
        arguments: [
            (ResultCode.SQLITE_FULL, PersistencyError.Reason.diskFull), (.SQLITE_BUSY, .busy), (.SQLITE_READONLY, .notWritable),
            (.SQLITE_CANTOPEN, .notWritable), (.SQLITE_CORRUPT, .notADatabase), (.SQLITE_IOERR, .inputOutput),
        ])
    func reasons(code: ResultCode, reason: PersistencyError.Reason) {
        #expect(PersistencyError(DatabaseError(resultCode: code), path: "/a").reason == reason)
    }

    @Test("Every reason has a message that names the place and what to do", arguments: PersistencyError.Reason.allCases)
    func messages(reason: PersistencyError.Reason) {
        let message = PersistencyError(reason, path: "/a/b", detail: "the detail").description
        #expect(message.contains("/a/b") && message.hasSuffix("Details: the detail"))
    }

    @Test(
        "A library of an earlier version keeps all it has, and its albums are found and sorted; a large one is told of",
        arguments: [3, 10_001])
    func earlierVersion(count: Int) throws {
        let queue = try DatabaseQueue(path: "\(folder.path)/library.sqlite")
        try LibrarySchema.migrator.migrate(queue, upTo: "chosen covers")
        try queue.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
                    INSERT INTO album (id, title, artist, titleSort, artistSort, searchText, source, added, edits, chosenCover)
                    SELECT 'id' || n, 'Été ' || n, 'The Artist', 'ete ' || n, 'artist', 'x', 'json', n, '{"genre":"Mine"}', NULL FROM number;
                    INSERT INTO trackList VALUES ('id2', '[{"title":"Track"}]');
                    UPDATE album SET release = '{"labels":["Northgate"],"copies":[]}', year = 1990 WHERE id = 'id2';
                    """
            )
        }
        try queue.close()
        var told = 0
        let library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: "\(folder.path)/cache") { told += 1 }
        #expect(told == (count > PersistencyManager.longWait ? 1 : 0))
        #expect(try library.count() == count)
        #expect(try library.albums(search: "ete 2 artist north").map(\.id.rawValue) == ["id2"])
        #expect(try library.tracks(of: AlbumID(rawValue: "id2")) == [TrackRecord(title: "Track")])
        #expect(try library.edits(of: AlbumID(rawValue: "id3")) == AlbumEdits(genre: "Mine"))
        let ends = try ["id2", "id1"].map { try #require(try library.number(of: AlbumID(rawValue: $0))) }
        #expect(try library.albumList(order: AlbumOrder(.year)).numbers.first == ends[0])
        #expect(try library.albumList(order: AlbumOrder(.added)).numbers.last == ends[1])
        try library.close()
        _ = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: "\(folder.path)/cache") { told += 1 }
        #expect(told == (count > PersistencyManager.longWait ? 1 : 0))
    }

    @Test("Two processes use one library at the same time")
    func secondProcess() async throws {
        let path = folder.path
        let library = try Self.open(path)
        try library.save([SampleAlbums.record("Ours")])
        await #expect(processExitsWith: .success) { [path = path as String] in
            let library = try Self.open(path)
            #expect(try library.albums().map(\.title) == ["Ours"])
            try library.save([SampleAlbums.record("Theirs")])
        }
        #expect(try library.albums().map(\.title) == ["Ours", "Theirs"])
    }

    @Test("Many openings of a library that is not there yet all succeed, in several processes")
    func openingTogether() async throws {
        let path = folder.path
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String] in
                        for number in 0..<10 {
                            let library = try Self.open("\(path)/\(number)")
                            try library.save([SampleAlbums.record("A")])
                            #expect(try library.count() == 1)
                        }
                    }
                }
            }
        }
    }

    @Test("A process killed in the middle of an import leaves the library as it was before")
    func killedImport() async throws {
        let path = folder.path
        do {
            let library = try Self.open(path)
            try library.save([SampleAlbums.record("A")])
            try library.close()
        }
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let library = try Self.open(path)
            try library.write { database in
                // More than SQLite's memory holds, so that a part is on the disk when the process dies.
                try database.execute(sql: "PRAGMA cache_size = 10")
                try database.execute(
                    sql: """
                        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 5000)
                        INSERT INTO album (id, title, artist, titleSort, artistSort, source, added)
                        SELECT n, 'x', 'x', 'x', 'x', 'json', 0 FROM number
                        """
                )
                kill(getpid(), SIGKILL)
            }
        }
        let library = try Self.open(path)
        #expect(try library.albums().map(\.title) == ["A"])
        try library.save([SampleAlbums.record("B")])
        #expect(try library.count() == 2)
    }
}
