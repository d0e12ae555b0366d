/// A file as the catalogue knows it.
struct CataloguedFile: Equatable {
    /// What is known of a file's tags.
    enum State: Int {
        /// They are still to be read.
        case pending = 0
        case read = 1
        /// They cannot be read; the problem says why.
        case unusable = 2
        /// It is another path to a file that was read.
        case duplicate = 3
    }

    var id: Int64
    var name: String
    var stamp: FileStamp
    var state: State
    /// What is wrong with the file, as a sentence that goes on where its path ends.
    var problem: String?
}

/// A folder as the catalogue knows it.
struct CataloguedFolder: Equatable {
    var id: Int64
    var path: String
    var parent: Int64?
    var stamp: FileStamp
    /// The names of symbolic links in it.
    var links: [String] = []
    /// What is wrong with names in it: the path, and a sentence that goes on there.
    var problems: [ImportProblem] = []
    /// The picture that is called like a cover, if there is one.
    var picture: Picture?
    /// The others that may be covers, where none is called like one.
    var pictures: [Picture] = []
    /// How many files in it are passed over: hidden ones, and audio files of kinds that are not read.
    var passedOver = PassedOver()

    /// Whether it has been searched.
    var isSeen: Bool { stamp.inode != 0 }

    /// A folder that is known to be there, and nothing else of it.
    static func unseen(at path: String, parent: Int64?) -> CataloguedFolder {
        CataloguedFolder(id: 0, path: path, parent: parent, stamp: FileStamp(device: 0, inode: 0, size: 0, modified: 0, changed: -1))
    }

    /// The picture of a cover that lies in a folder.
    struct Picture: Equatable, Codable {
        var name: String
        var modified: Int64
        var size: Int64
    }
}

/// How many files were passed over.
struct PassedOver: Codable, Equatable {
    var hidden = 0
    /// By the extension of their names.
    var unread: [String: Int] = [:]
}
