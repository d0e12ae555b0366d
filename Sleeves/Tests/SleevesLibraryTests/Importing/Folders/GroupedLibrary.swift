import SQLite

@testable import SleevesLibrary
@testable import SleevesStore

/// Files that are grouped as an import groups them, in memory, without being on the disk.
enum GroupedLibrary {
    /// The albums, in the order of the path of their first file.
    static func albums(of files: [TaggedFile], picture: @escaping (String) -> String? = { _ in nil }) throws -> [CompleteAlbum] {
        try albums(of: [files], picture: picture)
    }

    /// The same, after several imports.
    static func albums(of imports: [[TaggedFile]], picture: @escaping (String) -> String? = { _ in nil }) throws -> [CompleteAlbum] {
        let albums = try library(of: imports, picture: picture) { try PersistencyManager.records(sort: .artist, in: $0) }
        return inOrder(albums)
    }

    /// The reasons why the files of each album are one, in the order of titles.
    static func origins(of files: [TaggedFile]) throws -> [AlbumOrigin] {
        try library(of: [files]) { database in
            try PersistencyManager.records(sort: .title, in: database).compactMap { album in
                try AlbumRegrouping(database, saving: AlbumSaving()).assembly(of: album.id.rawValue)?.origin
            }
        }
    }

    /// The same, after an import that has found all files, reads one after another, and adds new albums after some of them.
    static func albums(reading files: [TaggedFile], addingAfter counts: Set<Int>) throws -> [CompleteAlbum] {
        let queue = try DatabaseQueue()
        try LibrarySchema.migrator.migrate(queue)
        let albums = try queue.write { database in
            let catalogue = FileCatalogue(database)
            for file in files { try find(file, in: catalogue, inode: 1) }
            var regrouping = AlbumRegrouping(database, saving: AlbumSaving()) { _ in nil }
            var known: Set<Int64> = []
            for (count, file) in files.enumerated() {
                try read(file, in: catalogue)
                if counts.contains(count) { try regrouping.addNewAlbums(except: &known) { false } }
            }
            _ = try regrouping.run()
            return try PersistencyManager.records(sort: .artist, in: database)
        }
        return inOrder(albums)
    }

    private static func inOrder(_ albums: [CompleteAlbum]) -> [CompleteAlbum] {
        albums.sorted { ($0.tracks.compactMap(\.path).min() ?? "") < ($1.tracks.compactMap(\.path).min() ?? "") }
    }

    private static func library<Value>(
        of imports: [[TaggedFile]], picture: @escaping (String) -> String? = { _ in nil }, read: (Database) throws -> Value
    ) throws -> Value {
        let queue = try DatabaseQueue()
        try LibrarySchema.migrator.migrate(queue)
        return try queue.write { database in
            let catalogue = FileCatalogue(database)
            for files in imports {
                for file in files { try add(file, to: catalogue) }
                var regrouping = AlbumRegrouping(database, saving: AlbumSaving(), unsurveyed: picture)
                _ = try regrouping.run()
            }
            return try read(database)
        }
    }

    private static func add(_ file: TaggedFile, to catalogue: FileCatalogue) throws {
        try find(file, in: catalogue, inode: 0)
        try read(file, in: catalogue)
    }

    /// - Parameter inode: 0 for a folder that wasn't searched.
    private static func find(_ file: TaggedFile, in catalogue: FileCatalogue, inode: Int64) throws {
        let stamp = FileStamp(device: 0, inode: inode, size: file.size ?? 0, modified: 0, changed: -1)
        let folder = try catalogue.save(CataloguedFolder(id: 0, path: Path.folder(of: file.path), stamp: stamp))
        let name = Path.name(of: file.path)
        if let known = try catalogue.file(name, in: folder) {
            try catalogue.update(known.id, stamp: stamp, state: .pending)
        } else {
            try catalogue.insert(name, in: folder, stamp: stamp, state: .pending)
        }
    }

    /// Stores the tags of a file that was found.
    static func read(_ file: TaggedFile, in catalogue: FileCatalogue) throws {
        guard let folder = try catalogue.folder(at: Path.folder(of: file.path)),
            let id = try catalogue.file(Path.name(of: file.path), in: folder.id)?.id
        else { return }
        try catalogue.store(file.tags, of: id, shelf: GroupedTrack(file).shelf, problem: nil)
    }
}
