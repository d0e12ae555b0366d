internal import Localization

/// The paths that the user has named, sorted by the way to import them.
struct ImportPlan {
    /// Folders and audio files.
    private(set) var music: [String] = []
    /// Lists of albums, with their importers.
    private(set) var lists: [(path: String, importer: any ListImporter.Type)] = []
    /// Playlists and CUE sheets, whose files are music.
    private(set) var playlists: [String] = []
    /// The paths that don't exist or can't be imported. The others are imported nevertheless.
    private(set) var refusals: [ImportError] = []
    /// The number of playlists that were read, and the problems with them.
    private(set) var playlistsRead = 0
    private(set) var playlistProblems: [ImportProblem] = []

    init(_ paths: [String]) {
        for path in paths {
            do {
                try take(path)
            } catch {
                refusals.append(error)
            }
        }
    }

    private mutating func take(_ path: String) throws(ImportError) {
        let found: FileKind
        do {
            found = try FileSystem.kind(of: path, followsLinks: true)
        } catch {
            throw ImportError(error, path: path)
        }
        let fileExtension = Path.split(name: Path.name(of: path)).fileExtension
        switch found.kind {
        case .folder: music.append(path)
        case .file where Playlist.endings.contains(fileExtension) || CueSheet.isNamedLikeSheet(path): playlists.append(path)
        case .file where AudioFile.extensions.contains(fileExtension): music.append(path)
        case .file:
            if let importer = ListFormats.importer(ofFileAt: path) { return lists.append((path, importer)) }
            throw ImportError(kind: .badData, path: path, reason: ForeignFile(path: path).reason)
        default: throw ImportError(kind: .badData, path: path, reason: ForeignFile.advice)
        }
    }

    /// Reads all lists, one after another, and finds the files of playlists. A list that can't be read is added to the refusals.
    ///
    /// - Parameters:
    ///   - reader: The decoder of lists that aren't UTF-8.
    ///   - progress: Called before the first list and after each.
    mutating func readLists(by reader: MediaReader, progress: (ImportStage) -> Void) async throws -> ListContents {
        let contents = ListContents(reader: reader)
        let sources = lists.map { ($0.path, Optional($0.importer)) } + playlists.map { ($0, nil) }
        progress(.lists(done: 0, of: sources.count))
        for (index, (list, importer)) in sources.enumerated() {
            try Task.checkCancellation()
            do {
                if let importer {
                    try await withTaskExecutorPreference(FileReadingExecutor()) { try importer.read(fileAt: list, into: contents) }
                } else if CueSheet.isNamedLikeSheet(list) {
                    music += try await withTaskExecutorPreference(FileReadingExecutor()) {
                        try CueSheet.audioFiles(ofSheetAt: list, reader: reader)
                    }
                    playlistsRead += 1
                } else {
                    let playlist = try await withTaskExecutorPreference(FileReadingExecutor()) {
                        try Playlist(path: list, reader: reader).contents()
                    }
                    music += playlist.files
                    playlistProblems += playlist.problems
                    playlistsRead += 1
                }
            } catch let refusal as ImportError {
                refusals.append(refusal)
            }
            progress(.lists(done: index + 1, of: sources.count))
        }
        try await withTaskExecutorPreference(FileReadingExecutor()) { try contents.join() }
        return contents
    }
}

extension LibraryAPI {
    /// The endings of the names of files that an import reads beside music, for a chooser of files.
    public static var importedEndings: [String] { ListFormats.endings + Playlist.endings + [CueSheet.ending] }
    /// The usual endings of lists, for a sentence: `.csv, .json`.
    public static var listEndings: String { ForeignFile.named(ListFormats.usualEndings) }
    /// The endings of playlists, likewise.
    public static var playlistEndings: String { ForeignFile.named(Playlist.endings) }
}
