import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("The sources of covers", .timeLimit(.minutes(10)))
struct CoverSourcesTests {
    private static let release = "0b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10"
    private static let group = "6f1d0c52-7b0e-5d3e-9a41-2c8e0f5a7d11"

    /// Runs a test beside a server that is both services.
    private func run(
        _ services: FakeServices,
        time: any Timekeeping = SkippingTime(),
        _ body: (LibraryFixture, LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.run({ services.reply(to: $0) }) { server in
            let fixture = try LibraryFixture(archive: server.url(""), musicBrainz: server.url("/"), time: time)
            do { try await body(fixture, server) } catch { Issue.record(error) }
            await fixture.library.shutdown()
        }
    }

    /// Imports an audio file with these ids in its tags.
    private func importFile(release: String? = nil, group: String? = nil, into fixture: LibraryFixture) async throws -> Album {
        var mp3 = SyntheticMP3()
        mp3.text("TALB", "Debut")
        mp3.text("TPE1", "Björk")
        if let release { mp3.userText("MusicBrainz Album Id", release) }
        if let group { mp3.userText("MusicBrainz Release Group Id", group) }
        let music = try TemporaryFolder()
        _ = try await fixture.library.importAlbums(at: [try music.write(mp3.bytes, to: "a.mp3")])
        return try #require(try fixture.albums().first)
    }

    @Test("The archive is asked by the release in the files' tags, in lower case, and its redirect to another host is followed")
    func release() async throws {
        let services = FakeServices(covers: ["release/\(Self.release)"])
        try await run(services) { fixture, _ in
            let album = try await importFile(release: Self.release.uppercased(), into: fixture)
            _ = await fixture.requestCover(of: album)
            #expect(album.cover.image != nil, "\(String(describing: try? fixture.persistency.coverSearch(of: album.id)))")
            #expect(services.requests == ["/release/\(Self.release)/front-500", "/download/release/\(Self.release)"])
            #expect(try fixture.persistency.album(album.id)?.coverURL == nil)
        }
    }

    @Test("Without permission nothing is requested and nothing recorded, and the cover comes once it is given")
    func permission() async throws {
        let services = FakeServices(covers: ["release/\(Self.release)"])
        try await run(services) { fixture, _ in
            let allowed = fixture.library.coverServices
            let settings = NetworkSettings(fetchesCovers: nil, addresses: [.coverArtArchive: "https://example.org"])
            fixture.library.coverServices = CoverServices(settings)
            let album = try await importFile(release: Self.release, into: fixture)
            let states = await fixture.requestCover(of: album)
            #expect(states.last == .missing)
            #expect(services.requests.isEmpty)
            #expect(try fixture.persistency.coverSearch(of: album.id) == nil)

            let arrival = album.cover.values(of: \.state, buffering: .buffered(8))
            fixture.library.coverServices = allowed
            for await state in arrival { if case .present = state { break } }
            #expect(services.requests.first == "/release/\(Self.release)/front-500")
        }
    }

    @Test("Settings skip a service that is off or has no address, and allow nothing before the user has")
    func settings() {
        let settings = NetworkSettings(fetchesCovers: true, addresses: [.coverArtArchive: NetworkSettings.off, .musicBrainz: "no address"])
        let services = CoverServices(settings)
        #expect(services.isAllowed && services[.coverArtArchive] == nil && services[.musicBrainz] == nil)
        #expect(CoverServices(NetworkSettings(fetchesCovers: true))[.coverArtArchive]?.base == "https://coverartarchive.org")
        for answer in [nil, false] { #expect(!CoverServices(NetworkSettings(fetchesCovers: answer)).isAllowed) }
        let both = settings.overridden(by: NetworkSettings(fetchesCovers: false, addresses: [.musicBrainz: "https://example.org"]))
        #expect(
            both
                == NetworkSettings(
                    fetchesCovers: false, addresses: [.coverArtArchive: NetworkSettings.off, .musicBrainz: "https://example.org"]))
    }

    @Test("If the archive has no cover for the release, the release group is requested, without searching MusicBrainz")
    func releaseGroup() async throws {
        let services = FakeServices(covers: ["release-group/\(Self.group)"])
        try await run(services) { fixture, _ in
            let album = try await importFile(release: Self.release, group: Self.group, into: fixture)
            _ = await fixture.requestCover(of: album)
            #expect(album.cover.image != nil)
            #expect(services.requests.map { $0.split(separator: "/")[0] } == ["release", "release-group", "download"])
        }
    }

    @Test("The album's own address comes before the archive, and the archive after one that does not exist")
    func ownAddress() async throws {
        let services = FakeServices(
            covers: ["release-group/\(Self.group)"],
            albums: [FakeServices.Album(id: Self.group, title: "Nothing There", artist: "Somebody")]
        )
        try await run(services) { fixture, server in
            let albums = try fixture.fill([
                SampleAlbums.record("Address", coverURL: server.url("/download/a")),
                SampleAlbums.record("Nothing There", coverURL: server.url("/nowhere")),
            ])
            _ = await fixture.requestCover(of: albums[0])
            #expect(services.requests == ["/download/a"])
            _ = await fixture.requestCover(of: albums[1])
            #expect(albums[1].cover.image != nil)
            #expect(services.requests[1] == "/nowhere")
            #expect(services.requests[2].hasPrefix("/ws/2/release-group?"))
            #expect(services.requests[3] == "/release-group/\(Self.group)/front-500")
        }
    }

    @Test(
        "An album without ids is looked up by artist and title, and only an answer that is surely meant is taken",
        arguments: [
            ("Björk", "Debut", 100, true), ("bjork", "DEBUT!", 90, true), ("Björk", "Debut", 89, false),
            ("Björk", "Debut Live", 100, false), ("Somebody Else", "Debut", 100, false),
        ])
    func search(artist: String, title: String, score: Int, isTaken: Bool) async throws {
        let known = FakeServices.Album(id: Self.group, title: title, artist: artist, score: score)
        let services = FakeServices(covers: ["release-group/\(Self.group)"], albums: [known])
        try await run(services) { fixture, _ in
            let album = try #require(try fixture.fill([SampleAlbums.record("Debut", by: "Björk")]).first)
            let state = await fixture.requestCover(of: album).last
            #expect((album.cover.image != nil) == isTaken)
            if !isTaken { #expect(state == .missing) }
        }
    }

    @Test("Search terms are escaped in the search syntax")
    func escaping() async throws {
        let services = FakeServices()
        try await run(services) { fixture, _ in
            let album = try #require(try fixture.fill([SampleAlbums.record(#"7" \ EP + AND (*)"#, by: "AC/DC & Friends?")]).first)
            _ = await fixture.requestCover(of: album)
            let query = URLComponents(string: try #require(services.requests.first))?.queryItems?.first { $0.name == "query" }?.value
            #expect(query == #"releasegroup:"7\" \\ EP + AND (*)" AND artist:"AC/DC & Friends?""#)
            #expect(services.requests.first?.contains("+") == false)
        }
    }

    @Test("MusicBrainz gets at most one request per second")
    func rate() async throws {
        let time = SkippingTime()
        let services = FakeServices()
        try await run(services, time: time) { fixture, _ in
            for album in try fixture.fill((0..<4).map { SampleAlbums.record("Album \($0)") }) { _ = await fixture.requestCover(of: album) }
            #expect(services.requests.count == 4)
        }
        #expect(time.elapsed >= .seconds(3))
        #expect(time.sleeps.allSatisfy { $0 <= .milliseconds(1_050) })
    }

    @Test("An album without artist and title isn't searched for; without services, nothing is requested")
    func unasked() async throws {
        let services = FakeServices()
        try await run(services) { fixture, _ in
            let albums = try fixture.fill([
                SampleAlbums.record("A", by: AlbumGrouping.unknownArtist), SampleAlbums.record(AlbumGrouping.unknownAlbum, by: "B"),
            ])
            for album in albums { #expect(await fixture.requestCover(of: album).last == .missing) }
            #expect(services.requests.isEmpty)
        }
        let alone = try LibraryFixture()
        let album = try #require(try alone.fill([SampleAlbums.record("A")]).first)
        #expect(await alone.requestCover(of: album).last == .missing)
        #expect(!alone.client.isRunning)
    }
}
