import Testing

@testable import SleevesImporting
@testable import SleevesLibrary

@Suite struct JSONEntryReaderTests {
    private func read(_ json: String) throws -> ImportResult {
        try JSONListImporter.read(Array(json.utf8), path: "list.json")
    }

    @Test(arguments: [
        "{\"title\": \"T\", \"artist\": \"A\"}\n{\"title\": \"U\", \"artist\": \"A\"}\n",
        "{\"title\": \"T\", \"artist\": \"A\"}\r\n\r\n{\"title\": \"U\", \"artist\": \"A\"}",
        "{\"title\": \"T\",\n \"artist\": \"A\"}\n{\"title\": \"U\", \"artist\": \"A\"}",
        "{\"title\":\"T\",\"artist\":\"A\"}{\"title\":\"U\",\"artist\":\"A\"}",
        "[{\"title\": \"T\", \"artist\": \"A\"}]\n[{\"title\": \"U\", \"artist\": \"A\"}]",
    ])
    func `a list may be one object a line`(json: String) throws {
        let result = try read(json)
        #expect(result.problems == [])
        #expect(result.albums.map(\.title) == ["T", "U"])
    }

    @Test(arguments: [
        "{\"title\": \"B", "{\"title\": \"B\"", "{\"title\" \"B\"}", "not json", "{]", "}", "]", ":", "{\"a\": [1, 2}", "\"text", "{{{",
    ])
    func `a broken line is named with its number, and the lines around it are read`(line: String) throws {
        let result = try read("{\"title\": \"T\", \"artist\": \"A\"}\n\(line)\n{\"title\": \"U\", \"artist\": \"A\"}\n")
        #expect(result.albums.map(\.title) == ["T", "U"])
        #expect(!result.problems.isEmpty)
        #expect(result.problems.first?.reason.hasPrefix("Entry 2: ") == true)
    }

    @Test(arguments: ["", "{", "{\"title", "{\"title\": \"U\", \"artist\": \"A\"}", "{\"title\": \"U\"]"])
    func `a list that is cut off or broken gives the albums before that place, and says so`(rest: String) throws {
        let result = try read("[{\"title\": \"T\", \"artist\": \"A\"},\n\(rest)")
        #expect(result.albums.first?.title == "T")
        #expect(result.problems.last?.reason.hasPrefix("Line 2 is not valid JSON.") == true)
    }

    @Test func `an entry in a list that is not JSON costs only itself`() throws {
        let result = try read(#"[{"title": "T", "artist": "A"}, {"title": nil}, {"title": "U", "artist": "A"}]"#)
        #expect(result.albums.map(\.title) == ["T", "U"])
        #expect(result.problems.map(\.reason) == ["Entry 2: Line 1 is not valid JSON. Correct it, or export the list again."])
    }

    @Test func `an entry that is too long costs only itself`() throws {
        let long = String(repeating: "x", count: JSONEntryReader.entryLimit)
        let result = try read(#"[{"title": "T", "artist": "A"}, {"title": "\#(long)"}, {"title": "U", "artist": "A"}]"#)
        #expect(result.albums.map(\.title) == ["T", "U"])
        #expect(result.problems.count == 1)
    }

    @Test func `brackets without end are refused, not followed`() throws {
        let error = try #require(throws: ImportError.self) { try read(String(repeating: "[", count: 100_000)) }
        #expect(error.kind == .badData)
        let lines = try read("{\"title\": \"T\", \"artist\": \"A\"}\n" + String(repeating: "{\n", count: 20_000))
        #expect(lines.albums.count == 1)
        #expect(lines.problems.count == ListNotes.limit + 1)
    }

    @Test(arguments: [
        (#""a""#, JSONValue.text("a")), (#""\u0041\n\"\\\/""#, .text("A\n\"\\/")), (#""\ud83c\udfb5""#, .text("🎵")),
        (#""\ud83c""#, .text("\u{FFFD}")),
        ("0", .integer(0)), ("-9223372036854775808", .integer(.min)), ("9223372036854775808", .number(0x1p63)), ("-1.5e2", .number(-150)),
        ("true", .boolean(true)), ("null", .null), ("[]", .list([])), (" { } ", .object([:])),
        (#"{"a": [1, {"b": false}]}"#, .object(["a": .list([.integer(1), .object(["b": .boolean(false)])])])),
        (#"{"a": 1, "a": 2}"#, .object(["a": .integer(2)])),
    ])
    func `values are read as the standard says`(json: String, value: JSONValue) {
        #expect(JSONParser.value(of: Array(json.utf8)) == value)
    }

    @Test(arguments: [
        "", "01", "1.", ".5", "1e", "+1", "tru", "nul", "[1,]", "{\"a\"}", "{a: 1}", "'a'", "\"\t\"", #""\x""#, #""\u12""#, "[1] 2", "NaN",
    ])
    func `values that the standard forbids are rejected`(json: String) {
        #expect(JSONParser.value(of: Array(json.utf8)) == nil)
    }

    @Test func `a letter that is not UTF-8 costs only itself`() throws {
        let value = JSONParser.value(of: Array("\"a".utf8) + [0xFF] + Array("\"".utf8))
        #expect(value == .text("a\u{FFFD}"))
    }
}
