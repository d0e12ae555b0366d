/// Finds the audio files in folders and their subfolders.
///
/// Names are visited in the order of their characters, so that the same folders always give the same list. Hidden files and folders
/// are passed over. Symbolic links are followed, but only once everything else has been visited: a file that can be reached both
/// ways is found at its own place. No file and no folder is visited twice, so links that lead in a circle come to an end.
///
/// A walk is one value on one thread: `step()` visits the next folder until there is none.
package struct FolderWalk {
    /// The absolute paths of the audio files found so far.
    package private(set) var files: [String] = []
    package private(set) var problems: [ImportProblem] = []
    /// Folders still to be visited, the next one last.
    private var folders: [String] = []
    /// Links still to be followed, the next one last. Followed once `folders` is empty.
    private var links: [String] = []
    private var visited: Set<FileKind.Identity> = []

    /// - Parameter paths: Absolute paths of folders and audio files. A file is found whatever its name is.
    package init(paths: [String]) {
        for path in paths {
            visit(path, followsLinks: true, isGiven: true)
        }
        folders.reverse()
    }

    /// Visits one more folder, or follows one more link.
    ///
    /// - Returns: Whether there may be more to visit.
    package mutating func step() -> Bool {
        if let folder = folders.popLast() {
            list(folder)
        } else if !links.isEmpty {
            visit(links.removeFirst(), followsLinks: true)
        } else {
            return false
        }
        return true
    }

    private mutating func list(_ folder: String) {
        let entries: [FileSystem.Entry]
        do {
            entries = try FileSystem.entries(ofFolder: folder)
        } catch {
            problems.append(ImportProblem(path: folder, reason: "cannot be searched: \(error). Check the folder and its permissions."))
            return
        }
        let alreadyWaiting = folders.count
        for entry in entries {
            guard let name = entry.name else {
                let shown = Path.appending(entry.shownName, to: folder)
                problems.append(ImportProblem(path: shown, reason: "has a name that is not UTF-8. Rename it, then import it again."))
                continue
            }
            visit(Path.appending(name, to: folder), followsLinks: false)
        }
        // The last of the list is visited next, so the newly found ones go there back to front.
        folders[alreadyWaiting...].reverse()
    }

    private mutating func visit(_ path: String, followsLinks: Bool, isGiven: Bool = false) {
        let isAudio = isGiven || AudioFile.extensions.contains(Path.split(name: Path.name(of: path)).fileExtension)
        let found: FileKind
        do {
            found = try FileSystem.kind(of: path, followsLinks: followsLinks)
        } catch {
            problems.append(ImportProblem(path: path, reason: "cannot be opened: \(error). Check the file and its permissions."))
            return
        }
        switch found.kind {
        case .link:
            links.append(path)
        case .folder:
            if visited.insert(found.identity).inserted { folders.append(path) }
        case .file:
            if isAudio, visited.insert(found.identity).inserted { files.append(path) }
        case .other:
            if isAudio {
                let error = AudioFileError(path: path, reason: .notAFile)
                problems.append(ImportProblem(path: path, reason: error.explanation + "."))
            }
        }
    }
}
