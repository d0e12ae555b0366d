internal import SleevesModel
internal import SleevesImporting

/// A file in the catalogue.
struct CataloguedFile: Equatable {
    /// The states of a file's tags.
    enum State: Int {
        /// The tags are still to be read. Those of a changed file count until then.
        case pending = 0
        case read = 1
        /// The tags can't be read, for the reason in the problem.
        case unusable = 2
        /// The path is another one to a file that was read.
        case duplicate = 3
    }

    var id: Int64
    var name: String
    var stamp: FileStamp
    var state: State
    /// The file's problem, as a sentence that continues after its path.
    var problem: String?
}

/// A folder in the catalogue.
struct CataloguedFolder: Equatable {
    var id: Int64
    var path: String
    var parent: Int64?
    var stamp: FileStamp
    /// The names of the folder's symbolic links.
    var links: [String] = []
    /// Problems with names in the folder: the path, and a sentence that continues after it.
    var problems: [ImportProblem] = []
    /// The picture with the name of a cover, if there is one.
    var picture: FolderPictures.Picture?
    /// Other possible covers, if no picture has the name of a cover.
    var pictures: [FolderPictures.Picture] = []
    /// The names of pictures that may show the back of an album.
    var backs: [String] = []
    /// The numbers of skipped files: hidden ones, recycle bins and the like, and audio files of unsupported kinds.
    var passedOver = PassedOver()

    /// Whether the folder has been searched.
    var isSeen: Bool { stamp.inode != 0 }

    /// Returns a folder of which only its existence is known.
    static func unseen(at path: String, parent: Int64?) -> CataloguedFolder {
        CataloguedFolder(id: 0, path: path, parent: parent, stamp: FileStamp(device: 0, inode: 0, size: 0, modified: 0, changed: -1))
    }
}

/// The numbers of skipped files.
struct PassedOver: Codable, Equatable {
    var hidden = 0
    /// The numbers of unsupported audio files, by extension.
    var unread: [String: Int] = [:]
}
