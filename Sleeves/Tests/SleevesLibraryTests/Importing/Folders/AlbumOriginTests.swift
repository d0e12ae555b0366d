import Testing

@testable import SleevesCovers
@testable import SleevesImporting
@testable import SleevesLibrary

@Suite("The reason why files are one album")
struct AlbumOriginTests {
    private typealias Rip = AlbumOrigin.Rip

    private func file(
        _ path: String, _ number: Int, disc: Int? = nil, album: String? = "Album", artist: String? = "A", release: String? = nil
    )
        -> TaggedFile
    {
        let tags = AudioTags(
            title: artist == nil ? nil : "Track \(disc ?? 1) \(number)", artist: artist, album: album, trackNumber: number,
            discNumber: disc,
            musicBrainzRelease: release)
        return TaggedFile(path: path, tags: tags)
    }

    private func origin(_ files: [TaggedFile]) throws -> AlbumOrigin {
        let origins = try GroupedLibrary.origins(of: files)
        try #require(origins.count == 1)
        return origins[0]
    }

    @Test func `is their title and artist, with the folder and the format`() throws {
        let found = try origin([file("/m/Album/1.mp3", 1), file("/m/Album/2.mp3", 2)])
        #expect(found == AlbumOrigin(rule: .named, rips: [Rip(folder: "/m/Album", format: "mp3", fileCount: 2, isCopy: false)]))
        #expect(found.text == "The files have the same title and artist.")
    }

    @Test func `names the copy that is played first, and the others as copies`() throws {
        let found = try origin(
            [
                file("/m/Album (MP3)/1.mp3", 1), file("/m/Album (MP3)/2.mp3", 2), file("/m/Lossless/1.flac", 1),
                file("/m/Lossless/2.flac", 2),
            ])
        #expect(
            found.rips == [
                Rip(folder: "/m/Lossless", format: "flac", fileCount: 2, isCopy: false),
                Rip(folder: "/m/Album (MP3)", format: "mp3", fileCount: 2, isCopy: true),
            ])
        #expect(found.rips.map(\.text) == ["FLAC, 2 files", "Copy: MP3, 2 files"])
        #expect(found.text == "The files have the same title and artist. Files with the same tracks are copies. The best copy is played.")
    }

    @Test func `has discs in folders of their own as parts, and those in folders of the album as one`() throws {
        let apart = try origin([file("/m/First/1.mp3", 1, disc: 1), file("/m/Second/1.mp3", 1, disc: 2)])
        #expect(apart.rips.map(\.folder) == ["/m/First", "/m/Second"] && !apart.rips.contains(where: \.isCopy))
        #expect(apart.text.hasSuffix("The files in different folders or formats are different tracks of it."))
        let below = try origin([file("/m/Album/CD1/1.mp3", 1), file("/m/Album/CD2/1.mp3", 1)])
        #expect(below.rips == [Rip(folder: "/m/Album", format: "mp3", fileCount: 2, isCopy: false)])
    }

    @Test func `is a release, a folder without a title, or the names of folders`() throws {
        let release = "5f1d0c52-7b0e-4d3e-9a41-000000000001"
        #expect(
            try origin([file("/m/a/1.mp3", 1, release: release), file("/m/b/2.mp3", 2, album: "Other", release: release)]).rule == .release)
        #expect(try origin([file("/1.mp3", 1, album: nil), file("/2.mp3", 2, album: nil)]).rule == .untitled)
        #expect(try origin([file("/m/a/1.mp3", 1, album: nil), file("/m/a/2.mp3", 2, album: nil)]).rule == .guessed)
        #expect(try origin([file("/m/Artist - Album (1999)/1.mp3", 1, album: nil, artist: nil)]).rule == .guessed)
    }
}
