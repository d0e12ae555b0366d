import Foundation
import Heed
import Synchronization
import Testing

@testable import SleevesLibrary

@Suite("Covers without a network", .timeLimit(.minutes(10)))
struct CoverOfflineTests {
    /// Waits until a cover is in a state that fits.
    private func wait(for album: Album, until fits: @escaping @Sendable (CoverState) -> Bool) async {
        let (states, arrival) = AsyncStream.makeStream(of: CoverState.self)
        let observation = album.cover.observe(\.state, options: [.initial, .new]) { _, change in
            if let state = change.newValue { arrival.yield(state) }
        }
        for await state in states where fits(state) { break }
        observation.invalidate()
    }

    @Test("Without a network one request is tried, all covers stay wanted, and they come by themselves when it is back")
    func comesBack() async throws {
        let resolver = ScriptedResolver()
        let fixture = try LibraryFixture(resolver: resolver, time: ManualTime())
        try await LoopbackServer.run({ _ in .answer(200, SamplePictures.baselineJPEG) }) { server in
            let records = (0..<20).map { SampleAlbums.record("\($0)", coverURL: "http://covers.test:\(server.port)/\($0)") }
            let albums = try fixture.fill(records)
            fixture.hub.post(CoverRequested(album: albums[0].id))
            await wait(for: albums[0]) { $0 == .wanted }
            #expect(!fixture.library.network.isOnline)
            for album in albums.dropFirst() { fixture.hub.post(CoverRequested(album: album.id)) }
            for album in albums { await wait(for: album) { $0 == .wanted } }
            #expect(resolver.lookUps.count == 1)
            #expect(!fixture.client.isRunning)
            #expect(try fixture.library.records().allSatisfy { $0.cover == .missing })

            resolver.set(["127.0.0.1"], for: "covers.test")
            fixture.library.network.isAvailable = false
            fixture.library.network.isAvailable = true
            for album in albums { await wait(for: album) { if case .present = $0 { true } else { false } } }
            #expect(fixture.library.network.isOnline)
        }
        await fixture.library.shutdown()
    }

    @Test("Without a report that the network is back, one cover probes it now and then")
    func probe() async throws {
        let resolver = ScriptedResolver()
        let time = ManualTime()
        let fixture = try LibraryFixture(resolver: resolver, time: time)
        try await LoopbackServer.run({ _ in .answer(200, SamplePictures.baselineJPEG) }) { server in
            let records = (0..<5).map { SampleAlbums.record("\($0)", coverURL: "http://covers.test:\(server.port)/\($0)") }
            let albums = try fixture.fill(records)
            for album in albums { fixture.hub.post(CoverRequested(album: album.id)) }
            for album in albums { await wait(for: album) { $0 == .wanted } }
            var sleeps = time.sleeps.makeAsyncIterator()
            #expect(await sleeps.next() == .seconds(5))
            let lookUps = resolver.lookUps.count
            time.advance(by: .seconds(5))
            #expect(await sleeps.next() == .seconds(10), "the try was in vain, and the next one is later")
            #expect(resolver.lookUps.count == lookUps + 1, "only one has tried")

            resolver.set(["127.0.0.1"], for: "covers.test")
            time.advance(by: .seconds(10))
            for album in albums { await wait(for: album) { if case .present = $0 { true } else { false } } }
        }
        await fixture.library.shutdown()
    }

    @Test("Covers that need no network arrive without one")
    func local() async throws {
        let fixture = try LibraryFixture(resolver: ScriptedResolver(), time: ManualTime())
        try await LoopbackServer.run({ _ in .answer(200, SamplePictures.baselineJPEG) }) { server in
            fixture.library.network.isAvailable = false
            let albums = try fixture.fill([
                SampleAlbums.record("A", coverURL: server.url("/a")), SampleAlbums.record("B", coverURL: "https://covers.test/b"),
            ])
            for album in albums { fixture.hub.post(CoverRequested(album: album.id)) }
            await wait(for: albums[1]) { $0 == .wanted }
            await wait(for: albums[0]) { if case .present = $0 { true } else { false } }
        }
        await fixture.library.shutdown()
    }

