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
        #expect(try titles() == "C", "what was chosen isn't known yet")
        #expect(library.measureCovers())
        #expect(try titles() == "CE")
        #expect(!library.measureCovers(), "all are known")
        for _ in 0..<2 { try await library.history.undo() }
        #expect(try titles() == "AC")
        try await library.setCover(try picture(80, 80), of: ids[1])
        #expect(try titles() == "ABC", "the picture is known")
    }

    @Test func `of earlier versions are measured when they are asked for, as far as they can be read`() async throws {
        for (title, side) in [("A", 150), ("B", 250), ("C", 350), ("D", 249), ("E", 251)] { try add(title, side, side) }
        try await library.importAlbums(at: [music.path])
        let listed = SampleAlbums.record("F")
        try fixture.persistency.save([listed, SampleAlbums.record("G")])
        for (title, side) in [("F", 260), ("G", 1_300)] {
            let kept = try fixture.persistency.covers.keep(try picture(side, side))
            _ = try fixture.persistency.noteCoverFound(kept.digest, for: SampleAlbums.record(title).id)
        }
        try fixture.persistency.write { database in
            try database.execute(sql: "DROP TABLE coverSize; DELETE FROM grdb_migrations WHERE identifier = 'sizes of covers'")
        }
        // One picture is another one now, and one is gone.
        try music.folder.write(try picture(100, 100), to: "D/cover.png")
        try FileManager.default.removeItem(atPath: "\(music.path)/E")
        let earlier = try LibraryFixture(in: fixture.folder)
        #expect(try titles(in: earlier.library) == "")
        await earlier.library.prepareFinding()
        let found = try titles(in: earlier.library)
        #expect(found == "ABF")
        #expect(try await earlier.library.facets().smallCover == 3)
    }

    @Test func `are measured once, however often the search opens`() async throws {
        try add("A", 100, 100)
        try await library.importAlbums(at: [music.path])
        try fixture.persistency.write { try $0.execute(sql: "DELETE FROM coverSize") }
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { await library.prepareFinding() } }
        }
        #expect(try titles() == "A")
    }
}
