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
        return albums.sorted { ($0.tracks.compactMap(\.path).min() ?? "") < ($1.tracks.compactMap(\.path).min() ?? "") }
    }

    /// The reasons why the files of each album are one, in the order of titles.
    static func origins(of files: [TaggedFile]) throws -> [AlbumOrigin] {
        try library(of: [files]) { database in
            try PersistencyManager.records(sort: .title, in: database).compactMap { album in
                try AlbumRegrouping(database, saving: AlbumSaving()).assembly(of: album.id.rawValue)?.origin
            }
        }
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
        let stamp = FileStamp(device: 0, inode: 0, size: file.size ?? 0, modified: 0, changed: -1)
        let folder = try catalogue.save(CataloguedFolder(id: 0, path: Path.folder(of: file.path), stamp: stamp))
        let name = Path.name(of: file.path)
        if let known = try catalogue.file(name, in: folder) {
            try catalogue.update(known.id, stamp: stamp, state: .pending)
        } else {
            try catalogue.insert(name, in: folder, stamp: stamp, state: .pending)
        }
        guard let id = try catalogue.file(name, in: folder)?.id else { return }
        try catalogue.store(file.tags, of: id, shelf: GroupedTrack(file).shelf, problem: nil)
    }
}
