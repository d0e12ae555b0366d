import Foundation
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Remembered searches for covers")
struct CoverSearchTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)
    private let album = SampleAlbums.record("A", coverURL: "https://example.org/a.jpg")

    private func note(_ outcome: CoverSearch.Outcome, _ reason: String?, in persistency: PersistencyManager) throws -> CoverSearch? {
        try persistency.noteCoverSearch(
            of: album.id, outcome: outcome, reason: reason, retryAfter: nil, at: now, backoff: CoverBackoff { 0.5 })
    }

    private func due(_ persistency: PersistencyManager, after duration: TimeInterval) throws -> Bool {
        try persistency.coversToSeek(after: "", limit: 10, at: now.addingTimeInterval(duration)) == [album.id]
    }

    @Test("A cover that no source has is missing and isn't requested for a month; an unusable one has failed and is retried after a day")
    func outcomes() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.fill([album])
        #expect(try due(fixture.persistency, after: 0))
        let day = 86_400.0
        for (outcome, reason, wait, status) in [
            (CoverSearch.Outcome.absent, nil, 30 * day, CoverStatus.missing), (.unusable, "bad", day, .failed),
            (.temporary, "busy", 60, .failed),
        ] {
            _ = try note(outcome, reason, in: fixture.persistency)
            #expect(try fixture.persistency.album(album.id)?.cover == status)
            #expect(try !due(fixture.persistency, after: wait - 1))
            #expect(try due(fixture.persistency, after: wait))
        }
    }

    @Test("The pauses grow while the outcome stays the same, up to a limit, and chance spreads them by a quarter to either side")
    func growth() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.fill([album])
        var waits: [TimeInterval] = []
        for _ in 0..<8 {
            waits.append(try #require(try note(.temporary, "busy", in: fixture.persistency)).next.timeIntervalSince(now))
        }
        #expect(waits == [60, 240, 960, 3_840, 15_360, 61_440, 86_400, 86_400])
        #expect(CoverBackoff { 0 }.delay(after: .temporary, attempts: 1) == .seconds(45))
        #expect(CoverBackoff { 1 }.delay(after: .temporary, attempts: 1) == .seconds(75))
        #expect(try note(.unusable, "bad", in: fixture.persistency)?.attempts == 1)
    }

    @Test("A longer pause of a host is respected")
    func retryAfter() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.fill([album])
        let search = try fixture.persistency.noteCoverSearch(
            of: album.id, outcome: .temporary, reason: "busy", retryAfter: .seconds(7_200), at: now, backoff: CoverBackoff { 0.5 })
        #expect(search?.next == now.addingTimeInterval(7_200))
        try fixture.persistency.allowCoverSearches(after: [.temporary])
        #expect(try !due(fixture.persistency, after: 7_199))
        #expect(try due(fixture.persistency, after: 7_200))
        _ = try note(.temporary, "ill", in: fixture.persistency)
        try fixture.persistency.allowCoverSearches(after: [.temporary])
        #expect(try due(fixture.persistency, after: 0))
    }

    @Test("The library remembers it, so that a new process sends no request")
    func restart() async throws {
        let services = FakeServices()
        try await LoopbackServer.run({ services.reply(to: $0) }) { server in
            let time = SkippingTime()
            let first = try LibraryFixture(archive: server.url(""), musicBrainz: server.url(""), time: time)
            let album = try #require(try first.fill([SampleAlbums.record("A")]).first)
            #expect(await first.requestCover(of: album).last == .missing)
            await first.library.shutdown()
            #expect(services.requests.count == 1)

            let second = try LibraryFixture(in: first.folder, archive: server.url(""), musicBrainz: server.url(""), time: time)
            let again = try #require(try second.library.album(album.id))
            #expect(await second.requestCover(of: again).last == .missing)
            #expect(services.requests.count == 1)

            time.advance(by: .seconds(31 * 86_400))
            _ = await second.requestCover(of: again)
            await second.library.shutdown()
        }
        #expect(services.requests.count == 2)
    }

    @Test(
        "A changed name, address or picture starts a new search",
        arguments: ["title", "artist", "coverURL", "localCover", "genre"])
    func otherPlace(change: String) throws {
        let fixture = try LibraryFixture()
        _ = try fixture.fill([album])
        _ = try note(.absent, nil, in: fixture.persistency)
        var record = album
        switch change {
        case "title": record.title = "B"
        case "artist": record.artist = "Else"
        case "coverURL": record.coverURL = "https://example.org/b.jpg"
        case "localCover": record.localCover = .file(path: "/nowhere.jpg")
        default: record.genre = "Rock"
        }
        try fixture.persistency.save([record])
        #expect(try due(fixture.persistency, after: 0) == (change != "genre"))
    }

    @Test("A cover without its thumbnail counts as missing")
    func lostThumbnail() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.fill([album])
        let kept = try fixture.persistency.covers.keep(SamplePictures.baselineJPEG)
        #expect(try fixture.persistency.noteCoverFound(kept.digest, for: album.id))
        #expect(try !due(fixture.persistency, after: 0))
        fixture.persistency.covers.remove(kept.digest)
        #expect(try due(fixture.persistency, after: 0))
    }

    @Test("A search that was noted by a clock that was years ahead does not count")
    func future() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.fill([album])
        let search = try #require(try note(.unusable, "bad", in: fixture.persistency))
        #expect(search.counts(at: now))
        let year = 365 * 86_400.0
        #expect(try due(fixture.persistency, after: -year))
        #expect(!search.counts(at: now.addingTimeInterval(-year)))
        // A clock that is put right by some minutes changes nothing.
        #expect(try !due(fixture.persistency, after: -600))
        #expect(search.counts(at: now.addingTimeInterval(-600)))
    }

    @Test("The archive's addresses, which no source has named, are gone from a library of an earlier version")
    func migration() throws {
        let folder = try StoreFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/l", withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: "\(folder.path)/l/library.sqlite")
        try LibrarySchema.migrator.migrate(queue, upTo: "3 files")
        try queue.write { database in
            for (id, source) in [("a", "folder"), ("b", "json")] {
                try database.execute(
                    sql: """
                        INSERT INTO album (id, title, artist, titleSort, artistSort, searchText, source, coverURL, added)
                        VALUES (?, 'T', 'A', 't', 'a', 't', ?, 'https://coverartarchive.org/release/x/front-500', 0)
                        """,
                    arguments: [id, source]
                )
            }
        }
        try queue.close()
        let persistency = try PersistencyManager(libraryDirectory: "\(folder.path)/l", cacheDirectory: "\(folder.path)/c")
        #expect(try persistency.album(AlbumID(rawValue: "a"))?.coverURL == nil)
        #expect(try persistency.album(AlbumID(rawValue: "b"))?.coverURL != nil)
    }
}
