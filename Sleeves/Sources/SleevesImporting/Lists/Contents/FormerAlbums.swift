package import SleevesModel

/// The owned albums that some lists named when they were last read, to find those that they don't name any more.
///
/// Memory doesn't grow with their number, only with that of the albums that are gone.
///
/// - Threading: One thread at a time.
package final class FormerAlbums {
    /// The albums, sorted as ``ListContents/forEachMention(_:)`` calls its body.
    private let albums = RecordSorter(memory: 4 << 20)
    package private(set) var isEmpty = true

    package init() {}

    /// Adds an album that a list named.
    ///
    /// - Parameter list: The index of the list among those of the import.
    package func add(_ album: AlbumID, list: Int) throws(PersistencyError) {
        isEmpty = false
        try albums.add(EntryKey.bytes(of: album, list: list), [])
    }

    /// Returns the albums that a list doesn't name as owned any more, each once, in the order of their identifiers. A list that names no album
    /// at all doesn't count.
    package func gone(from contents: ListContents) throws -> [AlbumID] {
        var reader = try albums.sorted()
        var next = try reader.next()
        var gone: [(list: Int, album: AlbumID)] = []
        var named: Set<Int> = []
        func advance() throws {
            if let key = next?.key { gone.append(EntryKey.albumOfList(key)) }
            next = try reader.next()
        }
        try contents.forEachMention { mention in
            named.insert(mention.list)
            if mention.isWanted { return }
            let key = EntryKey.bytes(of: mention.album, list: mention.list)
            while let former = next, former.key.lexicographicallyPrecedes(key) { try advance() }
            if next?.key == key { next = try reader.next() }
        }
        while next != nil { try advance() }
        var albums: [AlbumID] = []
        for album in gone.lazy.filter({ named.contains($0.list) }).map(\.album) where album != albums.last { albums.append(album) }
        return albums
    }
}
