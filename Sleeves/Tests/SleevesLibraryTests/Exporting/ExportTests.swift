import Foundation
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary

@Suite("Exporting")
struct ExportTests {
    private let fixture: LibraryFixture
    private var path: String { "\(fixture.folder.path)/export" }

    init() throws {
        fixture = try LibraryFixture()
    }

    /// Albums with everything that an export can carry.
    private static let records: [CompleteAlbum] = {
        var complete = SampleAlbums.complete
        complete.titleSortName = "Agaetis"
        complete.artistSortName = "Sigur, Rós"
        var first = CopyRecord(
            folder: "Shelf", added: Date(timeIntervalSince1970: 1_000_000_000), mediaCondition: "Mint (M)", sleeveCondition: "Good",
            rating: 5, notes: "signed, \"really\"")
        for field in SampleCopies.fields where first[field] == nil { first[field] = SampleCopies.value(of: field) }
        let copies = [first, CopyRecord(folder: "Attic", rating: 1)]
        let collected = CompleteAlbum(
            AlbumRecord(
                id: AlbumID(digesting: ["discogs", "7"]), title: "=cmd|' /C calc'!A0", artist: "+44", year: 2006, genre: "Rock",
                coverURL: "https://example.org/a.jpg", source: .discogs),
            release: ReleaseRecord(
                discogsID: 7, labels: ["One", "Two"], catalogueNumber: "-12 ABC", format: "2xLP, Album", country: "Japan",
                barcode: "5012345678900", originalYear: 1971, reissue: "2006-03", composers: ["Byron, Ada", "Cy Low"],
                conductors: ["Leo Sand"],
                discSubtitles: [1: "Early; Late", 2: "Films: a selection"], copies: copies))
        return [complete, collected, SampleAlbums.record("Plain", by: "'@Somebody"), SampleAlbums.record("夜行, \"列車\"", year: 1999)]
    }()

    private func fill() async throws {
        try fixture.persistency.save(Self.records, at: Date(timeIntervalSince1970: 1_700_000_000.25))
        try await fixture.library.edit(SampleAlbums.complete.id, AlbumEdits(title: "Mine", year: 2001))
        try await fixture.library.rate([SampleAlbums.complete.id], 4)
        try await fixture.library.setFavourite([Self.records[1].id], true)
        try await fixture.library.addCopy(to: SampleAlbums.complete.id, [.lentTo: "Ann", .lentSince: "2020"])
        let listed = try #require(try fixture.library.completeAlbum(Self.records[1].id)?.copies.last)
        try await fixture.library.editCopy(listed.id, of: Self.records[1].id, SampleCopies.values)
    }

    private func content(of fixture: LibraryFixture) throws -> [CompleteAlbum] {
        try LibraryContent(fixture.persistency).albums.values.map { archived in
            var archived = archived
            // What an export does not carry: places among files, and numbers of rows.
            archived.number = nil
            archived.album.folder = nil
            archived.album.localCover = nil
            for index in archived.tracks.indices { archived.tracks[index] = archived.tracks[index].withoutFile }
            // One line, as all texts of lists.
            for index in archived.tracks.indices { archived.tracks[index].artist = archived.tracks[index].artist?.cleaned() }
            return archived
        }.sorted { $0.id.rawValue < $1.id.rawValue }
    }

    @Test("JSON that is imported into another library gives the same albums: identifiers, dates, edits, copies and tracks")
    func json() async throws {
        try await fill()
        #expect(try fixture.library.export(to: path + ".json", as: .json) == 4)
        let other = try LibraryFixture()
        let report = try await other.library.importAlbums(at: [path + ".json"])
        #expect(report.problems == [] && report.keysIgnored == 0 && report.albums == SaveSummary(inserted: 4))
        #expect(try content(of: other) == content(of: fixture))
        #expect(try await other.library.importAlbums(at: [path + ".json"]).albums == SaveSummary(unchanged: 4))
    }

    @Test("JSON that is imported into its own library changes nothing, the paths of files included")
    func ownLibrary() async throws {
        try await fill()
        let before = try LibraryContent(fixture.persistency)
        try fixture.library.export(to: path + ".json", as: .json)
        #expect(try await fixture.library.importAlbums(at: [path + ".json"]).albums == SaveSummary(unchanged: 4))
        #expect(try LibraryContent(fixture.persistency) == before)
    }

