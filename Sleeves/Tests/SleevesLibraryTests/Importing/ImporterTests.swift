import SleevesLibrary
import Testing

@Suite struct ImporterTests {
    private func mp3(album: String) -> [UInt8] {
        var mp3 = SyntheticMP3()
        mp3.text("TPE1", "A")
        mp3.text("TALB", album)
        return mp3.bytes
    }

    @Test func `folders, audio files and lists are imported together`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(mp3(album: "Folder"), to: "music/1.mp3")
        try folder.write(mp3(album: "Folder"), to: "single/1.mp3")
        try folder.write(mp3(album: "Left out"), to: "single/2.mp3")
        try folder.write(#"[{"title": "List", "artist": "A"}, {}]"#, to: "list.JSON")
        try folder.write(#"{"title": "Lines", "artist": "A"}"#, to: "lines.jsonl")
        try folder.write("Artist,Title\nA,Row\n", to: "collection.CSV")
        let paths = ["music", "single/1.mp3", "list.JSON", "lines.jsonl", "collection.CSV"].map { folder.path + "/" + $0 }
        let result = try await Importer(paths: paths).read()
        #expect(result.albums.map(\.title) == ["List", "Lines", "Row", "Folder"])
        #expect(result.albums.map(\.tracks.count) == [0, 0, 0, 2])
        #expect(result.filesRead == 5)
        #expect(result.problems.count == 2)
    }

    @Test func `an album of two lists is taken once`() async throws {
        let folder = try TemporaryFolder()
        let one = try folder.write(#"[{"title": "List", "artist": "A"}]"#, to: "1.json")
        let two = try folder.write(#"[{"title": "LIST", "artist": "a"}, {"title": "Other", "artist": "a"}]"#, to: "2.json")
        #expect(try await Importer(paths: [one, two]).read().albums.map(\.title) == ["List", "Other"])
    }

    @Test func `a path that is not there is refused before anything is read`() async throws {
        let folder = try TemporaryFolder()
        let error = try await #require(throws: ImportError.self) { try await Importer(paths: [folder.path, "/nowhere"]).read() }
        #expect(error == ImportError(kind: .noInput, path: "/nowhere", reason: "cannot be imported: it is not there. Check the path."))
    }

    @Test(arguments: ["notes.txt", "cover.jpg", "noextension"])
    func `a file of another kind is refused`(name: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("text", to: name)
        let error = try await #require(throws: ImportError.self) { try await Importer(paths: [path]).read() }
        #expect(error.kind == .badData)
        #expect(error.path == path)
    }

    @Test func `no paths give nothing`() async throws {
        #expect(try await Importer(paths: []).read() == ImportResult())
    }
}
