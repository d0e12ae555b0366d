import Testing

@testable import SleevesImporting
@testable import SleevesLibrary

@Suite struct CSVReaderTests {
    private func rows(_ bytes: [UInt8], separator: Character = ",") throws -> [[String]] {
        var reader = CSVReader(ByteSource(bytes), separator: separator)
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row.fields) }
        return rows
    }

    private func rows(_ text: String, separator: Character = ",") throws -> [[String]] {
        try rows(Array(text.utf8), separator: separator)
    }

    @Test(arguments: [
        ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
        ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
        ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
        ("\n\n\r\na\n\n", [["a"]]),
        ("", []),
        (",\n", [["", ""]]),
        ("a,,\n", [["a", "", ""]]),
        (#""a,b",c"#, [["a,b", "c"]]),
        (#""7"", EP",x"#, [[#"7", EP"#, "x"]]),
        (#""""#, [[""]]),
        ("\"one\ntwo\",x\ny", [["one\ntwo", "x"], ["y"]]),
        (#"12" Mix,x"#, [[#"12" Mix"#, "x"]]),
        (#""Heroes" Live,x"#, [[#""Heroes" Live"#, "x"]]),
        (#"Say "Hi",x"#, [[#"Say "Hi""#, "x"]]),
    ])
    func `reads what the standard says, and a quotation mark elsewhere as itself`(text: String, expected: [[String]]) throws {
        #expect(try rows(text) == expected)
    }

    @Test func `a field that is never closed ends with its line, and the rows below are read`() throws {
        #expect(try rows("a,\"lost,x\nb,c\nd,\"e, f\"\n") == [["a", "\"lost", "x"], ["b", "c"], ["d", "e, f"]])
        #expect(try rows("a,\"lost\nb,c\n") == [["a", "\"lost"], ["b", "c"]])
        #expect(try rows("a,\"lost") == [["a", "\"lost"]])
    }

    @Test func `a row knows the line it begins on`() throws {
        var reader = CSVReader(ByteSource(Array("a\n\"b\nc\"\nd\n".utf8)))
        var lines: [Int] = []
        while let row = try reader.next() { lines.append(row.line) }
        #expect(lines == [1, 2, 4])
    }

    @Test func `bytes that are not UTF-8 are read as Windows-1252, and a damaged letter among good ones as damaged`() throws {
        #expect(try rows([UInt8(ascii: "B"), UInt8(ascii: "j"), 0xF6, UInt8(ascii: "r"), UInt8(ascii: "k"), 0x80]) == [["Björk€"]])
        #expect(try rows(Array("é".utf8) + [0xC3]) == [["é\u{FFFD}"]])
    }

    @Test func `a row that is too long is cut, and the next one is read`() throws {
        let long = String(repeating: "x", count: CSVReader.rowLimit + 10)
        let found = try rows("a,\(long)\nb\n")
        #expect(found.count == 2)
        #expect(found[0][1].utf8.count < CSVReader.rowLimit)
        #expect(found[1] == ["b"])
        #expect(try rows("a,\"\(long)\nb\n").last == ["b"])
    }

    @Test func `memory holds a piece of the file, not the file`() throws {
        let folder = try TemporaryFolder()
        let line = Array("title,artist\r\n".utf8)
        let path = try folder.write((0..<20_000).flatMap { _ in line }, to: "long.csv")
        var reader = CSVReader(try ListFile(path: path, sizeLimit: 1 << 20).open())
        var count = 0
        while let row = try reader.next() {
            count += 1
            #expect(row.fields == ["title", "artist"])
        }
        #expect(count == 20_000)
    }
}
