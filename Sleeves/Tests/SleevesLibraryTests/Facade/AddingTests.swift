import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Adding records", .timeLimit(.minutes(10)))
struct AddingTests {
    private static let release = FakeServices.Release(
        id: "0b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10", title: "Uncharted Streets", artist: "The Brass Cartographers", barcode: "5012345678900",
        number: "KST 1001", tracks: ["Compass Needle Strut", "Ink"], hasFront: true)
    private static let other = FakeServices.Release(
        id: "1b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a11", title: "Uncharted Streets", artist: "The Brass Cartographers", number: "KCD 1001",
        format: "CD", tracks: ["Compass Needle Strut"])

    /// Runs a test beside a server that is both services.
    private func run(_ services: FakeServices, _ body: (LibraryFixture, LoopbackServer) async throws -> Void) async throws {
        try await LoopbackServer.run({ services.reply(to: $0) }) { server in
            let fixture = try LibraryFixture(archive: server.url(""), musicBrainz: server.url("/"), time: SkippingTime())
            do { try await body(fixture, server) } catch { Issue.record(error) }
            await fixture.library.shutdown()
        }
    }

    @Test("A barcode finds the release, which comes with its tracks, its label and its cover, and goes with one undo")
    func barcode() async throws {
        let services = FakeServices(covers: ["release/\(Self.release.id)"], releases: [Self.release, Self.other])
        try await run(services) { fixture, _ in
            let found = try await fixture.library.releases(matching: "5 012345 678900")
            let release = try #require(found.first)
            #expect(found.count == 1 && release.id == Self.release.id && release.album.tracks.isEmpty && release.album.trackCount == 2)
            let added = try await fixture.library.add(release)
            #expect(added.isNew)
            let album = try #require(try fixture.library.completeAlbum(added.album.id))
            #expect(album.title == "Uncharted Streets" && album.artist == "The Brass Cartographers" && album.year == 1964)
            #expect(album.genre == "bop" && album.source == .record)
            #expect(album.tracks.map(\.title) == ["Compass Needle Strut", "Ink"] && album.tracks.map(\.seconds) == [180, 180])
            let expected = ReleaseRecord(
                labels: ["Kestrel"], catalogueNumber: "KST 1001", format: "12\" Vinyl", country: "GB", barcode: "5012345678900")
            #expect(album.release == expected)
            await fixture.library.seekCover(of: album.id)
            #expect(try fixture.persistency.album(album.id)?.cover.digest != nil)

            #expect(fixture.library.history.undoName == "Add “Uncharted Streets”")
            let undone = try #require(try await fixture.library.history.undo())
            #expect(undone.albums == [album.id] && undone.change.kind == .adding)
            #expect(try fixture.albums().isEmpty)
            let redone = try #require(try await fixture.library.history.redo())
            #expect(redone.albums == [album.id])
            #expect(try fixture.library.completeAlbum(album.id)?.tracks == album.tracks)
        }
    }

    @Test("A found release has the small front of the archive, if that has one, and if it may be asked")
    func pictures() async throws {
        let services = FakeServices(covers: ["release/\(Self.release.id)"], releases: [Self.release, Self.other])
        try await run(services) { fixture, _ in
            let found = try await fixture.library.releases(matching: "uncharted streets")
            let pictures = [await fixture.library.picture(of: found[0]), await fixture.library.picture(of: found[1])]
            #expect(pictures.map { $0 != nil } == [true, false])
            #expect(services.requests.contains("/release/\(Self.release.id)/front-250"))
            fixture.library.coverServices = CoverServices(NetworkSettings(fetchesCovers: false))
            #expect(await fixture.library.picture(of: found[0]) == nil)
        }
    }

    @Test("A record that is there already is said to be, and one that was removed comes back")
    func again() async throws {
        try await run(FakeServices(releases: [Self.release])) { fixture, _ in
            let release = try #require(try await fixture.library.releases(matching: "uncharted brass").first)
            let id = try await fixture.library.add(release).album.id
            let requests = fixture.library.history.undoName
            #expect(try await fixture.library.add(release).isNew == false)
            #expect(fixture.library.history.undoName == requests)
            try await fixture.library.remove([id])
            #expect(try await fixture.library.add(release).isNew)
            #expect(try fixture.albums().map(\.id) == [id])
            // Undone, it is as the user had it: removed.
            try await fixture.library.history.undo()
            try await fixture.library.history.undo()
            #expect(try fixture.albums().map(\.id) == [id])
        }
    }

