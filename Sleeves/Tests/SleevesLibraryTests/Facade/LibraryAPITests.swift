import Foundation
import Heed
import Synchronization
import Testing

@testable import SleevesLibrary

@Suite("The facade", .timeLimit(.minutes(10)))
struct LibraryAPITests {
    @Test("A message asks for a cover; it is fetched off the main thread; the image changes, and what the spinner follows with it")
    func story() async throws {
        let fixture = try LibraryFixture()
        try await LoopbackServer.run({ _ in .answer(200, SamplePictures.baselineJPEG) }) { server in
            let album = try #require(try fixture.fill([SampleAlbums.record("A", coverURL: server.url("/a.jpg"))]).first)
            let threads = Mutex<[Bool]>([])
            let loading = Mutex<[Bool]>([])
            let spinner = album.cover.observe(\.isLoading, options: [.new]) { _, change in
                loading.withLock { $0.append(change.newValue!) }
            }
            let image = album.cover.observe(\.image, options: [.old, .new]) { _, change in
                if change.newValue! != nil { threads.withLock { $0.append(Thread.isMainThread) } }
            }

            let states = await fixture.requestCover(of: album)

            #expect(states.first == .loading)
            #expect(album.cover.image?.width == 60)
            #expect(loading.withLock { $0 } == [true, false])
            #expect(threads.withLock { $0 } == [false], "the image must change once, and not on the main thread")
            withExtendedLifetime((spinner, image)) {}
        }
        await fixture.library.shutdown()
    }

    @Test("A cover that was fetched once is there without the network, also for a program that starts anew")
    func coverStaysOnDisk() async throws {
        let first = try LibraryFixture()
        try await LoopbackServer.run({ _ in .answer(200, SamplePictures.baselineJPEG) }) { server in
            let album = try #require(try first.fill([SampleAlbums.record("A", coverURL: server.url("/a.jpg"))]).first)
            _ = await first.requestCover(of: album)
        }
        await first.library.shutdown()

        let second = try LibraryFixture(in: first.folder)
        let album = try #require(try second.albums().first)
        let states = await second.requestCover(of: album)
        #expect(states.count == 2)
        #expect(album.cover.image?.width == 60)
        #expect(!second.client.isRunning)
    }

    @Test("An album without sources has no cover, and one with an invalid picture has the reason")
    func missingAndFailed() async throws {
        let fixture = try LibraryFixture()
        try await LoopbackServer.run({ _ in .answer(200, Array("<html>".utf8)) }) { server in
            let albums = try fixture.fill([
                SampleAlbums.record("A"),
                SampleAlbums.record("B", coverURL: server.url("/page")),
            ])
            #expect(await fixture.requestCover(of: albums[0]).last == .missing)
            guard case .failed(let reason) = await fixture.requestCover(of: albums[1]).last else {
                Issue.record("the cover did not fail")
                return
            }
            #expect(!reason.isEmpty)
            #expect(try fixture.persistency.album(albums[1].id)?.cover == .failed)
        }
        await fixture.library.shutdown()
    }

    @Test("However many views request a cover, the server gets one request")
    func oneRequest() async throws {
        let fixture = try LibraryFixture()
        let requests = Mutex(0)
        let reply: @Sendable (LoopbackServer.Request) -> LoopbackServer.Reply = { _ in
            requests.withLock { $0 += 1 }
            return .answer(200, SamplePictures.baselineJPEG)
        }
        try await LoopbackServer.run(reply) { server in
            let album = try #require(try fixture.fill([SampleAlbums.record("A", coverURL: server.url("/a.jpg"))]).first)
            for _ in 0..<100 { fixture.hub.post(CoverRequested(album: album.id)) }
            _ = await fixture.requestCover(of: album)
        }
        #expect(requests.withLock { $0 } == 1)
        await fixture.library.shutdown()
    }

    @Test("A cover that no view shows any more is not kept in memory by its album")
    func dismissal() async throws {
        let fixture = try LibraryFixture()
        try await LoopbackServer.run({ _ in .answer(200, SamplePictures.baselineJPEG) }) { server in
            let album = try #require(try fixture.fill([SampleAlbums.record("A", coverURL: server.url("/a.jpg"))]).first)
            _ = await fixture.requestCover(of: album)
            fixture.hub.post(CoverRequested(album: album.id))
            fixture.hub.post(CoverDismissed(album: album.id))
            #expect(album.cover.image != nil, "one view still shows it")
            fixture.hub.post(CoverDismissed(album: album.id))
            // The thread that brought the picture may still be at work, and then it takes the picture away, too.
            try await Eventually.holds("nothing is kept") { album.cover.state == .unknown }
        }
        await fixture.library.shutdown()
    }

    @Test("However requests and dismissals race with workers, a cover that is wanted in the end is there in the end")
    func storm() async throws {
        let fixture = try LibraryFixture()
        try await LoopbackServer.run({ _ in .answer(200, SamplePictures.baselineJPEG) }) { server in
            let filled = try fixture.fill((0..<5).map { SampleAlbums.record("\($0)", coverURL: server.url("/\($0).jpg")) })
            let (albums, last) = (filled.dropLast(), try #require(filled.last))
            for round in 0..<300 {
                for album in albums {
                    fixture.hub.post(CoverRequested(album: album.id))
                    // Nothing is waited for: two rounds in three leave the workers an opening.
                    if !round.isMultiple(of: 3) { await Task.detached {}.value }
                    fixture.hub.post(CoverDismissed(album: album.id))
                }
            }
            // States are set in the order of the requests, so those of the others have been set after this.
            _ = await fixture.requestCover(of: last)
            for album in albums {
                _ = await fixture.requestCover(of: album)
                #expect(album.cover.image != nil)
            }
        }
        await fixture.library.shutdown()
    }

    @Test("An album stays the same object and notifies of changes by another import")
    func identityMap() throws {
        let fixture = try LibraryFixture()
        var record = SampleAlbums.record("A", year: 1970)
        let album = try #require(try fixture.fill([record]).first)
        let changes = Mutex<[Int?]>([])
        let observation = album.observe(\.year, options: [.new]) { _, change in changes.withLock { $0.append(change.newValue!) } }
        record.year = 1971
        let again = try #require(try fixture.fill([record]).first)
        #expect(again === album)
        #expect(changes.withLock { $0 } == [1971])
        withExtendedLifetime(observation) {}
    }

    @Test("An import stores the covers, so that the files may be deleted")
    func importKeepsCovers() async throws {
        let fixture = try LibraryFixture()
        let heard = Mutex(0)
        let observation = fixture.hub.observe(LibraryChanged.self) { _ in heard.withLock { $0 += 1 } }
        let music = "\(fixture.folder.path)/music"
        try FileManager.default.copyItem(atPath: SampleCollection.music, toPath: music)

        let report = try await fixture.library.importAlbums(at: [music])
        try FileManager.default.removeItem(atPath: music)

        let expected = try SampleCollection.expected()
        #expect(report.albums == SaveSummary(inserted: expected.count))
        #expect(report.coversPresent == expected.count { $0.cover })
        #expect(report.problems.isEmpty)
        #expect(heard.withLock { $0 } > 0)
        let album = try #require(try fixture.albums().first { album in expected.contains { $0.cover && $0.title == album.title } })
        #expect(await fixture.requestCover(of: album).last != .missing)
        #expect(album.cover.image != nil)
        withExtendedLifetime(observation) {}
    }
}
