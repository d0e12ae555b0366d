internal import Localization

/// Sorts the paths that a person has named by what is to be done with them.
struct ImportPlan {
    /// Folders and audio files.
    private(set) var music: [String] = []
    /// Lists of albums.
    private(set) var lists: [String] = []

    private static let listExtensions: Set<String> = ["json", "jsonl", "ndjson", "csv"]

    /// - Throws: ``ImportError`` where a path is not there or is nothing that can be imported.
    init(_ paths: [String]) throws(ImportError) {
        for path in paths {
            let found: FileKind
            do {
                found = try FileSystem.kind(of: path, followsLinks: true)
            } catch {
                let reason = localized("cannot be imported: {error}. Check the path.", ["error": "\(error)"])
                throw ImportError(kind: .noInput, path: path, reason: reason)
            }
            let fileExtension = Path.split(name: Path.name(of: path)).fileExtension
            switch found.kind {
            case .folder: music.append(path)
            case .file where Self.listExtensions.contains(fileExtension): lists.append(path)
            case .file where AudioFile.extensions.contains(fileExtension): music.append(path)
            default:
                let reason = localized(
                    """
                    is nothing that can be imported. Give a music folder, an audio file, a Discogs collection (.csv, .json) or a list \
                    (.json).
                    """)
                throw ImportError(kind: .badData, path: path, reason: reason)
            }
        }
    }

    /// Reads all lists, one after another. An album that is in two of them is taken from the first.
    ///
    /// - Parameter progress: Told after each list.
    func readLists(progress: (ImportProgress) -> Void) async throws -> ImportResult {
        var result = ImportResult()
        for (index, list) in lists.enumerated() {
            try Task.checkCancellation()
            result.merge(try await withTaskExecutorPreference(FileReadingExecutor()) { try Self.read(list) })
            progress(ImportProgress(filesDone: index + 1, filesFound: lists.count))
        }
        return result
    }

    private static func read(_ list: String) throws -> ImportResult {
        let isCSV = Path.split(name: Path.name(of: list)).fileExtension == "csv"
        return isCSV ? try DiscogsCSVImporter(path: list).read() : try JSONListImporter(path: list).read()
    }
}
