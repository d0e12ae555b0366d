import Testing

@testable import SleevesLibrary

@Suite struct PlaylistTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["music/one.mp3", "music/zwei ä.mp3", "three.flac"] { try folder.write("noise", to: name) }
        try folder.write("secret", to: "notes.txt")
    }

    private func read(_ bytes: some Sequence<UInt8>, _ name: String) throws -> (files: [String], problems: [String]) {
        let contents = try Playlist(path: folder.write(bytes, to: name)).contents()
        return (contents.files.map { String($0.dropFirst(folder.path.utf8.count + 1)) }, contents.problems.map(\.reason))
    }

    @Test func `M3U names files from its folder, from the root and as addresses, in UTF-8 and in Windows' letters`() throws {
        let text =
            "\u{FEFF}#EXTM3U\r\n#EXTINF:123,Artist - One\r\nmusic/one.mp3\r\n\r\nmusic\\zwei ä.mp3\r\n\(folder.path)/three.flac\r\n"
            + "file://\(folder.path)/music/one.mp3\nfile:///\(folder.path)/music/zwei%20%C3%A4.mp3"
        #expect(try read(text.utf8, "list.m3u8").files == ["music/one.mp3", "music/zwei ä.mp3", "three.flac", "/music/zwei ä.mp3"])
        #expect(try read("music/zwei ".utf8 + [0xE4] + ".mp3\n".utf8, "list.m3u").files == ["music/zwei ä.mp3"])
    }

    @Test func `PLS and XSPF name files`() throws {
        let pls = "[playlist]\nNumberOfEntries=2\nFile1=music/one.mp3\nTitle1=One\nLength1=3\nfile2=three.flac\nVersion=2\n"
        #expect(try read(pls.utf8, "list.pls").files == ["music/one.mp3", "three.flac"])
        let xspf = """
            <?xml version="1.0" encoding="UTF-8"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>Mix</title><location>http://example.org/me</location><trackList>
            <track><location>music/zwei%20%C3%A4.mp3</location><title>Zwei</title></track>
            <track><location>file://\(folder.path)/three.flac</location></track>
            <track><location>https://example.org/stream.mp3</location></track>
            </trackList></playlist>
            """
        let found = try read(xspf.utf8, "list.xspf")
        #expect(found.files == ["music/zwei ä.mp3", "three.flac"])
        #expect(found.problems == ["1 network address was left out. Sleeves imports only files."])
    }

    @Test func `only audio files that are there are taken, and the others are counted`() throws {
        let found = try read(
            "music/one.mp3\nnotes.txt\ngone/1.mp3\n/dev/zero\nhttp://example.org/1.mp3\nC:\\Music\\1.mp3\n".utf8, "list.m3u")
        #expect(found.files == ["music/one.mp3"])
        #expect(found.problems.count == 2)
        #expect(found.problems.last?.hasPrefix("4 audio files do not exist. The first is notes.txt.") == true)
    }

    @Test(arguments: ["", "#EXTM3U\n", "http://example.org/1\n", "gone.mp3\n", "\0\0\0", "[playlist]\nFile1=\n"])
    func `a playlist without files is refused, with the reason`(text: String) throws {
        let error = try #require(throws: ImportError.self) { try read(text.utf8, "list.m3u") }
        #expect(error.kind == .badData)
        #expect(!error.reason.isEmpty)
    }

    @Test func `an import of a playlist brings in the albums of its files`() async throws {
        var mp3 = SyntheticMP3()
        mp3.text("TPE1", "A")
        mp3.text("TALB", "Album")
        let fixture = try LibraryFixture()
        for number in 1...3 { try folder.write(mp3.bytes, to: "real/\(number).mp3") }
        let path = try folder.write("real/1.mp3\nreal/3.mp3\n", to: "mix.m3u")
        #expect(await fixture.library.canImport(path))
        let report = try await fixture.library.importAlbums(at: [path])
        #expect(report.albums == SaveSummary(inserted: 1) && report.problems == [] && report.listsRead == 1)
        #expect(try fixture.persistency.albums().map(\.trackCount) == [2])
    }

    @Test(arguments: [
        ("music/zwei%20%C3%A4.mp3", "list.m3u8"), ("music/zwei%20%c3%a4.mp3", "list.m3u"), ("music%2Fzwei%20%E4.mp3", "list.m3u"),
        ("music/zwei a\u{308}.mp3", "list.m3u8"), ("music/zwei%20a%CC%88.mp3", "list.m3u8"), ("Music\\Zwei%20Ä.MP3", "list.m3u"),
        ("music/zwei%2520%25C3%25A4.mp3", "list.m3u"), ("[playlist]\nFile1=music/zwei%20%C3%A4.mp3", "list.pls"),
        ("[playlist]\nFile1=music/zwei a\u{308}.mp3", "list.pls"), ("./music/./ZWEI ä.mp3", "list.m3u8"),
        ("<playlist><trackList><track><location>music/zwei%20a%CC%88.mp3</location></track></trackList></playlist>", "list.xspf"),
        ("<playlist><trackList><track><location>Music/zwei ä.mp3</location></track></trackList></playlist>", "list.xspf"),
    ])
    func `names with escapes, and in another form of Unicode or another case, find their files`(text: String, name: String) throws {
        let files = try read("\(text)\n".utf8, name).files
        #expect(files.map { Array($0.utf8) } == [Array("music/zwei ä.mp3".utf8)])
    }

    @Test func `names that a file has as they are come first, and of several alike none`() throws {
        for name in ["100%.mp3", "a%20b.mp3", "a b.mp3", "One.mp3", "ONE.mp3", "Disc: A/de\u{301}j\u{e0}.mp3"] {
            try folder.write("noise", to: name)
        }
        let found = try read("100%.mp3\na%20b.mp3\nONE.mp3\none.mp3\nDisc: A/déjà.mp3\nmusic/%00one.mp3\n".utf8, "list.m3u8")
        #expect(found.files == ["100%.mp3", "a%20b.mp3", "ONE.mp3", "Disc: A/déjà.mp3"])
        #expect(found.problems.count == 1)
    }
}
