import SleevesLibrary
import Testing

@Suite struct JSONListImporterTests {
    private func read(_ json: String) throws -> ImportResult {
        let folder = try TemporaryFolder()
        return try JSONListImporter.read(fileAt: folder.write(json, to: "list.json"))
    }

    private func problem(_ entry: String) throws -> (albums: [CompleteAlbum], reasons: [String]) {
        let result = try read(#"[{"title": "First", "artist": "A"}, \#(entry), {"title": "Last", "artist": "Z"}]"#)
        #expect(result.albums.first?.title == "First")
        #expect(result.albums.last?.title == "Last")
        #expect(result.problems.allSatisfy { $0.path.hasSuffix("list.json") })
        return (Array(result.albums.dropFirst().dropLast()), result.problems.map(\.reason))
    }

    @Test func `a list gives its albums, in its order`() throws {
        let result = try read(
            #"""
            [
                {"title": " Debut ", "artist": "Björk", "genre": "Electronic", "year": 1993, "coverURL": "https://example.org/d.jpg"},
                {"title": "Post", "artist": "Bj\u00f6rk", "genre": null, "year": "1995"}
            ]
            """#)
        #expect(result.problems.isEmpty)
        #expect(result.filesRead == 1)
        #expect(result.albums.map(\.title) == ["Debut", "Post"])
        #expect(result.albums.map(\.artist) == ["Björk", "Björk"])
        #expect(result.albums.map(\.year) == [1993, 1995])
        #expect(result.albums.map(\.genre) == ["Electronic", nil])
        #expect(result.albums.map(\.coverURL) == ["https://example.org/d.jpg", nil])
        #expect(result.albums.map(\.source) == [.json, .json])
        #expect(result.albums.map(\.trackCount) == [nil, nil])
    }

    @Test func `an empty list gives no albums and no problems`() throws {
        let result = try read("[]")
        #expect(result.albums.isEmpty)
        #expect(result.problems.isEmpty)
    }

    @Test func `other keys are passed over and counted`() throws {
        let result = try read(#"[{"title": "T", "artist": "A", "id": 1, "tracks": [{"a": []}]}, {"title": "U", "artist": "A", "id": {}}]"#)
        #expect(result.albums.count == 2)
        #expect(result.problems.isEmpty)
        #expect(result.keysIgnored == 3)
    }

    @Test(arguments: [
        (#"{"artist": "B"}"#, "The value of “title” is missing."), (#"{"title": "B"}"#, "The value of “artist” is missing."),
        (#"{"title": "  ", "artist": "B"}"#, "The value of “title” is missing."),
        (#"{"title": null, "artist": "B"}"#, "The value of “title” is missing."),
        (#"{"title": 2.5, "artist": "B"}"#, "The value of “title” is not text."),
        (#"{"title": "B", "artist": [["B"]]}"#, "The value of “artist” is not text."),
        ("1", "The entry is not an object."), ("null", "The entry is not an object."), (#""text""#, "The entry is not an object."),
        (#"[{"title": "B", "artist": "B"}]"#, "The entry is not an object."), ("true", "The entry is not an object."),
    ])
    func `an entry that cannot be used is named by its position, and the rest is read`(entry: String, reason: String) throws {
        let (albums, reasons) = try problem(entry)
        #expect(albums.isEmpty)
        #expect(reasons.count == 1)
        #expect(reasons.first?.hasPrefix("Entry 2: " + reason) == true)
    }

    @Test(arguments: ["true", #""soon""#, "19.5", "-1993", "12345678901234567890", "[1993]", "1e300", #""MCMXCIII""#])
    func `a year that is none is named, and the album kept`(year: String) throws {
        let (albums, reasons) = try problem(#"{"title": "B", "artist": "B", "year": \#(year)}"#)
        #expect(albums.map(\.year) == [nil])
        #expect(reasons.count == 1)
    }

    @Test(arguments: [("1993.0", 1993), ("0", nil), (#""""#, nil), ("null", nil), (#"" 1993 ""#, 1993)] as [(String, Int?)])
    func `a year is a number or a text that holds one`(json: String, year: Int?) throws {
        let (albums, reasons) = try problem(#"{"title": "B", "artist": "B", "year": \#(json)}"#)
        #expect(albums.map(\.year) == [year])
        #expect(reasons.isEmpty)
    }

    @Test(arguments: [
        #""ftp://a/b""#, #""file:///etc/passwd""#, #""not an address""#, "7", #""https://""#, #""javascript:alert(1)""#, "{}",
    ])
    func `a cover address that is not one of the web is named, and the album kept`(address: String) throws {
        let (albums, reasons) = try problem(#"{"title": "B", "artist": "B", "coverURL": \#(address)}"#)
        #expect(albums.map(\.coverURL) == [nil])
        #expect(reasons.count == 1)
    }

    @Test func `a text that is too long is cut, and named`() throws {
        let long = String(repeating: "é", count: 5000)
        let (albums, reasons) = try problem(#"{"title": "x\#(long)", "artist": "B", "genre": "B"}"#)
        #expect(albums.map(\.title) == ["x" + String(repeating: "é", count: 2047)])
        #expect(reasons.count == 1)
    }

    @Test func `two entries for one album are one album, and the second is named`() throws {
        let result = try read(
            #"[{"title": "A", "artist": "B", "genre": "C"}, {"title": "a", "artist": "b"}, {"title": "A", "artist": "B", "year": 1999}]"#)
        #expect(result.albums.map(\.genre) == ["C", nil])
        #expect(result.problems.map(\.reason) == ["Entry 2: This is the same album as entry 1. It was left out."])
    }

    @Test(arguments: [
        ("", "This is not valid JSON."), ("Dear diary", "This is not valid JSON."), ("[{", "Line 1 is not valid JSON."),
        (#"[{"title": "A",}"#, "Line 1 is not valid JSON."),
        ("{}", "This JSON contains no list"), (#"{"records": []}"#, "This JSON contains no list"), ("7", "This JSON contains no list"),
        ("[1, x", "Line 1 is not valid JSON. The file ends before its list does."),
        ("null", "This JSON contains no list"), (#""text""#, "This JSON contains no list"),
    ])
    func `a file that holds no list is refused, with the reason`(json: String, reason: String) throws {
        let error = try #require(throws: ImportError.self) { try read(json) }
        #expect(error.kind == .badData)
        #expect(error.reason.hasPrefix(reason), "\(error)")
        #expect(error.path.hasSuffix("list.json"))
    }

    @Test func `a file above the limit is refused, and so is one that is not there`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("[         ]", to: "list.json")
        #expect(throws: ImportError.self) { try JSONListImporter.read(fileAt: path, sizeLimit: 10) }
        #expect(try JSONListImporter.read(fileAt: path, sizeLimit: 11).albums.isEmpty)
        let error = try #require(throws: ImportError.self) { try JSONListImporter.read(fileAt: folder.path + "/absent.json") }
        #expect(error.kind == .noInput)
    }
}
