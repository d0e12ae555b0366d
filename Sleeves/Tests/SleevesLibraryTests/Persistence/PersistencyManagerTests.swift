import Foundation
import Testing

@testable import SleevesLibrary

@Suite("Keeping albums")
struct PersistencyManagerTests {
    private let folder: StoreFolder
    private let library: PersistencyManager

    init() throws {
        folder = try StoreFolder()
        library = try Self.open(folder)
    }

    private static func open(_ folder: StoreFolder) throws -> PersistencyManager {
        try PersistencyManager(libraryDirectory: "\(folder.path)/library", cacheDirectory: "\(folder.path)/cache")
    }

    @Test("A new library is empty, and its folders are for their owner only")
    func newLibrary() throws {
        #expect(try library.count() == 0)
        #expect(try library.albums().isEmpty)
        #expect(try folder.permissions(of: "library") == 0o700)
        #expect(try folder.permissions(of: "cache") == 0o700)
    }

    @Test("An album comes back from another opening of the library as it went in")
    func roundTrip() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000.123)
        #expect(try library.save([SampleAlbums.complete], at: date) == SaveSummary(inserted: 1))
        try library.close()

        let reopened = try Self.open(folder)
        let album = try #require(try reopened.album(SampleAlbums.complete.id))
        var expected = SampleAlbums.complete.album
        expected.added = date
        #expect(album == expected)
        #expect(album.trackCount == SampleAlbums.complete.tracks.count)
        #expect(try reopened.tracks(of: album.id) == SampleAlbums.complete.tracks)
        #expect(try reopened.records() == [SampleAlbums.complete])
        #expect(try reopened.album(AlbumID(rawValue: "no such album")) == nil)
        #expect(try reopened.tracks(of: AlbumID(rawValue: "no such album")).isEmpty)
    }

    @Test("Saving again counts what is new, changed and as before")
    func summary() throws {
        let records = ["A", "B", "C"].map { SampleAlbums.record($0, tracks: [TrackRecord(title: "1")]) }
        try library.save(records)
        var changed = records
        changed[0].genre = "Jazz"
        changed[1].tracks[0].seconds = 10
        changed.append(SampleAlbums.record("D"))
        #expect(try library.save(changed) == SaveSummary(inserted: 1, updated: 2, unchanged: 1))
        #expect(try library.save(changed) == SaveSummary(unchanged: 4))
        #expect(try library.tracks(of: changed[1].id) == changed[1].tracks)
        #expect(try library.count() == 4)
    }

    @Test("Of two records with one id the later one counts")
    func duplicates() throws {
        var second = SampleAlbums.record("A")
        second.year = 2001
        #expect(try library.save([SampleAlbums.record("A"), second]) == SaveSummary(inserted: 1))
        #expect(try library.album(second.id)?.year == 2001)
    }

    @Test("An album that is saved again keeps its date and its cover")
    func keepsDateAndCover() throws {
        var record = SampleAlbums.record("A")
        let date = Date(timeIntervalSince1970: 1_000)
        let digest = CoverDigest(of: [1])
        try library.save([record], at: date)
        try library.setCover(.present(digest), for: record.id)
        record.year = 1999
        record.coverURL = "https://example.org/other.jpg"
        try library.save([record], at: Date(timeIntervalSince1970: 2_000))
        let album = try #require(try library.album(record.id))
        #expect(album.added == date && album.cover == .present(digest) && album.year == 1999)
    }

    @Test("A NUL within a text does not make the album look changed at each import")
    func nulCharacters() throws {
        let record = SampleAlbums.record("A\0B", by: "C\0")
        try library.save([record])
        #expect(try library.save([record]) == SaveSummary(unchanged: 1))
        #expect(try library.album(record.id)?.title == "AB")
    }

    @Test("The cover's status is kept for albums that are there, and only for those")
    func covers() throws {
        let records = ["A", "B", "C"].map { SampleAlbums.record($0, coverURL: "https://example.org/\($0)") }
        try library.save(records)
        let digest = CoverDigest(of: [1, 2, 3])
        #expect(try library.setCover(.present(digest), for: records[0].id))
        #expect(try library.setCover(.failed, for: records[1].id))
        #expect(try !library.setCover(.failed, for: AlbumID(rawValue: "gone")))
        #expect(try library.albums().map(\.cover) == [.present(digest), .failed, .missing])
        try library.setCover(.missing, for: records[0].id)
        #expect(try library.albums().map(\.cover) == [.missing, .failed, .missing])
    }

    @Test("A failed cover is retried only when its address changes")
    func failedCover() throws {
        var record = SampleAlbums.record("A", coverURL: "https://example.org/1")
        try library.save([record])
        try library.setCover(.failed, for: record.id)
        record.genre = "Jazz"
        try library.save([record])
        #expect(try library.album(record.id)?.cover == .failed)
        record.localCover = .file(path: "/music/cover.jpg")
        try library.save([record])
        #expect(try library.album(record.id)?.cover == .missing)
    }

    @Test("A thousand albums with their tracks are saved, found unchanged, listed and searched")
    func manyAlbums() throws {
        let records = SampleAlbums.many(1_000, tracksEach: 4)
        #expect(try library.save(records) == SaveSummary(inserted: 1_000))
        #expect(try library.save(records) == SaveSummary(unchanged: 1_000))
        #expect(try library.albums().count == 1_000)
        #expect(try library.albums(search: "album 567").map(\.title) == ["Album 567"])
    }

    @Test("One album with two thousand tracks comes back whole")
    func manyTracks() throws {
        let record = try #require(SampleAlbums.many(1, tracksEach: 2_000).first)
        try library.save([record])
        #expect(try library.tracks(of: record.id) == record.tracks)
    }

    @Test("Readers see the whole of an import or nothing of it, while many threads write and read")
    func concurrency() async throws {
        let batches = (0..<8).map { batch in (0..<50).map { SampleAlbums.record("Album \(batch) \($0)", genre: "batch\(batch)") } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, batch) in batches.enumerated() {
                group.addTask { try library.save(batch) }
                group.addTask {
                    for _ in 0..<20 {
                        let seen = try library.albums(search: "batch\(number)").count
                        #expect(seen == 0 || seen == 50)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try library.count() == 400)
    }
}
