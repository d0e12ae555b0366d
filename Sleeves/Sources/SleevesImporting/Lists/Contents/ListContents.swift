package import SleevesCovers
package import SleevesModel

/// The albums of an import's lists, in memory that doesn't grow with the lists.
///
/// The entries of an album may be anywhere in a list. So the entries are sorted by their albums, and the albums by their first entries:
///
/// 1. A ``ListCollector`` for each list adds its entries.
/// 2. ``join()`` makes albums of tracks, and one album of the entries with one identifier. If several lists have it, the first list counts.
/// 3. ``albums()``, ``wanted()`` and ``mentions()`` return the results, one at a time.
///
/// - Threading: One thread at a time.
package final class ListContents {
    /// A list, and what it contains besides albums.
    package struct List {
        /// The given path.
        package let path: String
        /// The absolute path, with links resolved.
        package let source: String
        let unit: ListCollector.Unit
        /// Whether the list was read to its end. The entries of any other list don't count.
        package fileprivate(set) var isRead = false
        /// Whether nothing of the list is missing.
        package fileprivate(set) var isWhole = false
        fileprivate var notes = ListNotes()

        /// The problems with the entries, in their order. Of very many, the last one only counts the rest.
        package var problems: [ImportProblem] { notes.reasons.map { ImportProblem(path: path, reason: $0) } }
    }

    /// An album that a list contains.
    package struct Mention {
        package let album: AlbumID
        /// The index of the list.
        package let list: Int
        package let isWanted: Bool
    }

    /// The lists, in the order of the import.
    package private(set) var lists: [List] = []
    /// The values under unknown names.
    package private(set) var ignored = IgnoredKeys()
    /// The number of albums; zero before ``join()``.
    package private(set) var albumCount = 0
    /// The number of wanted albums; zero before ``join()``.
    package private(set) var wantedCount = 0

    /// The tracks by their albums, the albums' entries by identifier, and the owned and the wanted albums by their first entries.
    private let tracks, entries, owned, desired: RecordSorter

    /// The decoder of lists that aren't UTF-8.
    let reader: MediaReader

    /// - Parameters:
    ///   - memory: The size from which on the records of a sort are written to the disk, in bytes.
    ///   - reader: The decoder of lists that aren't UTF-8.
    package init(memory: Int = 4 << 20, reader: MediaReader = .inThisProcess) {
        self.reader = reader
        (tracks, entries) = (RecordSorter(memory: memory), RecordSorter(memory: memory))
        (owned, desired) = (RecordSorter(memory: memory), RecordSorter(memory: memory))
    }

    // MARK: Adding

    /// Begins another list.
    func collector(path: String, unit: ListCollector.Unit) -> ListCollector {
        lists.append(List(path: path, source: (try? FileSystem.resolved(path)) ?? path, unit: unit))
        return ListCollector(of: lists.count - 1, in: self, unit: unit)
    }

    func add(_ album: CompleteAlbum, _ key: EntryKey) throws(PersistencyError) {
        try entries.add(key.bytes, ValueCoder.bytes(of: album))
    }

    func add(_ track: ListedTrack, list: Int, order: Int) throws(PersistencyError) {
        let placed = PlacedTrack(list: list, order: order, track: track)
        try tracks.add(ValueCoder.bytes(of: ["\(list)"] + TrackAlbum.key(of: track)), ValueCoder.bytes(of: placed))
    }

    /// Ends a list that was read.
    func end(_ list: Int, _ notes: ListNotes, _ ignored: IgnoredKeys, isWhole: Bool) {
        lists[list].isRead = true
        lists[list].isWhole = isWhole
        lists[list].notes = notes
        self.ignored.add(ignored)
    }

    // MARK: Joining

    /// Joins the entries of each album, after the last list has ended.
    package func join() throws {
        try joinTracks()
        try joinEntries()
    }

    private func joinTracks() throws {
        var reader = try tracks.sorted()
        var album: (key: [UInt8], list: Int, order: Int, tracks: TrackAlbum)?
        func finish() throws {
            guard let album else { return }
            for record in album.tracks.records {
                // Albums of tracks come after the others.
                try add(record, EntryKey(record.id, isWanted: false, list: album.list, order: .max / 2 + album.order, entry: 0))
            }
        }
        while let next = try reader.next() {
            try Task.checkCancellation()
            let placed = ValueCoder.value(PlacedTrack.self, in: next.value)
            guard lists[placed.list].isRead else { continue }
            if album?.key != next.key {
                try finish()
                album = (next.key, placed.list, placed.order, TrackAlbum())
            }
            album?.tracks.add(placed.track)
        }
        try finish()
    }

    private func joinEntries() throws {
        var reader = try entries.sorted()
        var album: JoinedAlbum?
        // Hashes of owned albums with wishes of the same list. Owned albums come first.
        var wishedFor: Set<Int> = []
        while let next = try reader.next() {
            let key = EntryKey(next.key)
            guard lists[key.list].isRead else { continue }
            if key.isAddition {
                guard album?.key.album == key.album, album?.key.list == key.list, album?.add(next.value, key) == true else { continue }
                wishedFor.insert(key.albumInList)
            } else if key.isWanted, wishedFor.contains(key.albumInList) {
                continue
            } else if album?.key.album == key.album, album?.key.list == key.list {
                if album?.add(next.value, key) == false, let first = album?.key.entry {
                    let unit = lists[key.list].unit
                    lists[key.list].notes.add(entry: key.entry) { unit.repetition(of: first, at: key.entry) }
                }
            } else {
                try Task.checkCancellation()
                if let album { try place(album) }
                album = JoinedAlbum(key, next.value, isOfFirstList: album?.key.album != key.album)
            }
        }
        if let album { try place(album) }
    }

    private func place(_ album: JoinedAlbum) throws {
        guard album.isOfFirstList else { return }
        if album.key.isWanted { wantedCount += 1 } else { albumCount += 1 }
        try (album.key.isWanted ? desired : owned).add(album.key.place, album.bytes)
    }

    // MARK: Results

    /// A reader of albums.
    package struct Albums {
        fileprivate var reader: RecordSorter.Reader

        /// Returns the next album; `nil` at the end.
        package mutating func next() throws -> CompleteAlbum? {
            try reader.next().map { ValueCoder.value(CompleteAlbum.self, in: $0.value) }
        }
    }

    /// Returns a reader of all owned albums, each once, in the order of their first entries; albums of tracks at the end of their list.
    package func albums() throws -> Albums { Albums(reader: try owned.sorted()) }

    /// Returns a reader of all wanted albums likewise.
    package func wanted() throws -> Albums { Albums(reader: try desired.sorted()) }

    /// Calls `body` with each album of each list, owned ones first, in the order of their identifiers.
    package func forEachMention(_ body: (Mention) throws -> Void) throws {
        var reader = try entries.sorted()
        var last: EntryKey?
        while let next = try reader.next() {
            let key = EntryKey(next.key)
            guard lists[key.list].isRead, !key.isAddition, last?.album != key.album || last?.list != key.list else { continue }
            last = key
            try body(Mention(album: key.id, list: key.list, isWanted: key.isWanted))
        }
    }
}

