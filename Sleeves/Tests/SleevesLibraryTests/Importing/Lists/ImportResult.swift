@testable import SleevesImporting
@testable import SleevesLibrary

/// All that a list contains.
struct ImportResult {
    var albums: [CompleteAlbum] = []
    var wanted: [CompleteAlbum] = []
    var problems: [ImportProblem]
    var filesRead: Int
    var ignoredKeys: [String: Int]
    var keysIgnored: Int

    /// - Parameter contents: Lists that were read.
    init(_ contents: ListContents) throws {
        try contents.join()
        var (owned, desired) = (try contents.albums(), try contents.wanted())
        while let album = try owned.next() { albums.append(album) }
        while let album = try desired.next() { wanted.append(album) }
        problems = contents.lists.flatMap(\.problems)
        filesRead = contents.lists.count(where: \.isRead)
        (ignoredKeys, keysIgnored) = (contents.ignored.names, contents.ignored.count)
    }
}

extension ListImporter {
    static func read(fileAt path: String, sizeLimit: Int = Self.sizeLimit) throws -> ImportResult {
        let contents = ListContents()
        try read(fileAt: path, sizeLimit: sizeLimit, into: contents)
        return try ImportResult(contents)
    }

    static func read(_ bytes: [UInt8], path: String) throws -> ImportResult {
        let contents = ListContents()
        try read(ByteSource(bytes), path: path, into: contents)
        return try ImportResult(contents)
    }
}
