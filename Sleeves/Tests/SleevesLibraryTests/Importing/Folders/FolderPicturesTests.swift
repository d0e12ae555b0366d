import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// The choice of the cover among the pictures beside an album's files.
@Suite("Pictures beside the files", .timeLimit(.minutes(10)))
struct FolderPicturesTests {
    private let music: MusicFolder
    private let library: ImportedFolders

    init() throws {
        music = try MusicFolder()
        library = try ImportedFolders()
        try music.addAlbum("One", tracks: 2)
    }

    private func picture(_ name: String, size: Int = 8) throws {
        try music.folder.write(try CoverDecoder().encodePNG(SamplePictures.plain(width: size, height: size)), to: name)
    }

    /// The cover of each album, by title.
    private func covers() async throws -> [String: String] {
        try await library.run([music.path])
        let pairs = try library.albums().compactMap { album in
            album.localCover.map { (album.title, String($0.path.dropFirst(music.path.count + 1))) }
        }
        return Dictionary(pairs) { $1 }
    }

    @Test(arguments: [
        "cover.png", "Folder.PNG", "front.png", "AlbumArt_{1-2}_Large.png", "AlbumArtSmall.png", "One.png", "The Band - One.png",
        "scan0001.png",
        "cover.jfif", "Cover.JPE", "folder.gif", "front.avif", "cover.bmp", "cover.tif", "folder.tiff", "cover.heic",
        "Artwork/front.png", "Scans/Front cover.png", "artwork/one.png", "Covers/001.png",
    ])
    func `a picture is found by its name, by its folder, or because it is the only one`(name: String) async throws {
        try picture("One/\(name)")
        #expect(try await covers() == ["One": "One/\(name)"])
    }

    @Test func `the largest of the fronts wins, in pixels`() async throws {
        try picture("One/cover.png", size: 20)
        try picture("One/folder.png", size: 60)
        try picture("One/AlbumArtSmall.png", size: 10)
        try picture("One/back.png", size: 200)
        #expect(try await covers() == ["One": "One/folder.png"])
    }

    @Test func `a picture named like a cover takes precedence`() async throws {
        for name in ["front.png", "One.png", "Scans/front.png", "x.png"] { try picture("One/" + name) }
        #expect(try await covers() == ["One": "One/front.png"])
    }

    @Test func `of several pictures with unrelated names, none is used`() async throws {
        for name in ["a.png", "b.png"] { try picture("One/" + name) }
        #expect(try await covers() == [:])
    }

    @Test func `albums in one folder get the pictures with their names, and no others`() async throws {
        for title in ["Debut", "Post"] { try music.add("flat/\(title).mp3", album: title) }
        try picture("flat/Debut.png")
        #expect(try await covers() == ["Debut": "flat/Debut.png"])
        try picture("flat/post.png")
        #expect(try await covers() == ["Debut": "flat/Debut.png", "Post": "flat/post.png"])
    }

    @Test func `importing step by step finds what importing once finds`() async throws {
        func expectSame(_ comment: Comment) async throws {
            let once = try ImportedFolders()
            try await library.run([music.path])
            try await once.run([music.path])
            #expect(try library.albums() == once.albums(), comment)
        }
        try picture("One/x.png")
        try await expectSame("the only picture")
        try music.add("One/other.mp3", album: "Two")
        try await expectSame("another album in the folder")
        try music.remove("One/other.mp3")
        try await expectSame("the album is alone again")
        try picture("One/y.png")
        try await expectSame("two pictures")
        try picture("One/Scans/front.png")
        try await expectSame("a folder of scans")
        try music.remove("One/y.png")
        try music.remove("One/x.png")
        try await expectSame("only scans")
        try picture("One/Scans/front.png", size: 30)
        try await expectSame("another scan")
        try music.remove("One/Scans")
        try await expectSame("none")
    }
}
