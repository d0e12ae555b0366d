import Foundation
import SleevesImporting
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// Imports that are cut off at any step, while the user joins, splits, edits and undoes.
@Suite("Random imports that are cut off", .timeLimit(.minutes(10)))
struct CutOffImportTests {
    /// The number of histories; `SLEEVES_IMPORT_SEEDS=1000` after a change of the import.
    private static let seeds = ProcessInfo.processInfo.environment["SLEEVES_IMPORT_SEEDS"].flatMap(UInt64.init) ?? 40

    @Test(arguments: 1...seeds)
    func `files that wait to be read stay in their albums, and in the end all is as without interruption`(seed: UInt64) async throws {
        var history = try CutOffImport(seed: seed, decides: true)
        try await history.run(steps: 40)
        try history.expectTheEndOfOneImport()
    }

    @Test(arguments: 1...seeds)
    func `albums whose files all get another title keep what the user has changed`(seed: UInt64) async throws {
        var history = try CutOffImport(seed: seed, decides: false)
        try await history.run(steps: 40)
        try history.expectTheEndOfOneImport()
    }
}

/// A library, the files that it follows, and what happens to both from a seed. Files aren't on the disk: the catalogue finds and reads them as an
/// import does.
private struct CutOffImport {
    private var fixture: LibraryFixture
    private var random: SeededRandom
    /// Whether the user joins and splits albums; otherwise edits them, and titles are all different.
    private let decides: Bool
    /// The files on the disk by path, with their version; those without tags are damaged.
    private var disk: [String: (version: Int64, tags: AudioTags?)] = [:]
    private var versions: Int64 = 0
    /// What the user has written into the album of a folder.
    private var marks: [String: String] = [:]
    private var happened: [String] = []
    private let folders = ["/m/a", "/m/b", "/m/c", "/m/d"]

    init(seed: UInt64, decides: Bool) throws {
        (random, self.decides) = (SeededRandom(seed: seed), decides)
        fixture = try LibraryFixture()
        for folder in folders { retag(folder) }
    }

    private var persistency: PersistencyManager { fixture.persistency }

    // MARK: Steps

    /// Has an import find and read everything.
    private mutating func importAll() throws {
        try notice(folders)
        for path in try pending() { try read(path) }
        try finish()
    }

    mutating func run(steps: Int) async throws {
        try importAll()
        for _ in 0..<steps {
            switch random.number(below: decides ? 14 : 11) {
            case 0...1: retag(random.element(of: folders))
            case 2...3: try notice(random.number(below: 2) == 0 ? folders : [random.element(of: folders)])
            case 4...7: for path in try pending().prefix(1 + random.number(below: 3)) { try read(path) }
            case 8: try finish()
            case 9: try await edit()
            case 10: if decides { damageOne() } else { try addNew() }
            default:
                let empty = try emptyAlbums()
                switch random.number(below: 3) {
                case 0: try await join()
                case 1: try await split()
                default: try await undoAndRedo()
                }
                // What the user decides leaves none behind.
                try #require(try emptyAlbums().isSubset(of: empty), "\(happened.suffix(60))")
            }
            try expectOrder()
        }
        try importAll()
        try expectOrder()
    }

    /// Gives the files of a folder another title.
    private mutating func retag(_ folder: String) {
        versions += 1
        let title = decides ? random.element(of: ["One", "Two", "Three"]) : "Title \(versions)"
        happened.append("retag \(folder) \(title)")
        for number in 1...3 {
            var tags = AudioTags.none
            (tags.artist, tags.album, tags.title, tags.trackNumber) = ("Ada", title, "Song \(number)", number)
            disk["\(folder)/\(number).mp3"] = (versions, tags)
        }
    }

    private mutating func damageOne() {
        versions += 1
        let path = "\(random.element(of: folders))/\(1 + random.number(below: 3)).mp3"
        happened.append("damage \(path)")
        disk[path] = (versions, nil)
    }

    /// Has an import find what has changed in folders.
    private mutating func notice(_ folders: [String]) throws {
        happened.append("notice \(folders)")
        try persistency.write { database in
            let catalogue = FileCatalogue(database)
            for (path, file) in disk.sorted(by: { $0.key < $1.key }) where folders.contains(Path.folder(of: path)) {
                let stamp = FileStamp(device: 0, inode: 0, size: 9, modified: file.version, changed: -1)
                let folder = try catalogue.save(CataloguedFolder(id: 0, path: Path.folder(of: path), stamp: stamp))
                if let known = try catalogue.file(Path.name(of: path), in: folder) {
                    if known.stamp != stamp { try catalogue.update(known.id, stamp: stamp, state: .pending) }
                } else {
                    try catalogue.insert(Path.name(of: path), in: folder, stamp: stamp, state: .pending)
                }
            }
        }
    }

    /// Has an import read a file, and store its tags.
    private mutating func read(_ path: String) throws {
        happened.append("read \(path)")
        try persistency.write { database in
            let catalogue = FileCatalogue(database)
            guard let folder = try catalogue.folder(at: Path.folder(of: path)),
                let file = try catalogue.file(Path.name(of: path), in: folder.id), let (_, tags) = disk[path]
            else { return }
            if let tags {
                try GroupedLibrary.read(TaggedFile(path: path, tags: tags), in: catalogue)
            } else {
                try catalogue.store(problem: "It is damaged.", of: file.id, isPassing: false)
            }
        }
    }

