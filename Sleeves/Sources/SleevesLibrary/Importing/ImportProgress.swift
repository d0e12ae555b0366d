/// How far an import has come.
public struct ImportProgress: Sendable, Hashable {
    /// Files that were read, were found to be unreadable, or need not be read again.
    public var filesDone: Int
    /// Files found so far. It grows while folders are being searched, which goes on while the first files are being read.
    public var filesFound: Int

    /// A state of progress: how many files of how many.
    public init(filesDone: Int, filesFound: Int) {
        self.filesDone = filesDone
        self.filesFound = filesFound
    }
}
