internal import Localization
internal import SleevesModel

/// The part of a survey that tells folders that are away from deleted ones.
extension FolderSurvey {
    /// Returns whether a folder only seems to exist: it is an empty mount point, or another disk is mounted there.
    func isAway(
        _ folder: CataloguedFolder, now stamp: FileStamp, holding names: [String], in catalogue: FileCatalogue
    ) throws -> Bool {
        let isElsewhere = folder.stamp.device != stamp.device
        guard names.isEmpty || isElsewhere, try catalogue.hasContents(folder.id) else { return false }
        if names.isEmpty { return try isElsewhere || away.canBeAway(folder, in: catalogue) }
        guard try away.canBeAway(folder, in: catalogue) else { return false }
        let known = try catalogue.files(in: folder.id).map(\.name) + catalogue.children(of: folder.id).map(Path.name)
        return Set(known).isDisjoint(with: names)
    }

    /// - Returns: Whether the folder can be away, and so now counts as away.
    mutating func noteAway(folderAt path: String, in catalogue: FileCatalogue) throws -> Bool {
        guard let folder = try catalogue.folder(at: path), try away.canBeAway(folder, in: catalogue) else { return false }
        try noteAway(folder, in: catalogue)
        return true
    }

    mutating func noteAway(_ folder: CataloguedFolder, in catalogue: FileCatalogue) throws {
        try away.add(folder.path, in: catalogue)
        note(
            folder.path,
            localized(
                """
                The folder is away: it is missing or empty, or another disk is in its place. Its albums stay in the library. Connect its \
                disk, or run “sleeves forget” with its path.
                """))
    }
}
