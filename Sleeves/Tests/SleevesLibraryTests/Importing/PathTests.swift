import Testing

@testable import SleevesLibrary

@Suite("A path")
struct PathTests {
    @Test(
        arguments: [
            ("/music/a.mp3", "/music", "a.mp3"), ("/a", "/", "a"), ("a", ".", "a"), ("/music/", "/music", ""),
            // The mark would make one character of itself and the slash.
            ("/music/\u{301}a.mp3", "/music", "\u{301}a.mp3"), ("/müsic/é", "/müsic", "é"),
        ])
    func `is taken apart at its last slash, and put together again`(path: String, folder: String, name: String) {
        #expect(Path.folder(of: path) == folder)
        #expect(Path.name(of: path) == name)
        if folder != "." { #expect(Path.appending(name, to: folder) == path) }
    }

    @Test(
        arguments: [
            ("a.MP3", "a", "mp3"), ("a", "a", ""), (".hidden", ".hidden", ""), ("a.b.Flac", "a.b", "flac"), ("a.\u{301}x", "a", "\u{301}x"),
        ])
    func `has an ending in lower case`(name: String, stem: String, ending: String) {
        #expect(Path.split(name: name) == (stem, ending))
    }
}