    @Test("Fetching all covers without a network asks once, and leaves them as they are")
    func fetching() async throws {
        let resolver = ScriptedResolver()
        let fixture = try LibraryFixture(resolver: resolver, time: ManualTime())
        _ = try fixture.fill((0..<50).map { SampleAlbums.record("\($0)", coverURL: "https://covers.test/\($0)") })
        let report = try await fixture.library.fetchCovers()
        #expect(report.waiting == 50)
        #expect(report.problems.isEmpty)
        #expect(resolver.lookUps.count <= 4, "no more than were on their way together")
        #expect(try fixture.persistency.coversToSeek(after: "", limit: 100, at: Date()).count == 50)
        await fixture.library.shutdown()
    }

    @Test("Unreachable hosts are recognized as soon as another one responds, however many fail first")
    func deadHosts() async throws {
        let resolver = ScriptedResolver(["good.test": ["127.0.0.1"]])
        let fixture = try LibraryFixture(resolver: resolver)
        try await LoopbackServer.run({ _ in .answer(200, SamplePictures.baselineJPEG) }) { server in
            let dead = (0..<30).map { SampleAlbums.record("dead \($0)", coverURL: "http://dead\($0).test:\(server.port)/") }
            let good = (0..<3).map { SampleAlbums.record("good \($0)", coverURL: "http://good.test:\(server.port)/\($0)") }
            _ = try fixture.fill(dead + good)
            let report = try await fixture.library.fetchCovers()
            #expect(report.found == 3)
            #expect(report.waiting == 0)
            #expect(report.problems.count == 30)
            #expect(fixture.library.network.isOnline)
            #expect(try fixture.library.records().count { $0.cover == .failed } == 30)
        }
        await fixture.library.shutdown()
    }

    @Test("With only unreachable hosts, resolving a service's name shows that there is a network")
    func witness() async throws {
        let resolver = ScriptedResolver(["archive.test": ["192.0.2.1"]])
        let fixture = try LibraryFixture(archive: "https://archive.test", resolver: resolver)
        _ = try fixture.fill([SampleAlbums.record("dead", coverURL: "https://dead.test/")])
        let report = try await fixture.library.fetchCovers()
        #expect(report.waiting == 0)
        #expect(report.problems.count == 1)
        await fixture.library.shutdown()
    }

    @Test(
        "A host whose name server fails isn't taken for a missing network, alone and after others have answered", arguments: [true, false])
    func failingNameServer(isAlone: Bool) async throws {
        let resolver = ScriptedResolver(["good.test": ["127.0.0.1"]], hasRoute: true)
        let fixture = try LibraryFixture(resolver: resolver)
        try await LoopbackServer.run({ _ in .answer(200, SamplePictures.baselineJPEG) }) { server in
            let good = (0..<(isAlone ? 0 : 20)).map { SampleAlbums.record("good \($0)", coverURL: "http://good.test:\(server.port)/\($0)") }
            _ = try fixture.fill(good + [SampleAlbums.record("dead", coverURL: "https://servfail.test/")])
            for _ in 0..<2 {
                let report = try await fixture.library.fetchCovers(retrying: true)
                #expect(report.waiting == 0)
                #expect(report.problems.count == 1)
                #expect(report.problems.first?.description.contains("no network") == false)
                #expect(fixture.library.network.isOnline)
            }
        }
        await fixture.library.shutdown()
    }

    @Test("A temporary failure is retried while a view shows the album")
    func retry() async throws {
        let time = ManualTime()
        let fixture = try LibraryFixture(time: time)
        let count = Mutex(0)
        try await LoopbackServer.run({ _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? .answer(500) : .answer(200, SamplePictures.baselineJPEG)
        }) { server in
            let album = try #require(try fixture.fill([SampleAlbums.record("A", coverURL: server.url("/a"))]).first)
            fixture.hub.post(CoverRequested(album: album.id))
            await wait(for: album) { if case .failed = $0 { true } else { false } }
            var sleeps = time.sleeps.makeAsyncIterator()
            let delay = try #require(await sleeps.next())
            #expect(delay <= .seconds(60) && delay > .seconds(59))
            time.advance(by: .seconds(61))
            await wait(for: album) { if case .present = $0 { true } else { false } }
        }
        await fixture.library.shutdown()
    }
}
