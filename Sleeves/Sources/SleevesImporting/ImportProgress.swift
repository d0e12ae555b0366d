/// The progress of an import.
public struct ImportProgress: Sendable, Hashable {
    /// The number of files that were read, are unreadable, or don't need to be read again.
    public var filesDone: Int
    /// The number of files found so far. It grows while folders are searched, even while the first files are read.
    public var filesFound: Int

    /// Creates a state of progress.
    public init(filesDone: Int, filesFound: Int) {
        self.filesDone = filesDone
        self.filesFound = filesFound
    }
}
