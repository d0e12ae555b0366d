import Foundation
import Synchronization
import Testing

@testable import SleevesLibrary

@Suite("Chosen covers")
struct ChosenCoverTests {
    private let fixture: LibraryFixture
    private var persistency: PersistencyManager { fixture.persistency }
    private var folder: StoreFolder { fixture.folder }

    init() throws {
        fixture = try LibraryFixture()
    }

    /// A large picture of one colour.
    private static func picture(red: UInt8) throws -> [UInt8] {
        if let picture = pictures.withLock({ $0[red] }) { return picture }
        let picture = try CoverDecoder(maxPixel: 500).encodePNG(SamplePictures.plain(width: 500, height: 500, red: red))
        pictures.withLock { $0[red] = picture }
        return picture
    }

    /// Those that have been made. Making one takes longer than what is tested with it.
    private static let pictures = Mutex<[UInt8: [UInt8]]>([:])

    private func makeOld(_ digest: CoverDigest) throws {
        let old = Date(timeIntervalSinceNow: -7200)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: "\(folder.path)/library/covers/\(digest)")
    }

    private func colour(of album: AlbumID, size: CoverSize) -> (red: UInt8, width: Int)? {
        let finder = CoverFinder(persistency: persistency, access: ServiceAccess(client: fixture.client, services: .none))
        guard case .settled(.present(let image), _) = finder.lookHere(CoverPlan(album, size: size)).outcome else {
            return nil
        }
        return (image.pixels[0], image.width)
    }

    @Test("A picture is kept as it was given, for its owner only, and a program that starts anew has it")
    func keeping() throws {
        let bytes = try Self.picture(red: 200)
        let digest = try persistency.chosenCovers.keep(bytes)
        #expect(digest == CoverDigest(of: bytes))
        #expect(try folder.bytes(of: "library/covers/\(digest)") == bytes)
        #expect(try folder.permissions(of: "library/covers") == 0o700)
        #expect(try folder.permissions(of: "library/covers/\(digest)") == 0o600)
        #expect(try LibraryFixture(in: folder).persistency.chosenCovers.bytes(of: digest) == bytes)
    }

    @Test("What is no picture is refused, and nothing is written")
    func refusal() {
        #expect(throws: CoverError.unknownType) { try persistency.chosenCovers.keep([1, 2, 3]) }
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/library/covers"))
    }

    @Test("A picture that was damaged on the disk counts as missing, and can be chosen anew")
    func damage() throws {
        let bytes = try Self.picture(red: 200)
        let digest = try persistency.chosenCovers.keep(bytes)
        try folder.write(Array(bytes.dropLast()), to: "library/covers/\(digest)")
        #expect(persistency.chosenCovers.bytes(of: digest) == nil)
        #expect(try persistency.chosenCovers.keep(bytes) == digest)
        #expect(persistency.chosenCovers.bytes(of: digest) == bytes)
    }

    @Test("Choosing returns what was chosen before, and choosing nothing goes back to what the source has")
    func choosing() throws {
        let record = SampleAlbums.record("A")
        try persistency.save([record])
        let (one, two) = (CoverDigest(of: [1]), CoverDigest(of: [2]))
        try persistency.setCover(.present(CoverDigest(of: [0])), for: record.id)
        #expect(try persistency.chooseCover(one, for: record.id) == nil)
        #expect(try persistency.chooseCover(two, for: record.id) == one)
        #expect(try persistency.album(record.id)?.shownCover == .present(two))
        #expect(try persistency.chooseCover(nil, for: record.id) == two)
        #expect(try persistency.album(record.id)?.shownCover == .present(CoverDigest(of: [0])))
        #expect(try persistency.chooseCover(one, for: AlbumID(rawValue: "no such album")) == nil)
    }

    @Test("Importing again, editing, and removing and putting back keep the chosen cover")
    func outlives() throws {
        var record = SampleAlbums.record("A")
        try persistency.save([record])
        let digest = CoverDigest(of: [1])
        try persistency.chooseCover(digest, for: record.id)
        record.year = 1999
        try persistency.save([record])
        _ = try persistency.recordEdit(of: record.id, AlbumEdits(title: "B"))
        _ = try persistency.revert(\.undo, expecting: try persistency.recordRemoval(of: [record.id]).top)
        let album = try #require(try persistency.album(record.id))
        #expect(album.year == 1999 && album.title == "B" && album.chosenCover == digest)
    }

    @Test("A chosen cover is shown instead of the file's, in each size, with the thumbnails gone too", arguments: CoverSize.allCases)
    func showing(size: CoverSize) async throws {
        let music = try TemporaryFolder()
        var record = SampleAlbums.record("A")
        record.localCover = .file(path: try music.write(try Self.picture(red: 20), to: "cover.png"))
        try persistency.save([record])
        #expect(colour(of: record.id, size: size).map { $0.red < 60 && $0.width == min(500, size.pixels) } == true)
        let digest = try persistency.chosenCovers.keep(try Self.picture(red: 220))
        try persistency.chooseCover(digest, for: record.id)
        for _ in 0..<2 {
            #expect(colour(of: record.id, size: size).map { $0.red > 180 && $0.width == min(500, size.pixels) } == true)
            persistency.covers.remove(digest)
        }
        try persistency.chooseCover(nil, for: record.id)
        #expect(colour(of: record.id, size: size).map { $0.red < 60 } == true)
    }

    @Test("Where the chosen cover is lost altogether, what the source has is shown")
    func lost() async throws {
        let music = try TemporaryFolder()
        var record = SampleAlbums.record("A")
        record.localCover = .file(path: try music.write(try Self.picture(red: 20), to: "cover.png"))
        try persistency.save([record])
        try persistency.chooseCover(CoverDigest(of: [1]), for: record.id)
        #expect(colour(of: record.id, size: .standard).map { $0.red < 60 } == true)
    }

    @Test("Only pictures that nothing refers to go, and only when they have been there for a while")
    func unused() throws {
        let record = SampleAlbums.record("A")
        try persistency.save([record])
        let digests = try [20, 80, 140, 200].map { try persistency.chosenCovers.keep(try Self.picture(red: $0)) }
        // The second one can come back by undoing.
        _ = try persistency.recordCover(digests[1], of: record.id)
        _ = try persistency.recordCover(digests[0], of: record.id)
        for digest in digests.prefix(3) { try makeOld(digest) }
        #expect(try persistency.removeUnusedChosenCovers() == 1)
        #expect(digests.map { persistency.chosenCovers.bytes(of: $0) != nil } == [true, true, false, true])
    }

    @Test("A picture that was about to go stays for a while when it is given again")
    func givenAgain() throws {
        let bytes = try Self.picture(red: 200)
        let digest = try persistency.chosenCovers.keep(bytes)
        try makeOld(digest)
        try persistency.chosenCovers.keep(bytes)
        #expect(try persistency.removeUnusedChosenCovers() == 0)
    }
}
