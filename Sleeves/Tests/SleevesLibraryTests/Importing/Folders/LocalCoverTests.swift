import Foundation
import SleevesLibrary
import Testing

@Suite struct LocalCoverTests {
    @Test func `a picture file gives its bytes`() throws {
        let folder = try TemporaryFolder()
        let cover = LocalCover.file(path: try folder.write([1, 2, 3], to: "cover.jpg"))
        #expect(try cover.read(limit: 3) == [1, 2, 3])
    }

    @Test func `a picture inside an audio file gives its bytes`() throws {
        var mp3 = SyntheticMP3()
        mp3.picture([4, 5, 6], type: 3)
        let folder = try TemporaryFolder()
        let cover = LocalCover.embedded(path: try folder.write(mp3.bytes, to: "a.mp3"))
        #expect(try cover.read(limit: 3) == [4, 5, 6])
    }

    @Test func `a picture above the limit is refused`() throws {
        var mp3 = SyntheticMP3()
        mp3.picture([4, 5, 6], type: 3)
        let folder = try TemporaryFolder()
        let file = LocalCover.file(path: try folder.write([1, 2, 3], to: "cover.jpg"))
        let embedded = LocalCover.embedded(path: try folder.write(mp3.bytes, to: "a.mp3"))
        #expect(throws: LocalCoverError.self) { try file.read(limit: 2) }
        #expect(throws: LocalCoverError.self) { try embedded.read(limit: 2) }
    }

    @Test func `a picture that is gone is an error that names the path`() throws {
        let folder = try TemporaryFolder()
        let audio = try folder.write(SyntheticMP3().bytes, to: "a.mp3")
        let covers: [LocalCover] = [
            .file(path: folder.path + "/gone.jpg"), .embedded(path: folder.path + "/gone.mp3"), .embedded(path: audio),
            .file(path: folder.path), .file(path: try folder.write([], to: "empty.png")),
        ]
        for cover in covers {
            let error = try #require(throws: LocalCoverError.self) { try cover.read(limit: 1 << 20) }
            #expect(error.description.hasPrefix(folder.path))
        }
    }
}
