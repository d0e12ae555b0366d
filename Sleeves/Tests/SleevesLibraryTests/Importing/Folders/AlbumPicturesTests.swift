import Foundation
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesStore

/// All pictures beside an album's files, which its page shows.
@Suite("Pictures of an album", .timeLimit(.minutes(10)))
struct AlbumPicturesTests {
    private let music: MusicFolder
    private let fixture: LibraryFixture

    init() throws {
        music = try MusicFolder()
        fixture = try LibraryFixture()
    }

    private func picture(_ name: String, red: UInt8 = 200) throws {
        try music.folder.write(try CoverDecoder().encodePNG(SamplePictures.plain(width: 300, height: 300, red: red)), to: name)
    }

    /// The pictures of an album: their places below the music, and their kinds.
    private func pictures(of title: String) async throws -> [String] {
        try await fixture.library.importAlbums(at: [music.path])
        let album = try #require(try fixture.persistency.albums(sort: .title).first { $0.title == title })
        return await fixture.library.pictures(of: album.id).map { picture in
            guard case .file(let path) = picture.place else { return "kept: \(picture.kind)" }
            return "\(path.dropFirst(music.path.count + 1)): \(picture.kind)"
        }
    }

    @Test(arguments: [
        ("Front", AlbumPicture.Kind.front), ("cover", .front), ("AlbumArt_{1-2}_Large", .front), ("Back Cover", .back), ("back2", .back),
        ("One (back)", .back), ("inlay", .back), ("Booklet 01", .booklet), ("booklet-12", .booklet), ("Cover inside", .booklet),
        ("CD1", .medium),
        ("disc", .medium), ("Label Side A", .medium), ("IMG_0001", .other), ("", .other), ("background", .other),
    ])
    func `a name says what a picture shows`(name: String, kind: AlbumPicture.Kind) {
        #expect(AlbumPictures.kind(ofPictureNamed: name) == kind)
    }

    @Test func `the words of the album's title say nothing, unless it is one word`() {
        func kind(_ name: String, _ title: String) -> AlbumPicture.Kind { AlbumPictures.kind(ofPictureNamed: name, ofAlbum: title) }
        #expect(kind("Back in Black", "back in black") == .other && kind("AC - Back in Black (back)", "back in black") == .back)
        #expect(kind("Inside Out", "inside out") == .other && kind("cover", "cover") == .front)
    }

    @Test func `the fronts come first, then what else there is, by number; folders of pictures belong to the album`() async throws {
        try music.addAlbum("One", tracks: 2)
        for name in ["One/cover.png", "One/back.png", "One/Booklet 10.png", "One/Booklet 9.png", "One/Scans/CD.png", "One/Other/x.png"] {
            try picture(name)
        }
        try music.folder.write("text", to: "One/notes.txt")
        #expect(
            try await pictures(of: "One") == [
                "One/cover.png: front", "One/back.png: back", "One/Booklet 9.png: booklet", "One/Booklet 10.png: booklet",
                "One/Scans/CD.png: medium",
            ])
    }

    @Test func `in a folder of several albums, only pictures with the title belong to an album`() async throws {
        for (number, title) in ["One", "Two", "One more"].enumerated() {
            let tags = [("ARTIST", "The Band"), ("ALBUM", title), ("TITLE", "A"), ("TRACKNUMBER", "1")]
            try music.folder.write(SyntheticAudio.flac(tags), to: "all/\(number).flac")
        }
        for name in ["all/cover.png", "all/Two (back).png", "all/two.png"] { try picture(name) }
        #expect(try await pictures(of: "Two") == ["all/Two (back).png: back", "all/two.png: other"])
        #expect(try await pictures(of: "One") == [])
    }

    @Test func `the folder above those of discs belongs to the album, unless it has others`() async throws {
        for disc in 1...2 {
            let tags = [("ARTIST", "The Band"), ("ALBUM", "Box"), ("TITLE", "A"), ("TRACKNUMBER", "1"), ("DISCNUMBER", "\(disc)")]
            try music.folder.write(SyntheticAudio.flac(tags), to: "Box/CD\(disc)/1.flac")
        }
        for name in ["Box/back.png", "Box/CD2/label.png"] { try picture(name) }
        #expect(try await pictures(of: "Box") == ["Box/back.png: back", "Box/CD2/label.png: medium"])
        let tags = [("ARTIST", "The Band"), ("ALBUM", "Other"), ("TITLE", "A"), ("TRACKNUMBER", "1")]
        try music.folder.write(SyntheticAudio.flac(tags), to: "Box/Other/1.flac")
        #expect(try await pictures(of: "Box") == ["Box/CD2/label.png: medium"])
    }

    @Test func `a folder above that isn't known has none`() async throws {
        let tags = [("ARTIST", "The Band"), ("ALBUM", "Box"), ("TITLE", "A"), ("TRACKNUMBER", "1")]
        try music.folder.write(SyntheticAudio.flac(tags), to: "Downloads/CD1/1.flac")
        try picture("Downloads/holiday.png")
        try await fixture.library.importAlbums(at: ["\(music.path)/Downloads/CD1"])
        let album = try #require(try fixture.persistency.albums(sort: .title).first)
        #expect(await fixture.library.pictures(of: album.id) == [])
    }

    @Test func `one can be read in any size, and made the cover; one that is broken, or gone, is nothing`() async throws {
        try music.addAlbum("One", tracks: 1)
        try picture("One/cover.png")
        try picture("One/back.png", red: 20)
        try music.folder.write("no picture", to: "One/booklet.png")
        _ = try await pictures(of: "One")
        let album = try #require(try fixture.persistency.albums(sort: .title).first)
        let found = await fixture.library.pictures(of: album.id)
        #expect(found.map(\.kind) == [.front, .back, .booklet])
        let back = try #require(await fixture.library.image(of: found[1], size: .large))
        #expect(back.width == 300 && back.pixels[0] < 60)
        #expect(await fixture.library.image(of: found[1], size: .standard)?.width == 200)
        #expect(await fixture.library.image(of: found[2], size: .standard) == nil)
        #expect(await fixture.library.image(of: AlbumPicture(.file(path: "\(music.path)/gone.png"), kind: .other), size: .standard) == nil)
        try await fixture.library.setCover(to: found[1], of: album.id)
        #expect(try fixture.persistency.album(album.id)?.chosenCover != nil)
        try await fixture.library.history.undo()
        #expect(try fixture.persistency.album(album.id)?.chosenCover == nil)
        try FileManager.default.removeItem(atPath: "\(music.path)/One")
        #expect(await fixture.library.pictures(of: album.id) == [])
    }

    @Test func `an album without files has none`() async throws {
        let record = SampleAlbums.record("Blue", by: "Ada")
        try fixture.persistency.save([record])
        #expect(await fixture.library.pictures(of: record.id) == [])
    }
}
