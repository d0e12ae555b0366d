import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Covers that a person chooses")
struct CoverOriginTests {
    private let fixture: LibraryFixture
    private let album: Album

    init() throws {
        fixture = try LibraryFixture()
        let id = AlbumID(digesting: ["one"])
        album = try #require(try fixture.fill([CompleteAlbum(AlbumRecord(id: id, title: "One", artist: "Somebody", source: .json))]).first)
    }

    @Test("A picture from a file is the album's cover, and can be undone")
    func file() async throws {
        let path = "\(fixture.folder.path)/picture"
        try Data(SamplePictures.baselineJPEG).write(to: URL(filePath: path))
        let change = try await fixture.library.setCover(from: .file(path: path), of: album.id)
        #expect(change?.kind == .cover)
        #expect(try fixture.persistency.album(album.id)?.chosenCover == CoverDigest(of: SamplePictures.baselineJPEG))
        try await fixture.library.history.undo()
        #expect(try fixture.persistency.album(album.id)?.chosenCover == nil)
    }

    @Test("A file that is not there, or is too large, is refused, with its path")
    func refused() async throws {
        let path = "\(fixture.folder.path)/picture"
        let missing = await #expect(throws: LocalCoverError.self) {
            try await fixture.library.setCover(from: .file(path: path), of: album.id)
        }
        #expect(missing?.path == path)
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let limit = fixture.persistency.covers.decoder.byteLimit
        try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: UInt64(limit) + 1)
        await #expect(throws: LocalCoverError.self) { try await fixture.library.setCover(from: .file(path: path), of: album.id) }
        #expect(fixture.library.history.undoName == nil)
    }

    @Test(
        "An invalid address is refused without a request",
        arguments: ["", "cover.jpg", "file:///etc/passwd", "ftp://example.org/a.png"]
    )
    func noAddress(_ address: String) async throws {
        await #expect(throws: HTTPClientError.self) { try await fixture.library.setCover(from: .address(address), of: album.id) }
        #expect(fixture.library.history.undoName == nil)
    }
}
