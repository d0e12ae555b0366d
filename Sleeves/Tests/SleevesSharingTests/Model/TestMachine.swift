import Foundation
import SleevesModel
import SQLite
import SleevesSharing
import Synchronization

@testable import SleevesLibrary
@testable import SleevesStore

/// One of the machines that share a collection: a real library in a folder of its own, whose clock may be wrong.
final class TestMachine: Sendable {
    let name: String
    private let folder: String
    private let clock = Clock()
    private let opened = Mutex<PersistencyManager?>(nil)

    /// - Parameter skew: How far its clock is ahead, in milliseconds.
    init(_ name: String, skew: Int64 = 0) throws {
        self.name = name
        folder = FileManager.default.temporaryDirectory.appending(path: "sleeves-sharing-\(UUID().uuidString)").path
        clock.skew.withLock { $0 = skew }
        try open()
    }

    /// A copy of another machine's library, in a folder of its own.
    convenience init(_ name: String, copying other: TestMachine) throws {
        try self.init(name)
        try library.close()
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/library") where file.hasPrefix("library.sqlite") {
            try FileManager.default.removeItem(atPath: "\(folder)/library/\(file)")
        }
        try other.library.backup(to: try DatabaseQueue(path: "\(folder)/library/library.sqlite"))
        try open()
    }

    deinit {
        try? opened.withLock { $0 }?.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    var library: PersistencyManager { opened.withLock { $0! } }
    var skew: Int64 {
        get { clock.skew.withLock { $0 } }
        set { clock.skew.withLock { $0 = newValue } }
    }

    /// Opens the library again, as the next process does.
    func open() throws {
        let library = try PersistencyManager(
            libraryDirectory: "\(folder)/library", cacheDirectory: "\(folder)/cache",
            clock: { [clock] in clock.milliseconds })
        opened.withLock { $0 = library }
    }

    func share(with server: String = "nats://127.0.0.1:4222") throws {
        try library.share(try SharingSettings(address: server, machineName: name))
    }

    /// A clock that nobody else sets while the tests run.
    private final class Clock: Sendable {
        let skew = Mutex<Int64>(0)
        private static let start = (date: Date(), instant: ContinuousClock.now)

        /// The milliseconds since 1970.
        var milliseconds: Int64 {
            let passed = (ContinuousClock.now - Self.start.instant) / .seconds(1)
            return Int64(((Self.start.date.timeIntervalSince1970 + passed) * 1_000).rounded()) + skew.withLock { $0 }
        }
    }

    // MARK: What it has

    /// Its identifier in the shared collection.
    var machine: MachineID { get throws { try library.sharing()!.machine } }

    /// The registers of all albums that it knows of.
    func registers() throws -> [String: SharedAlbum] {
        try library.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT id, registers FROM sharedAlbum") { row in
                (try row[0] as String, try SharedAlbum(decoding: (try row[1] as String).utf8))
            }
            return Dictionary(uniqueKeysWithValues: rows)
        }
    }

    /// The user's own fields, with their kinds.
    func ownFields() throws -> [String] { try library.ownFields().map { "\($0.field.name) \($0.field.kind) \($0.albums)" } }

    /// The shelves, as they are stored.
    func shelves() throws -> [String: String] { try library.read { try PersistencyManager.storedShelves(in: $0) } }

    /// The shared values of all albums in the library.
    func albums() throws -> [String: [SharedField: String]] {
        var albums: [String: [SharedField: String]] = [:]
        try library.forEachAlbum { albums[$0.id.rawValue] = SharedAlbum.values(of: $0) }
        return albums
    }

    // MARK: What its user does

    /// Does something at random.
    func act(_ random: inout RandomNumbers) throws {
        let id = Self.ids[Int.random(in: 0..<Self.ids.count, using: &random)]
        switch Int.random(in: 0..<25, using: &random) {
        case 0..<3: try library.save([Self.record(id, &random)], bringsBackRemoved: random.isTrue(1, in: 4))
        case 3..<7: _ = try library.recordEdit(of: id, Self.edits(&random))
        case 7, 8: _ = try library.recordEdit(of: [id]) { $0.with(Self.copies($0.copies, &random)) }
        case 9: _ = try library.recordEdit(of: Self.ids) { $0.replaced(by: AlbumEdits(genre: random.pick(Self.words))) }
        case 10: _ = try library.recordRemoval(of: [id])
        case 11:
            let kind = random.isTrue(1, in: 2) ? random.pick(AlbumPicture.Kind.allCases) : nil
            _ = try library.recordCover(random.isTrue(1, in: 3) ? nil : Self.picture(&random), keptAs: kind, of: id)
        case 21: _ = try library.recordKind(of: Self.picture(&random), random.isTrue(1, in: 2) ? .back : nil, in: id)
        case 22: try library.save(Self.shelf(&random), insteadOf: random.isTrue(1, in: 2) ? Self.shelf(&random) : nil)
        case 23: try library.remove(Self.shelf(&random))
        case 12: try loseFiles(of: id)
        case 13, 14: try revert(\.undo)
        case 15: try revert(\.redo)
        case 20: _ = try library.recordEdit(of: [id]) { $0.with(Self.opinion($0.copies, &random)) }
        case 18: _ = try library.recordOwnField(try Self.ownField(&random))
        case 19: _ = try library.recordOwnField(random.pick(Self.ownFields), to: random.isTrue(1, in: 2) ? nil : Self.ownField(&random))
        case 16, 17: try rearrange { _ = try library.recordJoining(of: [id, random.pick(Self.ids)]) }
        default: try rearrange { _ = try library.recordSplitting(of: id) }
        }
    }

    private func rearrange(_ body: () throws -> Void) throws {
        do { try body() } catch is RearrangingError {}
    }

    private func revert(_ side: KeyPath<ChangeLog.Top, LibraryChange?>) throws {
        do { _ = try library.revert(side, expecting: try library.historyTop()) } catch is HistoryError {}
    }

    /// The folders of two sample albums.
    private static let samples = ["Cool Basement Stairs", "Lowtide Observatory"].map { name in
        URL(filePath: #filePath).appending(path: "../../../../Samples/Music/\(name)").standardizedFileURL.path(percentEncoded: false)
    }

    /// Imports the folders of two sample albums.
    func importSamples() async throws {
        _ = try await FolderImport(persistency: library, paths: Self.samples).run()
    }

    /// Forgets these folders.
    func forgetSamples() async throws {
        for path in Self.samples { _ = try await SharingLibrary(self).api.forget(path) }
    }

    /// Does as an import does if an album's files are gone.
    func loseFiles(of id: AlbumID) throws {
        try library.write { database in
            guard try PersistencyManager.album(id, in: database) != nil else { return }
            var saving = AlbumSaving()
            try saving.replace(id, by: nil, in: database)
        }
    }

    private static func picture(_ random: inout RandomNumbers) -> CoverDigest { CoverDigest(of: Array(random.pick(words).utf8)) }

    private static func shelf(_ random: inout RandomNumbers) -> Shelf {
        Shelf(random.pick(["Lent", "lent", "Ed. 1: x", "重さ"]), filter: AlbumFilter([random.pick([.lent, .wanted])]))!
    }

    private static let ownFields = ["Signed", "Ed. 1: x", "重さ"].compactMap { OwnField($0) }

    private static func ownField(_ random: inout RandomNumbers) throws -> OwnField {
        OwnField(random.pick(ownFields).name, kind: random.pick(OwnField.kinds))!
    }

    private static let ids = (0..<9).map { AlbumID(digesting: ["album \($0)"]) }
    private static let words = ["Rock", "Folk", "Jazz \"live\"", "Björk", "久石譲", "Live\\1997", "🎷", "A / B"]

    private static func record(_ id: AlbumID, _ random: inout RandomNumbers) -> CompleteAlbum {
        var record = AlbumRecord(
            id: id, title: "\(random.pick(words)) \(id.rawValue.prefix(3))", artist: random.pick(words),
            artistSortName: random.isTrue(1, in: 3) ? random.pick(words) : nil,
            year: random.isTrue(1, in: 2) ? Int.random(in: 1950...2026, using: &random) : nil,
            genre: random.isTrue(1, in: 2) ? random.pick(words) : nil,
            coverURL: random.isTrue(1, in: 4) ? "https://example.org/\(Int.random(in: 0..<9, using: &random)).jpg" : nil,
            source: random.pick([.json, .discogs, .folder]))
        if random.isTrue(1, in: 3) {
            record.added = Date(timeIntervalSince1970: Double(Int.random(in: 1_000_000...1_700_000_000, using: &random)))
        }
        let tracks = (0..<Int.random(in: 0...4, using: &random)).map {
            TrackRecord(title: random.pick(words), number: $0 + 1, seconds: 60 * $0)
        }
        let release =
            random.isTrue(1, in: 3)
            ? ReleaseRecord(
                discogsID: 7, labels: [random.pick(words)], copies: random.isTrue(1, in: 2) ? [CopyRecord(notes: random.pick(words))] : [])
            : nil
        let more = ReleaseRecord(
            labels: release?.labels ?? [], barcode: random.isTrue(1, in: 2) ? "501" : nil,
            originalYear: random.isTrue(1, in: 3) ? 1971 : nil,
            reissue: random.isTrue(1, in: 3) ? "1999" : nil, composers: random.isTrue(1, in: 2) ? [random.pick(words)] : [],
            discSubtitles: random.isTrue(1, in: 3) ? [2: random.pick(words)] : [:])
        return CompleteAlbum(record, tracks: tracks, release: random.isTrue(1, in: 3) && more != ReleaseRecord() ? more : release)
    }

    /// Returns edits of copies with another one: of a list's copy, or of one that was added, or of a value that this version doesn't know.
    private static func copies(_ copies: CopyEdits, _ random: inout RandomNumbers) -> CopyEdits {
        var copies = copies
        let copy = CopyID(rawValue: random.pick(["n", "u1", "u2"]))
        let name = random.pick(["place", "lentTo", "mood", ownFields[0].key, ownFields[1].key, CopyEdits.state])
        let texts: [String?] = name == CopyEdits.state ? [nil, "added by hand", "removed"] : [nil, ""] + words
        copies[copy, name] = random.pick(texts)
        return copies
    }

    private static func opinion(_ copies: CopyEdits, _ random: inout RandomNumbers) -> CopyEdits {
        var copies = copies
        copies.opinion = AlbumOpinion(
            rating: random.isTrue(1, in: 3) ? nil : Int.random(in: 1...5, using: &random), isFavourite: random.isTrue(1, in: 2))
        return copies
    }

    private static func edits(_ random: inout RandomNumbers) -> AlbumEdits {
        AlbumEdits(
            title: random.isTrue(1, in: 2) ? random.pick(words) : nil, artist: random.isTrue(1, in: 3) ? random.pick(words) : nil,
            year: random.isTrue(1, in: 3) ? random.pick([0, 1969, 1997]) : nil,
            genre: random.isTrue(1, in: 3) ? random.pick(words + [""]) : nil,
            release: random.isTrue(1, in: 3) ? [.composers: random.pick(words + [""])] : [:])
    }
}
