import Foundation
import SQLite
import SleevesSharing
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Fields of the user's own")
struct OwnFieldTests {
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }
    private static let (amber, harbour) = (SampleAlbums.record("Amber"), SampleAlbums.record("Harbour"))
    private let signed = OwnField("Signed", kind: .mark)!
    private let weight = OwnField("Weight", kind: .number)!

    init() throws {
        fixture = try LibraryFixture()
        try fixture.persistency.save([Self.amber, Self.harbour], at: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private func copy(of id: AlbumID) throws -> CopyRecord { try #require(try library.completeAlbum(id)?.copies.first).record }

    private func fields() async throws -> [String] {
        try await library.ownFields().map { "\($0.field.name) \($0.field.kind.rawValue) \($0.albums)" }
    }

    @Test func `are added, have values of their kind, are searched, filtered and counted`() async throws {
        for field in [weight, signed] { try await library.setOwnField(field) }
        #expect(try await fields() == ["Signed mark 0", "Weight number 0"])
        try await library.addCopy(to: Self.amber.id, [.own(signed): "YES", .own(weight): "180,5"])
        try await library.addCopy(to: Self.harbour.id, [.own(signed): "perhaps", .own(weight): "heavy"])
        #expect(try copy(of: Self.amber.id).own == ["Signed": "yes", "Weight": "180.5"])
        #expect(try copy(of: Self.harbour.id).own == [:], "values of another kind are left out")
        let typed = try copy(of: Self.amber.id)
        #expect(typed.ownFields.map(\.kind) == [.mark, .number] && CopyField.own(signed).text(in: typed) == "Yes")
        #expect(try library.records(search: "180.5").map(\.id) == [Self.amber.id])
        let facet = AlbumFacet.own(field: "Signed", value: "yes")
        #expect(try library.records(filter: AlbumFilter([facet])).map(\.id) == [Self.amber.id])
        #expect(try library.records(filter: AlbumFilter([.own(field: "signed", value: "Yes")])).count == 1, "regardless of case")
        #expect(
            try library.records(filter: AlbumFilter([facet, .own(field: "Weight", value: "200")])) == [], "each field is a kind of its own")
        let counts = try await library.facets()
        #expect(counts.own == ["Signed": [.init(facet, count: 1)], "Weight": [.init(.own(field: "Weight", value: "180.5"), count: 1)]])
        #expect(counts[.own("Signed")].map(\.facet) == [facet])
        let shelf = Shelf("Signed", search: "", filter: AlbumFilter([facet]))
        #expect(try JSONDecoder().decode(Shelf.self, from: JSONEncoder().encode(shelf)) == shelf)
        #expect(try await library.commonCopyValues()[.own(weight)] == ["180.5"])
    }

    @Test func `may have long values, by whose beginning albums are filtered`() async throws {
        let (story, long) = (OwnField("Story")!, String(repeating: "word ", count: 700) + "end")
        try await library.addCopy(to: Self.amber.id, [.own(story): long])
        #expect(try copy(of: Self.amber.id).own["Story"] == long)
        let facet = try #require(try await library.facets().own["Story"]?.first?.facet)
        #expect("\(facet)".utf8.count < 200)
        for value in [facet, .own(field: "Story", value: long)] {
            #expect(try library.records(filter: AlbumFilter([value])).map(\.id) == [Self.amber.id])
        }
        #expect(try library.records(search: "end").map(\.id) == [Self.amber.id])
        #expect(try await fields() == ["Story text 1"])
    }

    @Test func `are renamed and removed with their values, and undo brings those back`() async throws {
        try await library.setOwnField(signed)
        try await library.addCopy(to: Self.amber.id, [.own(signed): "yes", .place: "Box"])
        try await library.addCopy(to: Self.harbour.id, [.own(signed): "yes"])
        let autographed = OwnField("Autographed", kind: .text)!
        #expect(try await library.replaceOwnField(signed, by: autographed)?.albumCount == 2)
        #expect(try copy(of: Self.amber.id).own == ["Autographed": "yes"] && copy(of: Self.amber.id)[.place] == "Box")
        #expect(try await fields() == ["Autographed text 2"])
        try await library.history.undo()
        #expect(try await fields() == ["Signed mark 2"])
        let copies = try #require(try library.completeAlbum(Self.amber.id)).copies
        try await library.editCopy(copies[0].id, of: Self.amber.id, [.own(signed): ""])
        try await library.editCopy(
            try #require(try library.completeAlbum(Self.harbour.id)).copies[0].id, of: Self.harbour.id, [.own(signed): ""])
        #expect(try await fields() == ["Signed mark 0"], "it is listed as before the renaming")
        for _ in 0..<2 { try await library.history.undo() }
        #expect(try await library.replaceOwnField(signed, by: autographed)?.albumCount == 2)
        #expect(try await library.removeOwnField(autographed)?.albumCount == 2)
        #expect(try copy(of: Self.harbour.id).own == [:])
        #expect(try await fields() == [])
        try await library.history.undo()
        #expect(try await fields() == ["Autographed text 2"])
        try await library.history.undo()
        #expect(try copy(of: Self.amber.id).own == ["Signed": "yes"])
        #expect(try await fields() == ["Signed mark 2"], "the field is back with its kind, and the other one has gone")
        try await library.history.redo()
        #expect(try await fields() == ["Autographed text 2"])
        try await library.history.undo()
        #expect(try await library.removeOwnField(OwnField("Weight")!) == nil)
    }

    @Test func `without values are added, changed and removed in steps of the history`() async throws {
        try await library.rate([Self.amber.id], 3)
        #expect(try await library.setOwnField(weight)?.name == "Change Field “Weight”")
        #expect(try await library.setOwnField(weight) == nil && library.history.undoName == "Change Field “Weight”")
        let heft = OwnField("Heft", kind: .number)!
        try await library.replaceOwnField(weight, by: heft)
        try await library.removeOwnField(heft)
        let states = [[], ["Heft number 0"], ["Weight number 0"], []]
        #expect(try await fields() == states[0])
        for state in states.dropFirst() {
            try await library.history.undo()
            #expect(try await fields() == state)
        }
        #expect(library.history.undoName == "Edit “\(Self.amber.title)”")
        for state in states.reversed().dropFirst() {
            try await library.history.redo()
            #expect(try await fields() == state)
        }
    }

    @Test func `that a list names are removed for good, and not by the next import of it`() async throws {
        let table = "Artist,Title,Collection Signed,Collection Notes,Collection Plant (7)\nAnn,Dawn,by Ann,a note,Köln\nBob,Dusk,,,\n"
        let path = "\(fixture.folder.path)/list.csv"
        try table.write(toFile: path, atomically: true, encoding: .utf8)
        let report = try await library.importAlbums(at: [path])
        #expect(report.problems == [] && report.ignoredKeys == [:], "no column is unknown")
        #expect(try await fields() == ["Plant (7) text 1", "Signed text 1"])
        let dawn = try #require(try library.records(search: "dawn").first).id
        #expect(try copy(of: dawn)[.notes] == "a note" && copy(of: dawn).own == ["Signed": "by Ann", "Plant (7)": "Köln"])
        try await library.setOwnField(signed)
        #expect(try copy(of: dawn).own["Signed"] == "by Ann", "a value that has another kind stays")
        try await library.removeOwnField(signed)
        _ = try await library.importAlbums(at: [path])
        let left = try copy(of: dawn).own
        #expect(left == ["Plant (7)": "Köln"])
    }

    @Test(
        arguments: [
            ("", "Enter a name."), (" \n ", "Enter a name."), (String(repeating: "x", count: 200), "too long"),
            ("rating", "Every copy has this field."), ("Lent to", "Every copy has this field."), ("Folder", "Every copy has this field."),
            ("Media Condition", "Every copy has this field."), (" weight ", "You have this field already."), ("Weights", nil),
        ] as [(String, String?)])
    func `have names that no other value has`(name: String, problem: String?) {
        let found = OwnField.problem(withName: name, among: [weight])
        #expect(problem.map { found?.contains($0) == true } ?? (found == nil), "\(found ?? "")")
    }

    @Test(arguments: ["Ed. 1: x", "a:b", "own:x", "Größe", "重さ", "a.b", String(repeating: "ä", count: 60)])
    func `have one key, in which any name fits`(name: String) throws {
        let field = try #require(OwnField(name))
        #expect(OwnField(key: field.key)?.name == name && CopyField.named(field.key)?.own == field)
        for id in ["u1", "d12.2", "n"] {
            let shared = CopyEdits.sharedName(CopyID(rawValue: id), field.key)
            let value = try #require(CopyEdits.value(named: shared))
            #expect(value.copy.rawValue == id && value.name == field.key)
        }
        #expect(OwnField(key: "own: \(name)") == nil && OwnField(key: "place") == nil)
    }

    @Test func `whose names differ only in case are two, and neither takes the other's values`() async throws {
        let lower = OwnField("signed")!
        try await library.addCopy(to: Self.amber.id, [.own(signed): "yes", .own(lower): "in ink"])
        try await library.addCopy(to: Self.harbour.id, [.own(lower): "in pencil"])
        #expect(
            OwnField.named("signed", in: [signed, lower])?.name == "signed" && OwnField.named("SIGNED", in: [signed, lower]) == signed)
        try await library.replaceOwnField(lower, by: signed)
        #expect(try copy(of: Self.amber.id).own == ["Signed": "yes", "signed": "in ink"])
        #expect(try copy(of: Self.harbour.id).own == ["Signed": "in pencil"])
        try await library.removeOwnField(lower)
        #expect(try copy(of: Self.amber.id).own == ["Signed": "yes"])
        try await library.history.undo()
        let counts = try await library.facets().own.mapValues { $0.map(\.count) }
        #expect(counts == ["Signed": [1, 1], "signed": [1]])
        #expect(try library.records(filter: AlbumFilter([.own(field: "signed", value: "In Ink")])).map(\.id) == [Self.amber.id])
        #expect(try library.records(filter: AlbumFilter([.own(field: "SIGNED", value: "in ink")])).map(\.id) == [Self.amber.id])
    }

    @Test func `are not seen in the names of folders, however odd`() async throws {
        var odd = SampleAlbums.record("Odd")
        odd.album.folder = "/music/\r\no\u{1F}b\r"
        try fixture.persistency.save([odd])
        try await library.addCopy(to: odd.id, [.own(signed): "yes"])
        #expect(try await fields() == ["Signed text 1"])
    }

    @Test func `of a list that has been made to hold up a library cost little`() async throws {
        let columns = (0..<5_000).map { "Collection f\($0)" }
        let path = "\(fixture.folder.path)/wide.csv"
        let row = (["Ann", "Dawn"] + columns.map { "v\($0.count)" }).joined(separator: ",")
        try ((["Artist", "Title"] + columns).joined(separator: ",") + "\n" + row + "\n").write(
            toFile: path, atomically: true, encoding: .utf8)
        let report = try await library.importAlbums(at: [path])
        #expect(report.keysIgnored > 4_000 && report.albums.inserted == 1)
        #expect(try await library.ownFields().count == CopyRecord.ownLimit)
        let copies = (0..<1_000).map { copy in
            var record = CopyRecord()
            record.setOwn(Dictionary(uniqueKeysWithValues: (0..<200).map { ("f\($0)", "\(copy) \($0)") }))
            return record
        }
        #expect(Set(copies.map { Set($0.own.keys) }).count == 1, "the same ones, in whatever order they are read")
        try fixture.persistency.save([
            CompleteAlbum(SampleAlbums.record("Many").album, release: ReleaseRecord(copies: copies))
        ])
        #expect(try library.records(search: "many").count == 1)
    }

    @Test func `that others have written are bounded and checked`() throws {
        let json = #"{"own":{"":"a","ok":"b","\u0000":"c","long":"\#(String(repeating: "x", count: 9_000))"},"place":"Box"}"#
        let copy = try JSONDecoder().decode(CopyRecord.self, from: Data(json.utf8))
        #expect(copy.own == ["ok": "b"] && copy[.place] == "Box")
        var shared = SharedAlbum()
        shared.stamp(
            [DeclaredField(signed, isListed: true), DeclaredField(weight, isListed: false)], at: HybridTime(ticks: 1, machine: .nobody))
        #expect(shared.ownFields.map(\.field.kind) == [.mark, .number] && shared.ownFields.map(\.isListed) == [true, false])
        var newer = shared
        newer.merge(
            try SharedAlbum(decoding: #"{"version":1,"patches":[{"by":"0123456789abcdef","at":9,"set":{"field.Weight":"mass"}}]}"#.utf8))
        newer.stamp([DeclaredField(weight, isListed: true)], at: HybridTime(ticks: 20, machine: .nobody))
        #expect(newer.registers["field.Weight"]?.value == "mass", "a kind that only a newer version knows stays")
        #expect(!shared.isPresent && shared.newAlbum(SharedAlbum.ownFieldsID) == nil, "an earlier version sees no album in it")
    }

    @Test func `of a newer version, which this library has only passed on, are there after the migration`() async throws {
        try await library.addCopy(to: Self.amber.id, [.place: "Box"])
        let copyID = try #require(try library.completeAlbum(Self.amber.id)?.copies.first).id
        try fixture.persistency.write { database in
            // As a machine of an earlier version has kept them.
            var fields = SharedAlbum()
            let time = HybridTime(ticks: 5, machine: .nobody)
            fields.stamp([DeclaredField(signed, isListed: true)], at: time)
            var album = SharedAlbum()
            for (field, value) in SharedAlbum.values(of: try #require(try PersistencyManager.archived(Self.amber.id, in: database))) {
                // The library has newer values by now.
                album.set(field, to: field == .title ? "Former Title" : value, at: time)
            }
            // No machine has it: an export has brought the value.
            album.set(.copy(copyID, signed.key), to: "yes", at: time)
            for (id, registers) in [(SharedAlbum.ownFieldsID, fields), (Self.amber.id, album)] {
                try database.run("INSERT INTO sharedAlbum (id, registers, isWaiting) VALUES (?, ?, 0)", [id.rawValue, registers.encoded])
            }
            try SharedCatalogue.takeOwnFields(in: database)
        }
        #expect(try await fields() == ["Signed mark 1"])
        #expect(try copy(of: Self.amber.id).own == ["Signed": "yes"] && copy(of: Self.amber.id)[.place] == "Box")
        #expect(try library.completeAlbum(Self.amber.id)?.title == "Amber")
    }
}
