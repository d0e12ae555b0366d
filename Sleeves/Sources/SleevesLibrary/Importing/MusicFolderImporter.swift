internal import Foundation

/// Reads the albums out of folders of audio files.
///
/// ```swift
/// let result = try await MusicFolderImporter(paths: ["/home/ada/Music"]).read { progress in
///     print("\(progress.filesDone) of \(progress.filesFound)")
/// }
/// ```
///
/// ## Behavior
/// - The same files give the same result, in the same order, however the reading was spread over threads.
/// - A file or folder that cannot be read is named among the problems, with the reason, and the rest is read.
/// - Links that lead in a circle come to an end; a file that is reached twice is read once.
/// - A cancelled task stops reading and throws `CancellationError`.
public struct MusicFolderImporter: Sendable {
    private let paths: [String]

    /// - Parameter paths: Folders, which are searched with all their subfolders, and audio files. Made absolute, links resolved.
    public init(paths: [String]) {
        self.paths = paths
    }

    /// Searches the folders, reads the tags of every audio file and groups the files into albums.
    ///
    /// - Parameter progress: Told how far the import has come: while searching, once for each folder; while reading, once for each
    ///   file. Calls come one after another, never two at a time, on no particular thread.
    /// - Throws: `CancellationError` where the task was cancelled; ``ImportError`` where one of the paths is not there.
    public func read(progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }) async throws -> ImportResult {
        let executor = FileReadingExecutor()
        return try await withTaskExecutorPreference(executor) {
            var result = ImportResult()
            let files = try findFiles(result: &result, progress: progress)
            let readings = try await readTags(of: files, progress: progress)
            let pictures = FolderPictures()
            var tagged: [TaggedFile] = []
            for (path, reading) in zip(files, readings) {
                switch reading {
                case .success(let tags):
                    tagged.append(TaggedFile(path: path, tags: tags))
                    result.problems += Self.notes(on: tags, path: path)
                case .failure(let error):
                    result.problems.append(ImportProblem(path: path, reason: error.explanation + "."))
                }
            }
            result.filesRead = tagged.count
            result.albums = AlbumGrouping(picture: pictures.picture(in:)).albums(of: tagged)
            return result
        }
    }

    private func findFiles(result: inout ImportResult, progress: (ImportProgress) -> Void) throws -> [String] {
        var resolved: [String] = []
        for path in paths {
            do {
                resolved.append(try FileSystem.resolved(path))
            } catch {
                throw ImportError(kind: .noInput, path: path, reason: "cannot be imported: \(error). Check the path.")
            }
        }
        var walk = FolderWalk(paths: resolved)
        repeat {
            try Task.checkCancellation()
            progress(ImportProgress(filesDone: 0, filesFound: walk.files.count))
        } while walk.step()
        result.problems += walk.problems
        return walk.files
    }

    /// The tags of every file, or why they cannot be read, in the order of `files`.
    private func readTags(
        of files: [String],
        progress: (ImportProgress) -> Void
    ) async throws -> [Result<AudioTags, AudioFileError>] {
        // Two at least, so that one waits for the disk while the other computes; few, because one disk serves them all.
        let width = min(max(ProcessInfo.processInfo.activeProcessorCount, 2), 8)
        // Small pieces, so that none of the readers is left with much when the others have finished.
        let pieces = stride(from: 0, to: files.count, by: 16).map { $0..<min($0 + 16, files.count) }
        var readings = [Result<AudioTags, AudioFileError>?](repeating: nil, count: files.count)
        var done = 0
        try await withThrowingTaskGroup(of: (Range<Int>, [Result<AudioTags, AudioFileError>]).self) { group in
            var waiting = pieces.makeIterator()
            func addNext() {
                guard let piece = waiting.next() else { return }
                group.addTask {
                    let read = try files[piece].map { path in
                        try Task.checkCancellation()
                        return Result { () throws(AudioFileError) in try AudioFile(path: path).tags() }
                    }
                    return (piece, read)
                }
            }
            for _ in 0..<width { addNext() }
            while let (piece, read) = try await group.next() {
                addNext()
                for (index, reading) in zip(piece, read) {
                    readings[index] = reading
                    done += 1
                    progress(ImportProgress(filesDone: done, filesFound: files.count))
                }
            }
        }
        return readings.map { $0! }
    }

    private static func notes(on tags: AudioTags, path: String) -> [ImportProblem] {
        var notes: [ImportProblem] = []
        if tags.textWasCut {
            let limit = AudioFile.textLimit >> 10
            notes.append(ImportProblem(path: path, reason: "has a tag longer than \(limit) KiB. Its end was left out."))
        }
        if tags.picture == .tooLarge {
            let limit = AudioFile.pictureLimit >> 20
            notes.append(ImportProblem(path: path, reason: "holds a picture larger than \(limit) MiB. The picture was left out."))
        }
        return notes
    }
}
