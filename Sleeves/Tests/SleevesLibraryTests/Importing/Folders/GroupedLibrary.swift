import SQLite

@testable import SleevesLibrary
@testable import SleevesStore

/// Files that are grouped as an import groups them, in memory, without being on the disk.
enum GroupedLibrary {
    /// The albums, in the order of the path of their first file.
    static func albums(of files: [TaggedFile], picture: @escaping (String) -> String? = { _ in nil }) throws -> [CompleteAlbum] {
        let queue = try DatabaseQueue()
        try LibrarySchema.migrator.migrate(queue)
        let albums = try queue.write { database in
            let catalogue = FileCatalogue(database)
            for file in files {
                let nowhere = FileStamp(device: 0, inode: 0, size: 0, modified: 0, changed: -1)
                let folder = try catalogue.save(CataloguedFolder(id: 0, path: Path.folder(of: file.path), stamp: nowhere))
                let name = Path.name(of: file.path)
                try catalogue.insert(name, in: folder, stamp: nowhere, state: .pending)
                guard let id = try catalogue.file(name, in: folder)?.id else { continue }
                try catalogue.store(file.tags, of: id, shelf: GroupedTrack(file).shelf, problem: nil)
            }
            var regrouping = AlbumRegrouping(database, saving: AlbumSaving(), unsurveyed: picture)
            _ = try regrouping.run()
            return try PersistencyManager.records(sort: .artist, in: database)
        }
        return albums.sorted { ($0.tracks.compactMap(\.path).min() ?? "") < ($1.tracks.compactMap(\.path).min() ?? "") }
    }
}
