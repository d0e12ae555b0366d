import Foundation
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("A library that may not be written, or is damaged")
struct ReadingOnlyTests {
    private static func open(_ path: String) throws -> PersistencyManager {
        try PersistencyManager(libraryDirectory: path, cacheDirectory: "\(path)/cache")
    }

    /// A library in a folder that a person of no rights may look into.
    private static func makeLibrary(in folder: StoreFolder, leavesChanges: Bool) throws {
        let library = try open(folder.path)
        try library.save([SampleAlbums.record("A"), SampleAlbums.record("B")])
        if leavesChanges {
            // What a killed program leaves behind. The files are kept from the closing of this one.
            for name in ["library.sqlite", "library.sqlite-wal", "library.sqlite-shm"] {
                try FileManager.default.copyItem(atPath: "\(folder.path)/\(name)", toPath: "\(folder.path)/kept-\(name)")
            }
        }
        try library.close()
        for name in ["library.sqlite", "library.sqlite-wal", "library.sqlite-shm"] where leavesChanges {
            try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            try FileManager.default.moveItem(atPath: "\(folder.path)/kept-\(name)", toPath: "\(folder.path)/\(name)")
        }
        if !leavesChanges {
            // The last to close takes the changes over, and the files away.
            let queue = try DatabaseQueue(path: "\(folder.path)/library.sqlite")
            try queue.write { try $0.execute(sql: "DELETE FROM removedAlbum") }
            try queue.close()
            try #require(!folder.files.contains("library.sqlite-wal"))
        }
        for name in folder.files { chmod("\(folder.path)/\(name)", 0o444) }
        chmod(folder.path, 0o555)
    }

    @Test("It can be listed and exported, with changes that are left beside it and without; changes are refused", arguments: [false, true])
    func readOnly(leavesChanges: Bool) async throws {
        let folder = try StoreFolder()
        defer { chmod(folder.path, 0o700) }
        try Self.makeLibrary(in: folder, leavesChanges: leavesChanges)
        let path = folder.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            // Root may write everything.
            if geteuid() == 0, setegid(65_534) != 0 || seteuid(65_534) != 0 { exit(2) }
            let library = try Self.open(path)
            guard try library.albums().map(\.title) == ["A", "B"], try library.albumList().count == 2 else { exit(3) }
            guard try library.albums(search: "b").count == 1, try library.records().count == 2 else { exit(4) }
            var count = 0
            try library.forEachAlbum { _ in count += 1 }
            guard count == 2 else { exit(5) }
            do {
                try library.save([SampleAlbums.record("C")])
                exit(6)
            } catch let error as PersistencyError where error.reason == .notWritable {}
        }
    }

    @Test("Damage in an album's row affects only that album, and the others are listed and exported")
    func damagedValues() throws {
        let folder = try StoreFolder()
        let library = try Self.open(folder.path)
        try library.save(SampleAlbums.many(3, tracksEach: 2))
        let ids = try library.albums().map(\.id)
        try library.write { database in
            try database.execute(
                sql:
                    "UPDATE trackList SET tracks = '[{\"titl' WHERE albumID = ?; UPDATE album SET release = '}', edits = 'x', unedited = '[', localCover = '?' WHERE id = ?",
                arguments: [ids[0].rawValue, ids[0].rawValue])
        }
        #expect(try library.albums().map(\.id) == ids)
        #expect(try library.tracks(of: ids[0]) == [] && library.tracks(of: ids[1]).count == 2)
        #expect(try library.release(of: ids[0]) == nil && library.edits(of: ids[0]) == AlbumEdits())
        var exported: [AlbumID] = []
        try library.forEachAlbum { exported.append($0.id) }
        #expect(exported == ids)
    }

    /// A library of three albums whose table lets anything in, as a damaged file may have it.
    private static func makeLooseLibrary(in folder: StoreFolder, changing sql: String) throws {
        do {
            let library = try open(folder.path)
            try library.save(SampleAlbums.many(3, tracksEach: 2))
            try library.write { database in
                let sql = try String.fetchOne(database, sql: "SELECT sql FROM sqlite_schema WHERE name = 'album'") ?? ""
                let loose = sql.replacing("title TEXT NOT NULL", with: "title TEXT").replacing(") STRICT", with: ")")
                try database.execute(sql: "PRAGMA writable_schema = ON")
                try database.execute(sql: "UPDATE sqlite_schema SET sql = ? WHERE name = 'album'", arguments: [loose])
                try database.execute(sql: "PRAGMA writable_schema = OFF")
            }
            try library.close()
        }
        let queue = try DatabaseQueue(path: "\(folder.path)/library.sqlite")
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    @Test("Row numbers of any size and sign are found and listed", arguments: [-7, Int64.max])
    func strangeNumbers(number: Int64) throws {
        let folder = try StoreFolder()
        try Self.makeLooseLibrary(
            in: folder,
            changing: "UPDATE album SET number = \(number) WHERE number = 2; UPDATE albumText SET number = \(number) WHERE number = 2")
        let library = try Self.open(folder.path)
        let all = try library.albums(sort: .title)
        #expect(all.count == 3)
        for album in all { #expect(try library.albums(search: album.title, sort: .title).contains { $0.id == album.id }) }
    }

    @Test(
        "A row without what an album needs is left out of lists, and the others are there",
        arguments: ["title = NULL", "title = x'41'", "added = 'yesterday'", "year = 1e300"])
    func damagedRows(damage: String) throws {
        let folder = try StoreFolder()
        try Self.makeLooseLibrary(in: folder, changing: "UPDATE album SET \(damage) WHERE number = 2")
        let library = try Self.open(folder.path)
        #expect(try library.count() == 3)
        #expect(try library.albums().count == 2)
        #expect(try library.records().count == 2)
        #expect(try library.albums(numbered: [1, 2, 3]).count == 2)
        var exported = 0
        try library.forEachAlbum { _ in exported += 1 }
        #expect(exported == 2)
    }

    @Test("An optional value of another type is left out")
    func damagedTypes() throws {
        let folder = try StoreFolder()
        try Self.makeLooseLibrary(in: folder, changing: "UPDATE album SET release = x'00', edits = x'7B7D', unedited = x'00'")
        let library = try Self.open(folder.path)
        let albums = try library.albums()
        #expect(albums.count == 3)
        #expect(try library.release(of: albums[0].id) == nil && library.edits(of: albums[0].id) == AlbumEdits())
        var exported = 0
        try library.forEachAlbum { _ in exported += 1 }
        #expect(exported == 3)
    }

    @Test("A value that the library cannot do without is an error where it is of another type, and says so")
    func damagedCatalogue() throws {
        let folder = try StoreFolder()
        let library = try Self.open(folder.path)
        try library.write { database in
            try database.execute(sql: "DROP TABLE root; CREATE TABLE root (path); INSERT INTO root VALUES (x'00')")
        }
        let error = #expect(throws: PersistencyError.self) { try library.sources() }
        #expect(error?.reason == .notADatabase)
        #expect(error?.detail == "column 0 (path) is a blob, which is no String")
    }
}
