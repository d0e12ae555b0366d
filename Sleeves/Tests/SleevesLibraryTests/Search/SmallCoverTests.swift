import Foundation
import SQLite
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Small covers")
struct SmallCoverTests {
    private let music: MusicFolder
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }

    init() throws {
        music = try MusicFolder()
        fixture = try LibraryFixture()
    }

    private func picture(_ width: Int, _ height: Int) throws -> [UInt8] {
        try CoverDecoder().encodePNG(SamplePictures.plain(width: width, height: height, red: UInt8(width % 251)))
    }

    private func titles(in library: LibraryAPI? = nil) throws -> String {
        try (library ?? self.library).records(filter: AlbumFilter([.smallCover]), order: AlbumOrder(.title)).map(\.title).joined()
    }

    private func add(_ title: String, _ width: Int, _ height: Int) throws {
        try music.addAlbum(title, tracks: 1)
        try music.folder.write(try picture(width, height), to: "\(title)/cover.png")
    }

    @Test func `have fewer than 300 pixels in each direction, as they were taken and as the user chooses others`() async throws {
        for (title, width, height) in [("A", 299, 120), ("B", 300, 300), ("C", 299, 299), ("D", 120, 300), ("E", 900, 900)] {
            try add(title, width, height)
        }
        try music.addAlbum("F", tracks: 1)
        try await library.importAlbums(at: [music.path])
        #expect(try titles() == "AC")
        #expect(try await library.facets().smallCover == 2)
        #expect(try await library.facets(filter: AlbumFilter([.smallCover]))[.smallCover].map(\.facet) == [.smallCover])
        let ids = try fixture.persistency.albums(sort: .title).map(\.id)
        try await library.setCover(try picture(500, 500), of: ids[0])
        try await library.setCover(try picture(80, 80), of: ids[4])
        #expect(try titles() == "CE")
        for _ in 0..<2 { try await library.history.undo() }
        #expect(try titles() == "AC")
    }

    @Test func `are known as soon as they have been fetched`() async throws {
        let album = SampleAlbums.record("A")
        try fixture.persistency.save([album])
        let bytes = try picture(90, 90)
        let kept = try fixture.persistency.covers.keep(bytes)
        try fixture.persistency.noteCoverFound(kept.digest, longestSide: PictureHeader.longestSide(of: bytes), for: album.id)
        #expect(try titles() == "A")
    }

    @Test func `of earlier versions are measured when they are asked for, as far as they can be read`() async throws {
        for (title, side) in [("A", 150), ("B", 250), ("C", 350), ("D", 249), ("E", 251)] { try add(title, side, side) }
        try await library.importAlbums(at: [music.path])
        try fixture.persistency.save([SampleAlbums.record("F"), SampleAlbums.record("G")])
        for (title, side) in [("F", 260), ("G", 1_300)] {
            let kept = try fixture.persistency.covers.keep(try picture(side, side))
            try fixture.persistency.noteCoverFound(kept.digest, for: SampleAlbums.record(title).id)
        }
        try fixture.persistency.write { database in
            try database.execute(
                sql: "DROP TABLE coverSize; DROP INDEX albumCover; DELETE FROM grdb_migrations WHERE identifier = 'sizes of covers'")
        }
        // One picture is another one now, and one is gone.
        try music.folder.write(try picture(100, 100), to: "D/cover.png")
        try FileManager.default.removeItem(atPath: "\(music.path)/E")
        let earlier = try LibraryFixture(in: fixture.folder)
        #expect(try titles(in: earlier.library) == "")
        await earlier.library.prepareFinding()
        #expect(try titles(in: earlier.library) == "AF", "the user's files aren't opened before small covers are asked for")
        await earlier.library.measureCovers()
        #expect(try titles(in: earlier.library) == "ABF")
        #expect(try await earlier.library.facets().smallCover == 3)
    }

    @Test func `are measured by the hundred, beside damaged rows`() async throws {
        let albums = (0..<320).map { SampleAlbums.record("T\($0)") }
        try fixture.persistency.save(albums)
        let side = { (number: Int) in 20 + number % 7 }
        for (number, album) in albums.enumerated() {
            let kept = try fixture.persistency.covers.keep(try picture(side(number), 10 + number / 7))
            try fixture.persistency.noteCoverFound(kept.digest, for: album.id)
        }
        try fixture.persistency.write { database in
            try database.execute(sql: "UPDATE album SET coverDigest = 'damaged' || number WHERE number % 2 = 0")
        }
        await library.prepareFinding()
        #expect(try await library.facets().smallCover == 160)
    }
}
