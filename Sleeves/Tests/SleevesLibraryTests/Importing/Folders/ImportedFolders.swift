@testable import SleevesLibrary

/// A library of its own that folders are imported into, and what is in it then.
struct ImportedFolders {
    /// The findings of an import, and all that the library holds after it.
    struct Content: Hashable {
        /// In the order of the path of their first file.
        var albums: [CompleteAlbum] = []
        var problems: [ImportProblem] = []
        var filesRead = 0
    }

    let store: StoreFolder
    let persistency: PersistencyManager

    init(reader: MediaReader = .inThisProcess) throws {
        store = try StoreFolder()
        persistency = try PersistencyManager(
            libraryDirectory: "\(store.path)/library", cacheDirectory: "\(store.path)/cache", reader: reader)
    }

    /// Imports folders an hour from now, so that no file was changed just this moment.
    ///
    /// - Parameters:
    ///   - pace: The shortest time between two steps in which new albums are added while files are read.
    ///   - albumsChanged: Called when there are other albums.
    @discardableResult
    func run(
        _ paths: [String],
        pace: Duration = .milliseconds(250),
        albumsChanged: @escaping @Sendable () -> Void = {},
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> FolderImport.Outcome {
        var folders = FolderImport(persistency: persistency, paths: paths)
        folders.clock = { FileStamp.now + 3_600_000_000_000 }
        folders.pace = pace
        folders.albumsChanged = albumsChanged
        return try await folders.run(progress: progress)
    }

    func read(_ paths: [String], progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }) async throws -> Content {
        let outcome = try await run(paths, progress: progress)
        return Content(albums: try albums(), problems: outcome.problems, filesRead: outcome.files.found - outcome.files.unusable)
    }

    /// The library's albums, in the order of the path of their first file.
    func albums() throws -> [CompleteAlbum] {
        try persistency.records().sorted { ($0.tracks.compactMap(\.path).min() ?? "") < ($1.tracks.compactMap(\.path).min() ?? "") }
    }
}