    @Test("An export names no file of the person's, and no list can send an import to one")
    func noPaths() async throws {
        try await fill()
        try fixture.library.export(to: path + ".json", as: .json)
        #expect(!String(decoding: try fixture.folder.bytes(of: "export.json"), as: UTF8.self).contains("/music"))
        let hostile = #"""
            {"sleeves": 1, "id": "../../../etc/passwd", "title": "T", "artist": "A", "source": "folder", "folder": "/etc",
             "localCover": {"file": {"path": "/etc/passwd"}}, "tracks": [{"title": "1", "path": "/etc/passwd"}]}
            """#
        try fixture.folder.write(Array(hostile.replacing("\n", with: "").utf8), to: "hostile.json")
        let other = try LibraryFixture()
        try await other.library.importAlbums(at: [fixture.folder.path + "/hostile.json"])
        let album = try #require(try LibraryContent(other.persistency).albums.values.first)
        #expect(album.album.folder == nil && album.album.localCover == nil && album.tracks == [TrackRecord(title: "1")])
        #expect(album.id == AlbumID(digesting: ["json", "a", "t", ""]))
    }

    @Test("CSV that is imported into its own library adds no album and no copy, however often")
    func ownTable() async throws {
        try await fill()
        let wish = try #require(try await fixture.library.addCopy(to: Self.records[1].id, [.format: "CD", .wanted: CopyField.yes]))
        #expect(wish.title == Self.records[1].title)
        let albums = try fixture.persistency.albums().map(\.id)
        func copies() throws -> [[[CopyField: String]]] {
            try albums.map { id in
                try #require(try fixture.library.completeAlbum(id)).copies.map { copy in
                    Dictionary(
                        uniqueKeysWithValues: CopyField.edited.filter { $0 != .rating }.compactMap { field in
                            copy.record[field].map { (field, $0) }
                        })
                }
            }
        }
        let before = try copies()
        for _ in 0..<3 {
            try fixture.library.export(to: path + ".csv", as: .csv)
            let report = try await fixture.library.importAlbums(at: [path + ".csv"])
            #expect(report.problems == [] && report.albums.inserted == 0)
            #expect(try fixture.persistency.albums().map(\.id) == albums)
            #expect(try copies() == before)
        }
        // A copy that was added in a spreadsheet is a new one.
        let text = String(decoding: try fixture.folder.bytes(of: "export.csv"), as: UTF8.self)
        let header = text.prefix { $0 != "\r\n" }
        let names = header.split(separator: ",", omittingEmptySubsequences: false)
        let row = names.map { name in
            switch name {
            case "Artist": "Nobody"
            case "Title": "Plain"
            case "Place": "Attic"
            case "Sleeves ID": Self.records[2].id.rawValue
            default: ""
            }
        }
        try fixture.folder.write(Array("\(header)\r\n\(row.joined(separator: ","))\r\n".utf8), to: "other.csv")
        #expect(try await fixture.library.importAlbums(at: ["\(fixture.folder.path)/other.csv"]).albums.inserted == 1)
    }

    @Test("CSV has the columns of Discogs, a line a copy, and comes back with what they can hold")
    func csv() async throws {
        try await fill()
        #expect(try fixture.library.export(to: path + ".csv", as: .csv) == 4)
        let text = String(decoding: try fixture.folder.bytes(of: "export.csv"), as: UTF8.self)
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines[0].hasPrefix("Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,"))
        #expect(lines.count == 1 + 5 + 1 && lines.last == "")
        #expect(text.contains("2001-09-09 01:46:40"))
        let result = try CSVListImporter.read(fileAt: path + ".csv")
        #expect(result.problems == [] && result.keysIgnored == 0)
        var expected = Self.records
        expected[0].title = "Mine"
        expected[0].year = 2001
        #expect(Set(result.albums.map(\.title)) == Set(expected.map(\.title)))
        #expect(Set(result.albums.map(\.artist)) == Set(expected.map(\.artist)))
        var collected = Self.records[1]
        for (field, value) in SampleCopies.values { collected.release?.copies[1][field] = value }
        collected.exportedID = collected.id
        #expect(result.albums.first { $0.release?.discogsID == 7 } == collected)
        #expect(result.albums.first { $0.title == "Mine" }?.release?.copies.first?[.lentTo] == "Ann", "the user's own copy")
    }

    @Test(
        "No cell of the CSV is a formula, and each is read again as it was",
        arguments: ["=1+1", "+44", "-", "@a", "'=1", "''@", "'", "a=b", "", "'n Sync"])
    func formulas(text: String) {
        let cell = CSVField.encoded(text)
        #expect(!["=", "+", "-", "@"].contains(cell.first.map(String.init) ?? ""))
        #expect(CSVField.decoded(cell) == text)
    }

    /// To compare characters, Swift puts the marks of each in order, which takes minutes for as many as these.
    @Test("A field that is one letter with a million marks is read like any other")
    func marks() {
        let text = "a" + String(repeating: "\u{316}\u{315}", count: 500_000)
        #expect(CSVField.decoded(text).utf8.count == text.utf8.count)
    }

    @Test("The moment that an album came into the library is kept to the millisecond")
    func moments() async throws {
        for millisecond in 0..<250 {
            let date = Date(timeIntervalSince1970: 1_763_741_000 + Double(millisecond * 4 + 1) / 1000)
            try fixture.persistency.save([SampleAlbums.record("Album \(millisecond)")], at: date)
        }
        try fixture.library.export(to: path + ".json", as: .json)
        let other = try LibraryFixture()
        try await other.library.importAlbums(at: [path + ".json"])
        #expect(try content(of: other) == content(of: fixture))
    }

    @Test("An album of very many tracks goes out and comes in")
    func manyTracks() async throws {
        let record = try #require(SampleAlbums.many(1, tracksEach: 20_000).first)
        try fixture.persistency.save([record])
        try fixture.library.export(to: path + ".json", as: .json)
        let other = try LibraryFixture()
        #expect(try await other.library.importAlbums(at: [path + ".json"]).problems == [])
        #expect(try content(of: other) == content(of: fixture))
    }

    @Test("An empty library gives an empty but valid list")
    func empty() async throws {
        #expect(try fixture.library.export(to: path + ".json", as: .json) == 0)
        #expect(try JSONSerialization.jsonObject(with: Data(fixture.folder.bytes(of: "export.json"))) as? [String] == [])
        #expect(try await fixture.library.importAlbums(at: [path + ".json"]).albums == SaveSummary())
    }

    @Test("A file is replaced when the new one is whole, and nothing is left behind where that fails")
    func atomic() async throws {
        try await fill()
        try fixture.folder.write(Array("old".utf8), to: "export.json")
        try FileManager.default.createSymbolicLink(atPath: path + ".link.json", withDestinationPath: path + ".json")
        do {
            var file = try ExportFile(path: path + ".link.json")
            try file.write([UInt8](repeating: 0x20, count: 1 << 20))
            #expect(try fixture.folder.bytes(of: "export.json") == Array("old".utf8))
        }
        #expect(fixture.folder.files.filter { $0.contains("export") }.sorted() == ["export.json", "export.link.json"])
        #expect(try fixture.folder.bytes(of: "export.json") == Array("old".utf8))
        try fixture.library.export(to: path + ".link.json", as: .json)
        #expect(try fixture.folder.bytes(of: "export.json").first == UInt8(ascii: "["))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path + ".link.json") == path + ".json")
    }

    @Test("A file that is replaced keeps its mode, and one that can't be written stays")
    func modes() throws {
        try Data("old".utf8).write(to: URL(filePath: path))
        #expect(chmod(path, 0o600) == 0)
        try fixture.library.export(to: path, as: .json)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600 && status.st_size > 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).filter { $0.hasSuffix(".part") } == [])
    }

    @Test("A path that can't be written is reported with the reason")
    func notWritable() throws {
        let error = #expect(throws: ExportError.self) { try fixture.library.export(to: "/nowhere/a.json", as: .json) }
        #expect(error?.isCreating == true && error?.description.contains("/nowhere/a.json") == true)
        #expect(throws: ExportError.self) { try fixture.library.export(to: fixture.folder.path, as: .json) }
        #expect(throws: ExportError.self) { try fixture.library.export(to: "/dev/full", as: .json) }
    }

    @Test("JSON of the whole library has the wanted albums, which are wanted again where it is imported")
    func wanted() async throws {
        try await fill()
        let list = "\(fixture.folder.path)/wants.csv"
        let header = "RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership"
        try Data("\(header)\n2,,Elm,,,Sap &amp; Co,2003,0,w\n3,,Fir,,,Cone,,0,w\n".utf8).write(to: URL(filePath: list))
        try await fixture.library.importAlbums(at: [list])
        #expect(try fixture.library.export(to: path + ".json", as: .json) == 6)
        let other = try LibraryFixture()
        let report = try await other.library.importAlbums(at: [path + ".json"])
        #expect(report.problems == [] && report.keysIgnored == 0 && report.wanted == 2)
        #expect(try content(of: other) == content(of: fixture))
        let (before, after) = (try fixture.persistency.wishes(), try other.persistency.wishes())
        #expect(after.map(\.id) == before.map(\.id) && after.map(\.year) == before.map(\.year))
        for (one, two) in zip(before, after) { #expect(abs(try #require(one.added).timeIntervalSince(try #require(two.added))) < 0.001) }
        #expect(try other.persistency.wishes().map(\.title) == ["Sap & Co", "Cone"])
    }
}
