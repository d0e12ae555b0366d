import SleevesLibrary
import Testing

@testable import SleevesUI

@Suite("The files of an album")
struct AlbumFilesTests {
    private func files(_ paths: String?...) -> AlbumFiles? {
        AlbumFiles(paths.map { TrackRecord(title: "Title", path: $0) })
    }

    @Test("Tracks without files give no value")
    func none() {
        #expect(files() == nil)
        #expect(files(nil, nil) == nil)
    }

    @Test(
        "The folder is the deepest one that contains all files",
        arguments: [
            (["/music/a/1.mp3"], "/music/a"),
            (["/music/a/1.mp3", "/music/a/2.mp3"], "/music/a"),
            (["/music/a/CD1/1.mp3", "/music/a/CD2/1.mp3"], "/music/a"),
            (["/music/a/1.mp3", "/music/a/CD2/1.mp3"], "/music/a"),
            (["/music/a/1.mp3", "/music/ab/1.mp3"], "/music"),
            (["/one/1.mp3", "/two/1.mp3"], "/"),
            (["/1.mp3"], "/"),
        ])
    func folder(_ paths: [String], _ folder: String) {
        let files = AlbumFiles(paths.map { TrackRecord(title: "Title", path: $0) })
        #expect(files?.folder == folder)
        #expect(files?.paths == paths)
    }

    @Test("A file with several tracks is named once")
    func divided() {
        #expect(files("/a/1.mp3", "/a/1.mp3", "/a/2.mp3")?.paths == ["/a/1.mp3", "/a/2.mp3"])
    }

    @Test("A track without a file is left out")
    func missing() {
        #expect(files("/a/1.mp3", nil, "/a/3.mp3")?.paths == ["/a/1.mp3", "/a/3.mp3"])
    }
}