/// A track and its place among all.
private struct PlacedTrack: CodedValue {
    static var blank: PlacedTrack { PlacedTrack(list: 0, order: 0, track: .blank) }

    var list: Int
    var order: Int
    var track: ListedTrack

    mutating func code(with coder: inout ValueCoder) {
        coder.code(&list)
        coder.code(&order)
        track.code(with: &coder)
    }
}

/// The key of an album's entry in a list.
struct EntryKey {
    /// Whether the album is wanted, and its identifier.
    let album: [UInt8]
    let list: Int
    /// The position among the entries of its list.
    let order: Int
    /// The number in the list; zero for an album of tracks.
    let entry: Int

    var isWanted: Bool { album[0] == 1 }
    /// Whether the entry only adds a copy to the list's album, if the list has that.
    var isAddition: Bool { order >= Self.firstAddition }
    /// A hash of the album's identifier and the list.
    var albumInList: Int {
        var hasher = Hasher()
        hasher.combine(id)
        hasher.combine(list)
        return hasher.finalize()
    }

    /// The first position of an addition. Positions of albums of tracks precede it.
    static let firstAddition = Int.max / 4 * 3
    var id: AlbumID { AlbumID(rawValue: String(decoding: album.dropFirst(), as: UTF8.self)) }

    init(_ id: AlbumID, isWanted: Bool, list: Int, order: Int, entry: Int) {
        album = [isWanted ? 1 : 0] + id.rawValue.utf8
        (self.list, self.order, self.entry) = (list, order, entry)
    }

    init(_ bytes: [UInt8]) {
        let numbers = bytes.suffix(24)
        album = Array(bytes.dropLast(25))
        (list, order, entry) = (Self.number(0, in: numbers), Self.number(1, in: numbers), Self.number(2, in: numbers))
    }

    /// The bytes, which are sorted by album, list and order.
    var bytes: [UInt8] { album + [0] + Self.bytes([list, order, entry]) }
    /// The place of the album among all, as bytes to sort by.
    var place: [UInt8] { Self.bytes([list, order]) }

    private static func bytes(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    }

    /// Returns one of the numbers that bytes begin with.
    private static func number(_ index: Int, in bytes: some Collection<UInt8>) -> Int {
        bytes.dropFirst(index * 8).prefix(8).reduce(0) { $0 << 8 | Int($1) }
    }
}

/// An album to which later entries of its list are added.
private struct JoinedAlbum {
    let key: EntryKey
    let isOfFirstList: Bool
    /// The first entry.
    private let first: [UInt8]
    /// The album, once another entry was added.
    private var album: CompleteAlbum?

    init(_ key: EntryKey, _ first: [UInt8], isOfFirstList: Bool) {
        (self.key, self.first, self.isOfFirstList) = (key, first, isOfFirstList)
    }

    var bytes: [UInt8] { album.map(ValueCoder.bytes) ?? first }

    /// Adds the copies or the tracks of a later entry. Of a wanted album, the first entry counts.
    ///
    /// - Returns: Whether there was something to add.
    mutating func add(_ entry: [UInt8], _ key: EntryKey) -> Bool {
        if key.isWanted { return true }
        if album == nil { album = ValueCoder.value(CompleteAlbum.self, in: first) }
        let other = ValueCoder.value(CompleteAlbum.self, in: entry)
        if key.entry == 0 {
            // Two of the list's keys may have the same album in words.
            album?.tracks += other.tracks
        } else if let copies = other.release?.copies, album?.release != nil {
            album?.release?.copies += copies
        } else {
            return false
        }
        return true
    }
}