    @Test("Words, a catalogue number, a format and an identifier tell pressings apart")
    func pressings() async throws {
        try await run(FakeServices(releases: [Self.release, Self.other])) { fixture, server in
            let found = try await fixture.library.releases(matching: "uncharted streets")
            #expect(found.map(\.id) == [Self.release.id, Self.other.id])
            #expect(found.map { $0.isIn("lp") } == [true, false] && found.map { $0.isIn("cd") } == [false, true])
            #expect(try await fixture.library.releases(matching: "KCD 1001").map(\.id) == [Self.other.id])
            #expect(try await fixture.library.releases(matching: server.url("/release/\(Self.other.id)")).map(\.id) == [Self.other.id])
            #expect(try await fixture.library.releases(matching: Self.other.id.replacing("1b1c", with: "2b1c")).isEmpty)
            for release in found { #expect(try await fixture.library.add(release).isNew) }
            #expect(try fixture.albums().count == 2)
        }
    }

    @Test("Where the single release can't be had, the record has what the search has told", arguments: [404, 503])
    func withoutTracks(_ status: Int) async throws {
        try await run(FakeServices(releases: [Self.release], statusOfReleases: status)) { fixture, _ in
            let release = try #require(try await fixture.library.releases(matching: "5012345678900").first)
            let added = try await fixture.library.add(release)
            let album = try #require(try fixture.library.completeAlbum(added.album.id))
            #expect(added.isNew && album.tracks.isEmpty && album.trackCount == 2 && album.release?.catalogueNumber == "KST 1001")
            #expect(album.coverURL == nil)
        }
    }

    @Test("Nothing is asked without permission or without the service, and the reason says what to do")
    func permission() async throws {
        let services = FakeServices(releases: [Self.release])
        try await run(services) { fixture, server in
            let address = server.url("/")
            for (settings, error) in [
                (NetworkSettings(fetchesCovers: nil, addresses: [.musicBrainz: address]), AddingError.notAllowed),
                (NetworkSettings(fetchesCovers: false, addresses: [.musicBrainz: address]), .notAllowed),
                (NetworkSettings(fetchesCovers: true, addresses: [.musicBrainz: NetworkSettings.off]), .noService),
            ] {
                fixture.library.coverServices = CoverServices(settings)
                await #expect(throws: error) { try await fixture.library.releases(matching: "5012345678900") }
            }
            #expect(services.requests.isEmpty)
        }
    }

    @Test("Answers that don't come from MusicBrainz are said to, and entries without a title or an artist left out")
    func strangers() async throws {
        let good = #"{"id": "\#(Self.release.id)", "title": "T", "artist-credit": [{"name": "A"}]}"#
        let answers: [(String, Int?)] = [
            ("<html>", nil), ("{}", nil), (#"{"releases": 5}"#, nil), ("", nil), (#"{"releases": []}"#, 0),
            (#"{"releases": [5, null, {"id": "x"}, {"id": "\#(Self.other.id)", "title": 5}, \#(good)]}"#, 1),
        ]
        for (answer, count) in answers {
            try await LoopbackServer.run({ _ in .answer(200, Array(answer.utf8)) }) { server in
                let fixture = try LibraryFixture(musicBrainz: server.url("/"), time: SkippingTime())
                let found = try? await fixture.library.releases(matching: "title")
                #expect(found?.count == count, "\(answer)")
                await fixture.library.shutdown()
            }
        }
    }

    @Test("By hand a title and an artist suffice, and pressings with different numbers are different records")
    func byHand() async throws {
        let fixture = try LibraryFixture()
        let plain = NewRecord(title: " Uncharted\nStreets ", artist: "The Brass Cartographers")
        let added = try await fixture.library.add(plain)
        #expect(added.isNew && added.album.title == "Uncharted Streets" && added.album.source == .record && added.album.added != nil)
        #expect(try await fixture.library.add(plain).isNew == false)
        var pressing = plain
        (pressing.year, pressing.format, pressing.label) = (1964, "LP", "Kestrel")
        (pressing.catalogueNumber, pressing.barcode, pressing.genre) = ("KST 1001", "5012345678900", "Jazz")
        let second = try await fixture.library.add(pressing)
        #expect(second.isNew && second.album.year == 1964 && second.album.genre == "Jazz")
        let release = ReleaseRecord(labels: ["Kestrel"], catalogueNumber: "KST 1001", format: "LP", barcode: "5012345678900")
        #expect(try fixture.library.completeAlbum(second.album.id)?.release == release)
        #expect(try fixture.library.albumList(search: "kst 1001").count == 1)
        for (title, artist) in [("", "A"), ("T", " \u{1} "), ("", "")] {
            await #expect(throws: AddingError.incomplete) { try await fixture.library.add(NewRecord(title: title, artist: artist)) }
        }
        #expect(try fixture.albums().count == 2)
        await fixture.library.shutdown()
    }

    @Test("A text of any length is kept on one line of at most four kilobytes")
    func longTexts() throws {
        for letter in ["a", "ö", "椎", "👩‍👩‍👧"] {
            let album = try #require(NewRecord(title: String(repeating: letter, count: 9_000), artist: "A").album)
            #expect((4_000...4_096).contains(album.title.utf8.count) && album.title.allSatisfy { String($0) == letter })
        }
    }
}
