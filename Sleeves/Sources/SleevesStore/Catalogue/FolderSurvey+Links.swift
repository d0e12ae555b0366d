internal import SleevesCovers
internal import SleevesModel

/// The part of a survey that follows symbolic links, after everything else has been visited.
extension FolderSurvey {
    mutating func queueLinks(_ names: [String], in folder: String, _ number: Int64) {
        links.insert(contentsOf: names.reversed().map { Waiting(path: Path.appending($0, to: folder), parent: number) }, at: 0)
    }

    mutating func visitLink(_ link: Waiting, in catalogue: FileCatalogue) throws {
        guard let folder = link.parent else { return }
        let name = Path.name(of: link.path)
        let known = try catalogue.file(name, in: folder)
        let found: FileKind
        do {
            found = try FileSystem.kind(of: link.path, followsLinks: true)
        } catch {
            if error.isAbsence {
                if let known { try forget(known, in: catalogue) }
                // The link exists, but the disk that it leads to doesn't.
                if let folder = try catalogue.folder(at: link.path), try catalogue.hasContents(folder.id) {
                    return try noteAway(folder, in: catalogue)
                }
            }
            return noteUnreadable(link.path, error)
        }
        switch found.kind {
        case .folder where SystemFolder.isNamed(name):
            files.counts.hidden += 1
        case .folder:
            if let known { try forget(known, in: catalogue) }
            if visited.insert(found.identity).inserted {
                if try !isElsewhere(link.path, found.identity, in: catalogue) { try survey(link, found.stamp, in: catalogue) }
            } else if try catalogue.folder(at: link.path) != nil {
                // The folder was found at its own place meanwhile.
                try forget(folderAt: link.path, in: catalogue)
            }
        case .file where known != nil || AudioFile.isNamedLikeAudio(name):
            try visitFile(name, at: link.path, found, in: folder, known: known, catalogue)
        case .other where AudioFile.isNamedLikeAudio(name):
            note(link.path, AudioFileError(path: link.path, reason: .notAFile).sentence)
        default:
            if let known { try forget(known, in: catalogue) }
        }
    }
}