    private mutating func finish() throws {
        happened.append("finish")
        try persistency.write { database in
            var regrouping = AlbumRegrouping(database, saving: AlbumSaving()) { _ in nil }
            try regrouping.run()
        }
    }

    private mutating func addNew() throws {
        happened.append("add new ones")
        try persistency.write { database in
            var regrouping = AlbumRegrouping(database, saving: AlbumSaving()) { _ in nil }
            var known: Set<Int64> = []
            try regrouping.addNewAlbums(except: &known) { false }
        }
    }

    private mutating func edit() async throws {
        let albums = try albums()
        let folder = random.element(of: folders)
        let ids = Set(albums.filter { Path.folder(of: $0.key) == folder }.values)
        guard let id = ids.first, ids.count == 1 else { return }
        versions += 1
        happened.append("edit \(folder)")
        try await fixture.library.edit(id, AlbumEdits(genre: "Genre \(versions)"))
        marks[folder] = "Genre \(versions)"
    }

    private mutating func join() async throws {
        let albums = Set(try albums().values).sorted { $0.rawValue < $1.rawValue }.shuffled(using: &random).prefix(2)
        guard albums.count == 2 else { return }
        let before = try self.albums()
        happened.append("join \(albums.map { album in before.filter { $0.value == album }.keys.sorted() })")
        try await fixture.library.join(Array(albums))
        let after = try self.albums()
        let files = before.filter { albums.contains($0.value) }.keys
        let joined = try #require(files.first.flatMap { after[$0] })
        try #require(Set(after.filter { $0.value == joined }.keys) == Set(files), "\(happened.suffix(60))")
    }

    private mutating func split() async throws {
        guard let id = Set(try albums().values).sorted(by: { $0.rawValue < $1.rawValue }).randomElement(using: &random) else { return }
        let before = try albums()
        happened.append("split \(before.filter { $0.value == id }.keys.sorted())")
        do { try await fixture.library.split(id) } catch is RearrangingError { return }
        try #require(try Set(albums().keys) == Set(before.keys), "\(happened.suffix(60))")
        try await fixture.library.history.undo()
        try #require(try albums() == before, "\(happened.suffix(60))")
        try await fixture.library.history.redo()
    }

    private mutating func undoAndRedo() async throws {
        happened.append("undo")
        let before = try Set(albums().keys)
        // An album of another name may have come in its place since then.
        do { try await fixture.library.history.undo() } catch { return }
        try #require(try Set(albums().keys) == before, "\(happened.suffix(60))")
        if random.number(below: 2) == 0 {
            happened.append("redo")
            try await fixture.library.history.redo()
            try #require(try Set(albums().keys) == before, "\(happened.suffix(60))")
        }
    }

    // MARK: What holds

    private func pending() throws -> [String] {
        try paths("state = 0")
    }

    private func paths(_ condition: String) throws -> [String] {
        try persistency.read { database in
            let sql = """
                SELECT folder.path || '/' || file.name FROM file JOIN folder ON folder.id = file.folder WHERE \(condition) ORDER BY 1
                """
            return try String.fetchAll(database, sql: sql)
        }
    }

    /// The album of each file that counts in one.
    private func albums() throws -> [String: AlbumID] {
        try persistency.read { database in
            let sql = """
                SELECT folder.path || '/' || file.name, albumID FROM file JOIN folder ON folder.id = file.folder
                WHERE albumID IN (SELECT id FROM album)
                """
            let rows = try Row.fetchAll(database, sql: sql) { row in (try row[0] as String, AlbumID(rawValue: try row[1])) }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    /// The albums whose files are all gone.
    private func emptyAlbums() throws -> Set<AlbumID> {
        Set(try persistency.records().map(\.id)).subtracting(try albums().values)
    }

    /// Each file that counts in an album has one, and an album without files goes with the next import.
    private func expectOrder() throws {
        let albums = try albums()
        let stale = try persistency.read { try String.fetchAll($0, sql: "SELECT id FROM staleAlbum").map(AlbumID.init) }
        try #require(try emptyAlbums().isSubset(of: stale), "\(happened.suffix(60))")
        try #require(try Set(paths("albumID IS NOT NULL")) == Set(albums.keys), "\(happened.suffix(60))")
    }

    /// The same files in a library of their own, with the same decisions, give the same albums.
    func expectTheEndOfOneImport() throws {
        var fresh = self
        fresh.fixture = try RearrangingEquivalenceTests.library(RearrangingEquivalenceTests.decisions(of: persistency))
        try fresh.importAll()
        try #require(try contents() == fresh.contents(), "\(happened.suffix(60))")
        guard !decides else { return }
        for record in try persistency.records() {
            let folder = try #require(record.tracks.first?.path.map(Path.folder))
            try #require(record.genre == marks[folder], "\(record.title): \(happened.suffix(60))")
        }
    }

    private func contents() throws -> Set<[String]> {
        Set(try persistency.records().map { [$0.id.rawValue] + $0.tracks.map { "\($0.path ?? "") \($0.title)" } })
    }
}
