/// The progress of an import.
public struct ImportProgress: Sendable, Hashable {
    /// The number of files that were read, are unreadable, or don't need to be read again.
    public var filesDone: Int
    /// The number of files found so far. It grows while folders are searched, even while the first files are read.
    public var filesFound: Int
    /// The estimated part of the folders that has been searched for these files, 0 to 1. It is 1 when `filesFound` is final.
    public var searched: Double

    /// Creates a state of progress.
    public init(filesDone: Int, filesFound: Int, searched: Double = 1) {
        self.filesDone = filesDone
        self.filesFound = filesFound
        self.searched = searched
    }
}
