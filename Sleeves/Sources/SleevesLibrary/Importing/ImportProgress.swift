/// How far an import has come.
public struct ImportProgress: Sendable, Hashable {
    /// Files that were read, or were found to be unreadable.
    public var filesDone: Int
    /// Files found so far. It grows while folders are being searched and stays the same once reading has begun.
    public var filesFound: Int

    /// A state of progress: how many files of how many.
    public init(filesDone: Int, filesFound: Int) {
        self.filesDone = filesDone
        self.filesFound = filesFound
    }
}
