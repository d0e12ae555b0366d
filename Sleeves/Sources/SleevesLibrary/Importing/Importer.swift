/// Imports whatever lies at the paths it is given.
///
/// Folders and audio files go to ``MusicFolderImporter``, all together, so that an album spread over them is one album; files that end
/// in `.json`, `.jsonl` or `.ndjson` go to ``JSONListImporter``, those that end in `.csv` to ``DiscogsCSVImporter``.
///
/// ```swift
/// let result = try await Importer(paths: ["/home/ada/Music", "wishlist.json"]).read()
/// for problem in result.problems { print(problem) }
/// ```
public struct Importer: Sendable {
    private let paths: [String]

    /// - Parameter paths: Folders, audio files and lists, absolute or from the current folder.
    public init(paths: [String]) {
        self.paths = paths
    }

    /// Reads everything.
    ///
    /// - Parameter progress: Told how far the import has come, in calls that come one after another on no particular thread.
    /// - Throws: ``ImportError`` where a path is not there or cannot be imported, before anything is read where that can be known so early;
    ///   `CancellationError` where the task was cancelled.
    public func read(progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }) async throws -> ImportResult {
        var music: [String] = []
        var lists: [String] = []
        for path in paths {
            switch try source(at: path) {
            case .music: music.append(path)
            case .list: lists.append(path)
            }
        }
        var result = ImportResult()
        let executor = FileReadingExecutor()
        let listCount = lists.count
        for (index, list) in lists.enumerated() {
            try Task.checkCancellation()
            result.merge(try await withTaskExecutorPreference(executor) { try Self.read(list) })
            progress(ImportProgress(filesDone: index + 1, filesFound: listCount))
        }
        if !music.isEmpty {
            let found = try await MusicFolderImporter(paths: music).read { part in
                progress(ImportProgress(filesDone: part.filesDone + listCount, filesFound: part.filesFound + listCount))
            }
            result.merge(found)
        }
        return result
    }

    private static func read(_ list: String) throws -> ImportResult {
        let isCSV = Path.split(name: Path.name(of: list)).fileExtension == "csv"
        return isCSV ? try DiscogsCSVImporter(path: list).read() : try JSONListImporter(path: list).read()
    }

    private static let listExtensions: Set<String> = ["json", "jsonl", "ndjson", "csv"]

    private enum Source {
        case music
        case list
    }

    private func source(at path: String) throws(ImportError) -> Source {
        let found: FileKind
        do {
            found = try FileSystem.kind(of: path, followsLinks: true)
        } catch {
            throw ImportError(kind: .noInput, path: path, reason: "cannot be imported: \(error). Check the path.")
        }
        let fileExtension = Path.split(name: Path.name(of: path)).fileExtension
        switch found.kind {
        case .folder: return .music
        case .file where Self.listExtensions.contains(fileExtension): return .list
        case .file where AudioFile.extensions.contains(fileExtension): return .music
        default:
            let reason =
                "is nothing that can be imported. Give a music folder, an audio file, a Discogs collection (.csv, .json) or a list (.json)."
            throw ImportError(kind: .badData, path: path, reason: reason)
        }
    }
}
