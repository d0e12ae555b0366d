import Foundation
import Synchronization
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesNetworking

/// Discogs, as a second place to search for records that are added.
@Suite("Searching Discogs", .timeLimit(.minutes(10)))
struct DiscogsTests {
    private static let result = #"""
        {"id": 1234, "title": "The Brass Cartographers - Uncharted Streets", "year": "1964", "country": "UK", "type": "release",
         "format": ["Vinyl", "LP", "Album", "Mono"], "label": ["Kestrel (2)", "Kestrel Works"], "catno": "KST 1001", "genre": ["Jazz"],
         "barcode": ["5 012345 678900"], "cover_image": "https://i.example.org/spacer.gif"}
        """#
    private static let release = #"""
        {"id": 1234, "title": "Uncharted Streets", "year": 1964, "country": "UK", "genres": ["Jazz"], "styles": ["Bop"],
         "artists": [{"name": "The Brass Cartographers (3)", "join": ""}], "labels": [{"name": "Kestrel (2)", "catno": "KST 1001"}],
         "formats": [{"name": "Vinyl", "qty": "1", "descriptions": ["LP", "Album", "Mono"]}],
         "identifiers": [{"type": "Matrix / Runout", "value": "KST 1"}, {"type": "Barcode", "value": "5 012345 678900"}],
         "images": [{"type": "secondary", "uri": "https://i.example.org/2.jpg"}, {"type": "primary", "uri": "https://i.example.org/1.jpg"}],
         "tracklist": [{"type_": "heading", "title": "Side One", "position": ""},
             {"type_": "track", "title": "Compass Needle Strut", "position": "A1", "duration": "3:05"},
             {"type_": "track", "title": "Ink", "position": "B1", "duration": "", "artists": [{"name": "Ada", "join": "&"}, {"name": "Ben"}]}]}
        """#

    /// Runs a test beside a server that is Discogs for those who know the token, and MusicBrainz as an answer says.
    private func run(
        token: String? = "abc+d", musicBrainz: LoopbackServer.Reply = .answer(200, Array(#"{"releases": []}"#.utf8)),
        search: String = "{\"results\": [\(result)]}", _ body: (LibraryFixture) async throws -> Void
    ) async throws {
        let paths = Mutex<[String]>([])
        @Sendable func reply(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
            paths.withLock { $0.append(request.path) }
            if request.path.hasPrefix("/ws/2/") { return musicBrainz }
            guard request.path.contains("token=abc%2Bd") else { return .answer(401) }
            if request.path.hasPrefix("/database/search?") { return .answer(200, Array(search.utf8)) }
            return request.path.hasPrefix("/releases/1234?") ? .answer(200, Array(Self.release.utf8)) : .answer(404)
        }
        try await LoopbackServer.run({ reply($0) }) { server in
            let fixture = try LibraryFixture(time: SkippingTime())
            let addresses: [OnlineService: String] = [.coverArtArchive: "none", .musicBrainz: server.url("/"), .discogs: server.url("/")]
            var settings = NetworkSettings(fetchesCovers: true, addresses: addresses, allowsLocalNetwork: true)
            settings[tokenOf: .discogs] = token
            fixture.library.coverServices = CoverServices(settings)
            do { try await body(fixture) } catch { Issue.record(error) }
            let asked = paths.withLock { $0.filter { !$0.hasPrefix("/ws/2/") } }
            #expect(token != nil || asked.isEmpty, "without a token, nothing is asked")
            await fixture.library.shutdown()
        }
    }

    @Test func `finds a release by its barcode, which comes with its tracks, its number and its cover's address`() async throws {
        try await run { fixture in
            let found = try await fixture.library.releases(matching: "5012345678900")
            let release = try #require(found.first)
            #expect(found.count == 1 && release.id == "r1234" && release.isIn("lp") && !release.isIn("cd"))
            #expect(release.album.title == "Uncharted Streets" && release.album.artist == "The Brass Cartographers")
            #expect(release.album.coverURL == nil)
            let added = try await fixture.library.add(release)
            let album = try #require(try fixture.library.completeAlbum(added.album.id))
            #expect(added.isNew && album.source == .record && album.year == 1964 && album.genre == "Jazz")
            #expect(album.tracks.map(\.title) == ["Compass Needle Strut", "Ink"] && album.tracks.map(\.number) == [1, 2])
            #expect(album.tracks.map(\.seconds) == [185, nil] && album.tracks.map(\.artist) == [nil, "Ada & Ben"])
            #expect(album.coverURL == "https://i.example.org/1.jpg")
            let expected = ReleaseRecord(
                discogsID: 1234, labels: ["Kestrel"], catalogueNumber: "KST 1001", format: "Vinyl, LP, Album, Mono", country: "UK",
                barcode: "5012345678900")
            #expect(album.release == expected)
            #expect(try await fixture.library.add(release).isNew == false)
            // A table of Discogs has the same album.
            let folder = try TemporaryFolder()
            let table = try folder.write(
                "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added\n"
                    + "KST 1001,The Brass Cartographers,Uncharted Streets,Kestrel,LP,,1964,1234,Shelf,2020-01-01 00:00:00\n", to: "list.csv"
            )
            try await fixture.library.importAlbums(at: [table])
            #expect(try fixture.albums().count == 1)
        }
    }

    @Test func `is asked beside MusicBrainz, whose releases come first, by words and by its own number`() async throws {
        let other = #"{"id": "0b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10", "title": "Other", "artist-credit": [{"name": "A"}]}"#
        try await run(musicBrainz: .answer(200, Array("{\"releases\": [\(other)]}".utf8))) { fixture in
            let found = try await fixture.library.releases(matching: "uncharted")
            #expect(found.map(\.album.title) == ["Other", "Uncharted Streets"])
        }
        try await run { fixture in
            for text in ["r1234", "https://www.discogs.com/release/1234-Uncharted-Streets"] {
                let found = try await fixture.library.releases(matching: text)
                #expect(found.map(\.id) == ["r1234"] && found.first?.album.tracks.count == 2)
            }
            #expect(try await fixture.library.releases(matching: "r99").isEmpty)
        }
    }

    @Test func `a service that fails costs nothing where the other one finds something; else it is said, without the token`() async throws {
        try await run(musicBrainz: .answer(500)) { fixture in
            let found = try await fixture.library.releases(matching: "uncharted")
            #expect(found.map(\.id) == ["r1234"])
        }
        try await run(token: "wrong") { fixture in
            await #expect(throws: AddingError.tokenRefused) { try await fixture.library.releases(matching: "uncharted") }
        }
        try await run(search: "<html>") { fixture in
            let error = await #expect(throws: HTTPClientError.self) { try await fixture.library.releases(matching: "uncharted") }
            #expect(error.map { !$0.description.contains("abc") && $0.description.contains("Discogs") } == true)
        }
        try await run(token: nil) { fixture in
            let found = try await fixture.library.releases(matching: "uncharted")
            #expect(found.isEmpty)
        }
    }

    @Test(
        arguments: [
            "{}", "[]", #"{"results": 5}"#,
            #"{"results": [5, null, {"id": 0, "title": "A - B"}, {"id": 1, "title": "no artist"}, {"id": 2}]}"#,
        ])
    func `strange answers give no release`(_ answer: String) {
        let found = DiscogsRelease.found(in: Array(answer.utf8)) ?? []
        #expect(found.isEmpty)
    }

    @Test func `positions tell discs only where all of them do`() throws {
        func discs(_ positions: [String]) throws -> [Int?] {
            let tracks = positions.map { #"{"title": "T", "position": "\#($0)"}"# }.joined(separator: ",")
            let value = try #require(
                JSONValue(#"{"id": 5, "title": "T", "artists": [{"name": "A"}], "tracklist": [\#(tracks)]}"#))
            return try #require(DiscogsRelease(value)).album.tracks.map(\.disc)
        }
        #expect(try discs(["1-1", "1-2", "CD2-1"]) == [1, 1, 2])
        for positions in [["1-1", "B2"], ["A1", "B1"], ["0-1"]] {
            let found = try discs(positions)
            #expect(found.compactMap(\.self).isEmpty && found.count == positions.count)
        }
    }
}
