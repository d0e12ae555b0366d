internal import SleevesModel
package import SleevesCovers
package import SleevesImporting
internal import Localization

/// A survey that finds the changes in folders since their last survey and records them in the catalogue.
///
/// A folder with an unchanged stamp isn't opened: its names are those in the catalogue. The stamp of each of its files is still checked,
/// because a file that is written in place doesn't change its folder.
///
/// Names are visited in the order of their characters. Hidden files and folders are skipped, and so are recycle bins and snapshots. Symbolic links
/// are followed only after everything else has been visited, so a file that can be reached both ways is found at its own place. No file and no
/// folder is visited twice, so loops of links end.
///
/// A survey is a value on one thread: `step()` visits the next folder until there is none, within any number of transactions.
package struct FolderSurvey {
    package private(set) var problems: [ImportProblem] = []
    var files: FileSurvey
    /// The folders to visit, the next one last.
    private var folders: [Waiting] = []
    /// The links to follow when `folders` is empty, the next one last.
    var links: [Waiting] = []
    var visited: Set<FileKind.Identity> = []
    var away = AwayFolders()
    /// The folders of files that the user named.
    private var foldersOfNamed: Set<Int64> = []
    /// The estimated part that has been searched, 0 to 1, as if the folders in a folder all had the same contents.
    package private(set) var searched = 0.0

    struct Waiting {
        var path: String
        /// The folder that contains it.
        var parent: Int64?
        /// The estimated part of the survey.
        var share = 0.0
    }

    private let reader: MediaReader
    private let clock: @Sendable () -> Int64

    /// - Parameters:
    ///   - paths: Absolute paths of folders and audio files, without links in them.
    ///   - reader: The decoder of CUE sheets that aren't UTF-8.
    ///   - clock: Returns the current time, in nanoseconds since 1970.
    package init(paths: [String], reader: MediaReader, clock: @escaping @Sendable () -> Int64) {
        (self.reader, self.clock) = (reader, clock)
        files = FileSurvey(besides: paths, clock: clock)
        folders = paths.reversed().map { Waiting(path: $0, share: 1 / Double(paths.count)) }
    }

    /// Visits the next folder or follows the next link.
    ///
    /// - Returns: Whether there may be more to visit.
    mutating func step(in catalogue: FileCatalogue) throws -> Bool {
        try away.load(from: catalogue)
        let isFolder = !folders.isEmpty
        guard let next = folders.popLast() ?? links.popLast() else {
            searched = 1
            return false
        }
        let (folderCount, linkCount) = (folders.count, links.count)
        if isFolder { try visit(next, in: catalogue) } else { try visitLink(next, in: catalogue) }
        share(next.share, with: folderCount..<folders.count, links: 0..<links.count - linkCount)
        return true
    }

    /// Divides the share of a visited folder among what was found in it.
    private mutating func share(_ whole: Double, with newFolders: Range<Int>, links newLinks: Range<Int>) {
        let share = whole / Double(newFolders.count + newLinks.count + 1)
        for index in newFolders { folders[index].share = share }
        for index in newLinks { links[index].share = share }
        searched = min(1, searched + share)
    }

    /// Removes files and folders from the catalogue that weren't found again.
    mutating func finish(in catalogue: FileCatalogue) throws {
        files.counts.gone = try catalogue.removeGone()
    }

    /// The counts of files so far.
    package var counts: FileCounts { files.counts }

    /// Returns the IDs of the unread files found since the last call. The catalogue has their details.
    package mutating func takeUnread() -> [Int64] {
        files.takeUnread()
    }

    private mutating func count(_ passedOver: PassedOver) {
        files.counts.hidden += passedOver.hidden
        files.counts.unread.merge(passedOver.unread, uniquingKeysWith: +)
    }

    mutating func note(_ path: String, _ reason: String) {
        problems.append(ImportProblem(path: path, reason: reason))
    }

    // MARK: Folders

    /// Visits a folder found in another, or a path that the user named.
    private mutating func visit(_ waiting: Waiting, in catalogue: FileCatalogue) throws {
        let found: FileKind
        do {
            found = try FileSystem.kind(of: waiting.path, followsLinks: true)
        } catch {
            if try noteAway(folderAt: waiting.path, in: catalogue) { return }
            if error.isAbsence { try forget(folderAt: waiting.path, in: catalogue) }
            return noteUnreadable(waiting.path, error)
        }
        switch found.kind {
        case .folder:
            guard visited.insert(found.identity).inserted else { return }
            if try isElsewhere(waiting.path, found.identity, in: catalogue) { return }
            try survey(waiting, found.stamp, in: catalogue)
        case .file, .link, .other:
            if visited.contains(found.identity) { return }
            files.noteNamed(waiting.path)
            let folder = try folderOfFile(at: waiting.path, in: catalogue)
            try surveySheets(besideFileIn: folder, in: catalogue)
            let name = Path.name(of: waiting.path)
            try visitFile(name, at: waiting.path, found, in: folder, known: catalogue.file(name, in: folder), catalogue)
        }
    }

    /// Looks for the CUE sheets beside a file that the user named, in a folder that hasn't been searched.
    private mutating func surveySheets(besideFileIn folder: Int64, in catalogue: FileCatalogue) throws {
        guard foldersOfNamed.insert(folder).inserted, let path = try catalogue.pathOfUnsearchedFolder(folder) else { return }
        let names = (try? FileSystem.names(inFolder: path)) ?? []
        try catalogue.surveySheets(among: names, in: folder, at: path, reader, now: clock())
    }

    /// Returns whether a folder belongs to another place that this survey doesn't cover. If it belongs here, removes it there.
    mutating func isElsewhere(_ path: String, _ identity: FileKind.Identity, in catalogue: FileCatalogue) throws -> Bool {
        guard let other = try files.otherPlaces.folder(identity, at: path, in: catalogue) else { return false }
        try forget(folderAt: other.isFirst ? path : other.path, in: catalogue)
        return other.isFirst
    }

    mutating func survey(_ waiting: Waiting, _ stamp: FileStamp, in catalogue: FileCatalogue) throws {
        let known = try catalogue.folder(at: waiting.path)
        if var known, known.stamp == stamp {
            try away.remove(waiting.path, in: catalogue)
            if let parent = waiting.parent, known.parent != parent {
                known.parent = parent
                try catalogue.save(known)
            }
            try revisit(known, in: catalogue)
        } else {
            try list(waiting, stamp, known, in: catalogue)
        }
    }

    /// Visits an unchanged folder.
    private mutating func revisit(_ known: CataloguedFolder, in catalogue: FileCatalogue) throws {
        var folder = known
        problems += folder.problems
        let behindLinks = Set(folder.links)
        queueLinks(folder.links, in: folder.path, folder.id)
        for path in try catalogue.children(of: folder.id) where !behindLinks.contains(Path.name(of: path)) {
            if SystemFolder.isNamed(Path.name(of: path)) {
                // A version that didn't know such folders has searched it.
                folder.passedOver.hidden += 1
                try forget(folderAt: path, in: catalogue)
                continue
            }
            folders.append(Waiting(path: path, parent: folder.id))
        }
        for file in try catalogue.files(in: folder.id) where !behindLinks.contains(file.name) {
            let path = Path.appending(file.name, to: folder.path)
            do {
                let found = try FileSystem.kind(of: path, followsLinks: false)
                try visitFile(file.name, at: path, found, in: folder.id, known: file, catalogue)
            } catch let error as SystemError {
                if error.isAbsence { try forget(file, in: catalogue) } else { noteUnreadable(path, error) }
            }
        }
        count(folder.passedOver)
        try catalogue.surveySheets(among: nil, in: folder.id, at: folder.path, reader, now: clock())
        let picture = FolderPictures.picture(folder.picture.map { [$0.name] } ?? [], in: folder.path)
        let pictures = FolderPictures.pictures(folder.pictures.map(\.name), in: folder.path)
        (folder.picture, folder.pictures) = (picture, pictures)
        guard folder != known else { return }
        try catalogue.save(folder)
        if picture != known.picture || pictures != known.pictures { try catalogue.pictureChanged(in: folder.id) }
    }

    /// Opens a folder and visits its contents.
    private mutating func list(
        _ waiting: Waiting,
        _ stamp: FileStamp,
        _ known: CataloguedFolder?,
        in catalogue: FileCatalogue
    ) throws {
        let now = clock()
        let names: [String]
        let hidden: Int
        do {
            (names, hidden) = try FileSystem.listing(ofFolder: waiting.path)
        } catch {
            // Contents that can't be listed don't count as deleted.
            return note(
                waiting.path,
                localized("The folder cannot be searched. {error} Check the folder and its permissions.", ["error": "\(error)"]))
        }
        if let known, known.isSeen, try isAway(known, now: stamp, holding: names, in: catalogue) {
            try noteAway(known, in: catalogue)
            return
        }
        try away.remove(waiting.path, in: catalogue)
        var folder = CataloguedFolder(id: 0, path: waiting.path, parent: waiting.parent ?? known?.parent, stamp: stamp.settled(at: now))
        folder.picture = FolderPictures.picture(names, in: waiting.path)
        if folder.picture == nil { folder.pictures = FolderPictures.pictures(names, in: waiting.path) }
        folder.backs = AlbumPictures.backs(among: names)
        folder.passedOver.hidden = hidden
        // The files need the folder's ID. The rest is saved when it is known.
        folder.id = try catalogue.save(folder)
        let saved = folder
        try catalogue.surveySheets(among: names, in: folder.id, at: waiting.path, reader, now: now)
        if known?.picture != folder.picture || known?.pictures ?? [] != folder.pictures { try catalogue.pictureChanged(in: folder.id) }
        if known?.backs ?? [] != folder.backs { try catalogue.backsChanged() }

        var files = Dictionary(uniqueKeysWithValues: try catalogue.files(in: folder.id).map { ($0.name, $0) })
        var children = Set(try catalogue.children(of: folder.id))
        let alreadyWaiting = folders.count
        for name in names {
            let path = Path.appending(name, to: waiting.path)
            let found: FileKind
            do {
                found = try FileSystem.kind(of: path, followsLinks: false)
            } catch {
                noteUnreadable(path, error)
                // Neither deleted nor seen; the next survey checks it again.
                files[name] = nil
                children.remove(path)
                folder.stamp = folder.stamp.unsettled
                continue
            }
            switch found.kind {
            case .link:
                folder.links.append(name)
                files[name] = nil
                children.remove(path)
            case .folder where SystemFolder.isNamed(name):
                folder.passedOver.hidden += 1
                if children.remove(path) != nil { try forget(folderAt: path, in: catalogue) }
            case .folder:
                // Save it at once: a survey that ends here must not forget it, because its parent now counts as seen.
                if children.remove(path) == nil { try catalogue.save(.unseen(at: path, parent: folder.id)) }
                folders.append(Waiting(path: path, parent: folder.id))
            case .file:
                let file = files.removeValue(forKey: name)
                // A file that the user named is known, whatever its name.
                guard file != nil || AudioFile.isNamedLikeAudio(name) else {
                    let kind = Path.split(name: name).fileExtension
                    if AudioFile.unreadExtensions.contains(kind) { folder.passedOver.unread[kind, default: 0] += 1 }
                    continue
                }
                try visitFile(name, at: path, found, in: folder.id, known: file, catalogue)
            case .other:
                guard AudioFile.isNamedLikeAudio(name) else { continue }
                let reason = AudioFileError(path: path, reason: .notAFile).sentence
                folder.problems.append(ImportProblem(path: path, reason: reason))
            }
        }
        folders[alreadyWaiting...].reverse()
        queueLinks(folder.links, in: folder.path, folder.id)
        problems += folder.problems
        count(folder.passedOver)
        for file in files.values { try forget(file, in: catalogue) }
        // A missing link was deleted. A missing mount point may be gone with its disk.
        let wereLinks = Set(known?.links ?? [])
        for child in children where try wereLinks.contains(Path.name(of: child)) || !noteAway(folderAt: child, in: catalogue) {
            try forget(folderAt: child, in: catalogue)
        }
        if folder != saved { try catalogue.save(folder) }
    }

    // MARK: Files

    /// Returns the ID of the folder of a file that the user named. The folder itself may never have been searched.
    private func folderOfFile(at path: String, in catalogue: FileCatalogue) throws -> Int64 {
        let folder = Path.folder(of: path)
        if let known = try catalogue.folder(at: folder) { return known.id }
        return try catalogue.save(.unseen(at: folder, parent: nil))
    }

    /// - Parameter known: The catalogue's entry under this name.
    mutating func visitFile(
        _ name: String, at path: String, _ found: FileKind, in folder: Int64, known: CataloguedFile?, _ catalogue: FileCatalogue
    ) throws {
        let isNew = visited.insert(found.identity).inserted
        let problem = try files.visit(name, at: path, found, isNew: isNew, in: folder, known: known, catalogue)
        if let problem { note(path, problem) }
    }

    mutating func forget(_ file: CataloguedFile, in catalogue: FileCatalogue) throws {
        try catalogue.markGone(file.id)
    }

    mutating func forget(folderAt path: String, in catalogue: FileCatalogue) throws {
        guard try catalogue.folder(at: path) != nil else { return }
        try catalogue.markGone(folderAt: path)
    }

    mutating func noteUnreadable(_ path: String, _ error: SystemError) {
        note(path, localized("The file or folder cannot be opened. {error} Check it and its permissions.", ["error": "\(error)"]))
    }
}
