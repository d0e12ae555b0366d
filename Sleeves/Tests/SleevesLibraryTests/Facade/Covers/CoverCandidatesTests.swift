import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

/// Pictures that could be an album's cover, from the archive.
@Suite("Candidates for a cover", .timeLimit(.minutes(10)))
struct CoverCandidatesTests {
    private static func release(_ number: Int, _ pictures: [String], title: String = "Uncharted Streets") -> FakeServices.Release {
        FakeServices.Release(
            id: "\(number)b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10", title: title, artist: "The Brass Cartographers", number: "KST 100\(number)",
            pictures: pictures)
    }

    private static let releases = [
        release(1, ["Booklet", "Back", "Front", "Medium"]), release(2, ["Back", "Front"]), release(3, []), release(4, ["Back"]),
        release(5, ["Front"]), release(6, ["Front"]),
    ]

    /// Runs a test beside a server that is both services, with an album of the library.
    private func run(
        _ services: FakeServices, archive: String = "", _ body: (LibraryFixture, AlbumID, LoopbackServer) async throws -> Void
    ) async throws {
        try await LoopbackServer.run({ services.reply(to: $0) }) { server in
            let fixture = try LibraryFixture(
                archive: archive == "none" ? "none" : server.url(""), musicBrainz: server.url("/"), time: SkippingTime())
            let record = SampleAlbums.record("Uncharted Streets", by: "The Brass Cartographers")
            try fixture.persistency.save([record])
            do { try await body(fixture, record.id, server) } catch { Issue.record(error) }
            await fixture.library.shutdown()
        }
    }

    private func candidates(_ fixture: LibraryFixture, _ id: AlbumID) async throws -> [CoverCandidate] {
        var found: [CoverCandidate] = []
        for try await candidate in fixture.library.coverCandidates(for: id) { found.append(candidate) }
        return found
    }

    @Test
    func `are the fronts of the releases that MusicBrainz finds by the names, each with its size; one becomes the cover, and is undone`()
        async throws
    {
        let services = FakeServices(releases: Self.releases)
        try await run(services) { fixture, id, _ in
            let found = try await candidates(fixture, id)
            #expect(Set(found.map(\.release.id)) == Set([0, 1, 4, 5].map { Self.releases[$0].id }))
            #expect(found.allSatisfy { $0.kind == .front && $0.width > 0 && $0.height > 0 && $0.image.width <= 200 })
            #expect(services.requests.filter { $0.hasPrefix("/ws/") }.count == 1)
            // Nothing is asked for at the addresses in the answers.
            #expect(services.requests.allSatisfy { $0.hasPrefix("/ws/") || $0.hasPrefix("/release/") })
            try await fixture.library.setCover(from: found[0].origin, of: id)
            #expect(try fixture.persistency.album(id)?.chosenCover != nil)
            try await fixture.library.history.undo()
            #expect(try fixture.persistency.album(id)?.chosenCover == nil)
        }
    }

    @Test func `begin with all pictures of the release that the files name`() async throws {
        try await run(FakeServices(releases: Self.releases)) { fixture, _, _ in
            let folder = try TemporaryFolder()
            let tags = [
                ("ARTIST", "The Brass Cartographers"), ("ALBUM", "Uncharted Streets"), ("TITLE", "A"), ("TRACKNUMBER", "1"),
                ("MUSICBRAINZ_ALBUMID", Self.releases[0].id),
            ]
            try folder.write(SyntheticAudio.flac(tags), to: "music/1.flac")
            try await fixture.library.importAlbums(at: ["\(folder.path)/music"])
            let album = try #require(try fixture.persistency.albums(sort: .title).first { $0.source == .folder })
            let found = try await candidates(fixture, album.id)
            #expect(found.prefix(4).map(\.kind) == [.front, .back, .booklet, .medium])
            #expect(found.prefix(4).allSatisfy { $0.release.id == Self.releases[0].id })
            #expect(Set(found.dropFirst(4).map(\.release.id)) == Set([1, 4, 5].map { Self.releases[$0].id }))
        }
    }

    @Test func `are none without an answer, an allowance or a service, which is said, and none of an album that isn't there`() async throws
    {
        try await run(FakeServices(releases: Self.releases), archive: "none") { fixture, id, _ in
            await #expect(throws: CoverCandidateError.noService) { try await candidates(fixture, id) }
            fixture.library.coverServices = CoverServices(NetworkSettings())
            await #expect(throws: CoverCandidateError.notAllowed) { try await candidates(fixture, id) }
            let none = try await candidates(fixture, AlbumID(rawValue: "none"))
            #expect(none.isEmpty)
        }
        try await LoopbackServer.run({ _ in .answer(404) }) { server in
            let fixture = try LibraryFixture(archive: server.url(""), musicBrainz: server.url("/"), time: SkippingTime())
            let record = SampleAlbums.record("Uncharted Streets", by: "The Brass Cartographers")
            try fixture.persistency.save([record])
            await #expect(throws: HTTPClientError.self) { try await candidates(fixture, record.id) }
            await fixture.library.shutdown()
        }
    }

    @Test func `are reported as unknown, not as none, while the archive doesn't answer`() async throws {
        let services = FakeServices(releases: Self.releases)
        try await LoopbackServer.run({ $0.path.hasPrefix("/ws/") ? services.reply(to: $0) : .answer(403) }) { server in
            let fixture = try LibraryFixture(archive: server.url(""), musicBrainz: server.url("/"), time: SkippingTime())
            let record = SampleAlbums.record("Uncharted Streets", by: "The Brass Cartographers")
            try fixture.persistency.save([record])
            await #expect(throws: HTTPClientError.self) { try await candidates(fixture, record.id) }
            await fixture.library.shutdown()
        }
    }

    @Test func `skip what isn't a picture`() async throws {
        try await run(FakeServices(releases: Self.releases, picture: Array("no picture".utf8))) { fixture, id, _ in
            let found = try await candidates(fixture, id)
            #expect(found.isEmpty)
        }
    }

    @Test(arguments: [
        "", "[]", #"{"images": 5}"#, #"{"images": [{"id": -1}, {"id": "../../x"}, {"id": 1.5}, {}, 7, null]}"#,
        #"{"images": [{"id": 9e99}]}"#,
    ])
    func `a list of pictures that isn't one has none`(text: String) {
        #expect(ArchivedPicture.pictures(in: Array(text.utf8)).isEmpty)
    }

    @Test func `requests have only quoted names and checked identifiers`() throws {
        #expect(
            ReleaseQuery.names(title: #"A "B\"#, artist: "C:*").searchText == #"release:"A \"B\\" AND artist:"C:*""#)
        let id = try #require(MusicBrainzID("0B1CF6D4-6A2A-4A6F-9D0B-6E3E5C2F7A10"))
        #expect(ReleaseQuery.group(id).searchText == "rgid:0b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10")
    }
}
