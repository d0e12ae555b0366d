import Foundation
import Heed
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Fetching the covers of some albums", .timeLimit(.minutes(10)))
struct FetchingCoversTests {
    /// Runs a test beside a server with a picture at each path that begins with `/good`.
    private func run(
        _ body: (LibraryFixture, LoopbackServer, _ requests: @escaping @Sendable () -> [String]) async throws -> Void
    ) async throws {
        let requests = Mutex<[String]>([])
        try await LoopbackServer.run({ request in
            requests.withLock { $0.append(request.path) }
            return request.path.hasPrefix("/good") ? .answer(200, SamplePictures.baselineJPEG) : .answer(404)
        }) { server in
            let fixture = try LibraryFixture()
            do { try await body(fixture, server) { requests.withLock { $0 } } } catch { Issue.record(error) }
            await fixture.library.shutdown()
        }
    }

    /// Saves an album for each path, and returns them in the order of the paths.
    private func fill(_ paths: [String], at server: LoopbackServer, in fixture: LibraryFixture) throws -> [AlbumID] {
        try fixture.persistency.save(paths.map { SampleAlbums.record($0, coverURL: server.url($0)) })
        return paths.map { AlbumID(digesting: [$0, "Somebody"]) }
    }

    @Test("Only the missing covers of these albums are requested, and those found are one step of undo that says how many")
    func fetches() async throws {
        try await run { fixture, server, requests in
            let ids = try fill(["/good1", "/good2", "/good3", "/gone", "/other"], at: server, in: fixture)
            let (library, persistency) = (fixture.library, fixture.persistency)
            try await library.setCover(SamplePictures.baselineJPEG, of: ids[2])
            let told = Mutex<[CoverProgress]>([])
            let chosen = ids.dropLast() + [AlbumID(rawValue: "unknown")]
            let (report, change) = try await library.fetchCovers(of: Array(chosen)) { progress in told.withLock { $0.append(progress) } }
            #expect(report.sought == 3 && report.found == 2 && report.problems.count == 1)
            #expect(Set(requests()) == ["/good1", "/good2", "/gone"])
            #expect(told.withLock { $0.last } == CoverProgress(done: 3, count: 3))
            #expect(change?.albumCount == 2 && library.history.undoName == "Fetch 2 Covers")

            let digests = try ids.map { try persistency.album($0)?.cover.digest }
            #expect(digests.map { $0 != nil } == [true, true, false, false, false])
            #expect(try await library.history.undo()?.change == change)
            #expect(try ids.allSatisfy { try persistency.album($0)?.cover.digest == nil })
            try await library.history.redo()
            #expect(try ids.map { try persistency.album($0)?.cover.digest } == digests)
        }
    }

    @Test("That covers can't be kept on the disk is reported before the first one of them is delivered")
    func notKept() async throws {
        try await run { fixture, server, _ in
            let ids = try fill(["/good"], at: server, in: fixture)
            try FileManager.default.removeItem(atPath: fixture.persistency.covers.directory)
            try Data().write(to: URL(filePath: fixture.persistency.covers.directory))
            let album = try #require(try fixture.library.album(ids[0]))
            let states = Mutex<[CoverState]>([])
            let observation = fixture.hub.observe(CoversNotKept.self) { _ in
                states.withLock { $0.append(album.cover.state) }
            }
            #expect(try await fixture.library.fetchCovers().found == 1)
            #expect(states.withLock { $0 } == [.loading])
            withExtendedLifetime(observation) {}
        }
    }

    @Test("Covers that undo forgets disappear from view and aren't fetched again, until the user asks for them")
    func forgets() async throws {
        try await run { fixture, server, requests in
            let ids = try fill(["/good"], at: server, in: fixture)
            let library = fixture.library
            let album = try #require(try library.album(ids[0]))
            let states = album.cover.values(of: \.state)
            fixture.hub.post(CoverRequested(album: album.id))
            for await state in states { if case .present = state { break } }
            // What a view has fetched isn't a step of undo.
            #expect(library.history.undoName == nil)
            try fixture.persistency.write { try PersistencyManager.forgetCover(of: ids[0], in: $0) }
            fixture.hub.post(CoverDismissed(album: album.id))
            fixture.hub.post(CoverRequested(album: album.id))
            for await state in states { if state == .missing { break } }
            #expect(requests() == ["/good"])

            #expect(try await library.fetchCovers(of: ids).report.found == 1)
            #expect(requests() == ["/good", "/good"])
            #expect(library.history.undoName == "Fetch Cover of “/good”")
            if case .present = album.cover.state {} else { Issue.record("the view has no cover") }
            try await library.history.undo()
            for await state in states { if state == .missing { break } }
            #expect(try await library.fetchCovers().sought == 0)
            try await library.history.redo()
            for await state in states { if case .present = state { break } }
            #expect(requests() == ["/good", "/good"])
        }
    }

    @Test("A cover that was searched for in vain is searched for again on request, also while a view shows that there is none")
    func retries() async throws {
        try await run { fixture, server, requests in
            let ids = try fill(["/gone"], at: server, in: fixture)
            let album = try #require(try fixture.library.album(ids[0]))
            _ = await fixture.requestCover(of: album)
            for _ in 0..<3 {
                let (report, change) = try await fixture.library.fetchCovers(of: ids)
                #expect(report.sought == 1 && report.problems.count == 1 && change == nil)
            }
            #expect(requests() == Array(repeating: "/gone", count: 4))
            #expect(fixture.library.history.undoName == nil)
        }
    }

    @Test("An album that is removed meanwhile isn't part of the change; a cover from the user's own files isn't either")
    func others() async throws {
        try await run { fixture, server, _ in
            let ids = try fill(["/good1", "/good2"], at: server, in: fixture)
            let music = try MusicFolder()
            try music.add("One/1.mp3", album: "One")
            try music.folder.write(SamplePictures.baselineJPEG, to: "One/cover.jpg")
            _ = try await FolderImport(persistency: fixture.persistency, paths: [music.path]).run()
            let own = try #require(try fixture.persistency.albums().first { $0.source == .folder })
            #expect(own.localCover != nil && own.cover.digest == nil)
            let library = fixture.library
            let persistency = fixture.persistency
            let (report, change) = try await library.fetchCovers(of: ids + [own.id]) { progress in
                if progress.done == 3 { _ = try? persistency.recordRemoval(of: [ids[0]]) }
            }
            #expect(report.found == 3 && change?.name == "Fetch Cover of “/good2”")
            try await library.history.undo()
            #expect(try persistency.album(ids[1])?.cover.digest == nil)
            #expect(try persistency.album(own.id)?.cover.digest != nil)
        }
    }

    @Test("Without permission nothing is requested, and nothing is noted as vain")
    func permission() async throws {
        try await run { fixture, server, requests in
            let ids = try fill(["/good"], at: server, in: fixture)
            fixture.library.coverServices = CoverServices(NetworkSettings(fetchesCovers: false))
            let (report, change) = try await fixture.library.fetchCovers(of: ids)
            #expect(report.found == 0 && report.absent == 1 && change == nil && requests() == [])
            #expect(try fixture.persistency.coverSearch(of: ids[0]) == nil)
        }
    }
}
