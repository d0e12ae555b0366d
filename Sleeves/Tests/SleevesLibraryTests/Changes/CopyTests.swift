import Foundation
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Copies of an album")
struct CopyTests {
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }

    /// An album that a list names with two copies, and one of files.
    private static let listed: CompleteAlbum = {
        let copies = [
            CopyRecord(folder: "Shelf", added: Date(timeIntervalSince1970: 1_000_000_000), rating: 5, notes: "first"),
            CopyRecord(folder: "Attic", added: Date(timeIntervalSince1970: 1_000_000_000), notes: "second"),
        ]
        return CompleteAlbum(
            AlbumRecord(id: AlbumID(digesting: ["discogs", "7"]), title: "Amber", artist: "Ruth Tanner", source: .discogs),
            release: ReleaseRecord(discogsID: 7, labels: ["Northgate"], format: "LP", copies: copies))
    }()
    private static let files = SampleAlbums.record("Harbour")
    private static let (listedID, filesID) = (listed.id, files.id)

    init() throws {
        fixture = try LibraryFixture()
        try fixture.persistency.save([Self.listed, Self.files], at: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private func copies(of id: AlbumID) throws -> [AlbumCopy] { try #require(try library.completeAlbum(id)).copies }

    private func found(_ search: String? = nil, _ facets: Set<AlbumFacet> = []) throws -> [AlbumID] {
        try library.records(search: search, filter: AlbumFilter(facets)).map(\.id)
    }

    @Test func `suggest what others have, the most frequent first`() async throws {
        for (place, name) in [("Box 4", "Ann"), ("Attic", "Bob"), ("Box 4", "Ann")] {
            try await library.addCopy(to: Self.filesID, [.place: place, .lentTo: name, .notes: "note", .seller: " "])
        }
        let values = try await library.commonCopyValues()
        #expect(values[.lentTo] == ["Ann", "Bob"] && values[.label] == ["Northgate"] && values[.notes] == nil && values[.seller] == nil)
        // Places are counted by albums.
        #expect(Set(values[.place] ?? []) == ["Attic", "Box 4"])
        for field in CopyField.edited { for value in field.usualValues { #expect(field.checked(value) == value) } }
    }

    /// The declarations are complete, and each does what it says.
    @Test func `declare each of their values`() throws {
        for texts in [CopyField.allCases.map(\.name), CopyField.allCases.map(\.label), CopyField.allCases.map(\.column)] {
            #expect(Set(texts).count == CopyField.allCases.count)
        }
        #expect(CopyField.allCases.map(\.number) == Array(0..<CopyField.allCases.count))
        var (copy, other) = (CopyRecord(), CopyRecord())
        for field in CopyField.edited { copy[field] = SampleCopies.value(of: field) }
        for field in CopyField.edited.reversed() { other[field] = SampleCopies.value(of: field) }
        #expect(copy == other, "in whatever order the values were set")
        for field in CopyField.edited {
            copy = CopyRecord()
            copy[field] = SampleCopies.value(of: field)
            #expect(copy.entries.map(\.field) == [field] && copy[field] == SampleCopies.value(of: field))
            #expect(CopyField.matching(field.label) == field && CopyField.matching(field.name.uppercased()) == field)
            #expect(CopyEdits.isName(field.name), "a register needs such a name")
        }
    }

    @Test(
        arguments: [
            ("released", "1964", "1964"), ("released", " 1964-5 ", "1964-05"), ("released", "2024-2-29", "2024-02-29"),
            ("released", "2023-02-29", nil), ("released", "64", nil), ("released", "1964-13", nil), ("released", "1964-05-04-01", nil),
            ("released", "1964-", nil), ("released", "١٩٦٤", nil), ("rating", "5", "5"), ("rating", "6", nil), ("rating", "0", nil),
            ("place", "a\u{0}\n b", "a b"), ("place", " ", nil), ("place", String(repeating: "x", count: 5000), nil),
            ("added", "2020", nil),
        ] as [(String, String, String?)])
    func `have only valid values`(name: String, text: String, expected: String?) throws {
        let field = try #require(CopyField.named(name))
        #expect(field.checked(text) == expected)
        if field.kind != .moment { #expect((field.problem(with: text) == nil) == (expected != nil || text.cleaned() == nil)) }
    }

    @Test func `are edited, and stay so when their list is imported again`() async throws {
        let before = try copies(of: Self.listedID)
        #expect(before.map(\.record[.notes]) == ["first", "second"] && Set(before.map(\.id)).count == 2)
        let change = try #require(try await library.editCopy(before[1].id, of: Self.listedID, [.place: "Box 4", .notes: ""]))
        #expect(change.title == "Amber")
        func expectEdited(_ comment: Comment) throws {
            let after = try copies(of: Self.listedID)
            #expect(after.map(\.id) == before.map(\.id), comment)
            #expect(after.map(\.record[.place]) == [nil, "Box 4"] && after.map(\.record[.notes]) == ["first", nil], comment)
        }
        try expectEdited("at once")
        var again = Self.listed
        again.release?.copies[1].rating = 2
        try fixture.persistency.save([again], at: Date())
        try expectEdited("after the list")
        #expect(try copies(of: Self.listedID)[1].record.rating == 2, "what the user has not edited follows the list")
        #expect(try await library.editCopy(before[1].id, of: Self.listedID, [.place: " Box 4 "]) == nil, "nothing changes")
        try await library.editCopy(before[1].id, of: Self.listedID, [.place: "", .notes: "second"])
        #expect(try library.completeAlbum(Self.listedID)?.edits == nil, "the list's values are no edits")
    }

    /// Copies of a list: the seconds since 1970 when they were added, or `nil`.
    private static let day = 1_577_934_245

    @Test(
        "keep edits when their list changes their dates, unless that could be another copy's",
        arguments: [
            ([day], 0, [day - 5], 0), ([day], 0, [day + 28_800], 0), ([nil], 0, [day], 0), ([day], 0, [nil], 0), ([nil], 0, [nil], 0),
            ([nil, nil], 1, [nil], 0), ([day, day], 1, [day], 0), ([nil, nil], 1, [day, day + 1_000_000], 1),
            ([day, day + 1_000_020], 1, [day, day + 1_000_015], 1), ([day], 0, [day + 1_000_000], nil),
            ([day], 0, [day + 1_000_000, day - 5], 1), ([day, day + 75], 0, [day + 75], nil), ([day], 0, [day, day + 30], 0),
            ([day], 0, [day + 1_000_000, day + 2_000_000], nil), ([day], 0, [], nil),
        ] as [([Int?], Int, [Int?], Int?)])
    func keptEdits(before: [Int?], edited: Int, after: [Int?], kept: Int?) throws {
        func listed(_ dates: [Int?]) -> [CopyRecord] {
            dates.map { CopyRecord(added: $0.map { Date(timeIntervalSince1970: Double($0)) }) }
        }
        var edits = CopyEdits()
        edits.set([.place: "Box"], of: edits.copies(besides: listed(before))[edited])
        let copies = edits.copies(besides: listed(after))
        #expect(copies.map(\.record[.place]) == after.indices.map { $0 == kept ? "Box" : nil })
        #expect(Set(copies.map(\.id)).count == after.count)
        #expect(edits.copies(besides: listed(before)).map(\.record[.place]) == before.indices.map { $0 == edited ? "Box" : nil })
        // Later edits, of this copy and of others, change nothing about that.
        for copy in copies { edits.set([.notes: "\(copy.id)"], of: copy) }
        let later = edits.copies(besides: listed(after))
        #expect(later.map(\.id) == copies.map(\.id) && later.map(\.record[.place]) == copies.map(\.record[.place]))
    }

    @Test func `that were removed, and those that the user has added, hand nothing on`() {
        let listed = [CopyRecord(added: Date(timeIntervalSince1970: 1_577_934_245))]
        var edits = CopyEdits()
        edits.add(CopyID(rawValue: "u1"), [.place: "Box"])
        #expect(edits.copies(besides: listed).map(\.record[.place]) == [nil, "Box"])
        edits.remove(CopyEdits().copies(besides: [CopyRecord()])[0])
        #expect(edits.copies(besides: listed).map(\.id.rawValue) == ["d1577934245", "u1"])
    }

    @Test func `are added to any album, and removed, and each step is undone and redone`() async throws {
        let history = library.history
        try await library.addCopy(to: Self.filesID, [.format: "LP", .price: "12 €"])
        try await library.addCopy(to: Self.filesID, [.format: "CD"])
        #expect(try copies(of: Self.filesID).map(\.record[.format]) == ["LP", "CD"], "in the order in which they were added")
        let first = try copies(of: Self.filesID)[0]
        try await library.removeCopy(first.id, of: Self.filesID)
        try await library.removeCopy(try copies(of: Self.listedID)[0].id, of: Self.listedID)
        #expect(
            try copies(of: Self.filesID).map(\.record[.format]) == ["CD"] && copies(of: Self.listedID).map(\.record[.notes]) == ["second"])
        let last = try library.completeAlbum(Self.filesID)
        for _ in 0..<2 { try await history.undo() }
        #expect(try copies(of: Self.filesID).first == first && copies(of: Self.listedID).count == 2)
        for _ in 0..<2 { try await history.undo() }
        #expect(try copies(of: Self.filesID) == [] && library.completeAlbum(Self.filesID)?.edits == nil)
        for _ in 0..<4 { try await history.redo() }
        #expect(try library.completeAlbum(Self.filesID) == last && copies(of: Self.listedID).count == 1)
    }

    @Test func `leave the user's own opinion of the album, which is found, exported, undone, and kept by the next import`() async throws {
        let listed = try #require(try library.completeAlbum(Self.listedID)).opinion
        #expect(listed.rating == nil && listed.shownRating == 5, "the best one of a copy")
        try await library.rate([Self.listedID, Self.filesID], 3)
        try await library.setFavourite([Self.filesID], true)
        #expect(try library.completeAlbum(Self.filesID)?.opinion == AlbumOpinion(rating: 3, isFavourite: true))
        #expect(try copies(of: Self.filesID) == [] && copies(of: Self.listedID).map(\.record.rating) == [5, nil])
        #expect(try await library.commonValues(of: [Self.filesID]).isEdited == false, "nothing of the album is edited")
        #expect(try Set(found(nil, [.rating(3)])) == [Self.listedID, Self.filesID] && found(nil, [.rating(4)]) == [])
        #expect(try found(nil, [.favourite]) == [Self.filesID])
        let counts = try await library.facets()
        #expect(counts.ratings == [3, 2, 1].map { .init(.rating($0), count: 2) } && counts.favourites == 1)
        try await library.resetEdits(of: [Self.filesID])
        try fixture.persistency.save([Self.listed, Self.files], at: Date())
        #expect(try library.completeAlbum(Self.filesID)?.opinion == AlbumOpinion(rating: 3, isFavourite: true))
        #expect(try await library.setFavourite([Self.filesID], true) == nil, "nothing changes")
        for _ in 0..<2 { try await library.history.undo() }
        #expect(try library.completeAlbum(Self.filesID)?.edits == nil && found(nil, [.rating(4)]) == [Self.listedID])
        try await library.history.redo()
        try await library.rate([Self.listedID], nil)
        #expect(try library.completeAlbum(Self.listedID)?.opinion.shownRating == 5)
        try await library.toggleFavourite([Self.listedID, Self.filesID])
        #expect(try Set(found(nil, [.favourite])) == [Self.listedID, Self.filesID], "not all of them were")
        try await library.toggleFavourite([Self.listedID, Self.filesID])
        #expect(try found(nil, [.favourite]) == [])
        #expect(AlbumFilter([.rating(3)]).toggling(.rating(5)) == AlbumFilter([.rating(5)]))
    }

    @Test func `have nothing to do with edits of the album`() async throws {
        try await library.addCopy(to: Self.filesID, [.place: "Shelf"])
        #expect(try await library.commonValues(of: [Self.filesID]).isEdited == false)
        try await library.edit(Self.filesID, AlbumEdits(title: "Mine"))
        #expect(try copies(of: Self.filesID).map(\.record[.place]) == ["Shelf"])
        #expect(try await library.commonValues(of: [Self.filesID]).isEdited)
        try await library.resetEdits(of: [Self.filesID])
        #expect(try library.completeAlbum(Self.filesID)?.title == "Harbour")
        #expect(try copies(of: Self.filesID).map(\.record[.place]) == ["Shelf"])
    }

    @Test func `keep what they have where an invalid value is set, or comes from elsewhere`() async throws {
        let copy = try copies(of: Self.listedID)[0]
        #expect(try await library.editCopy(copy.id, of: Self.listedID, [.rating: "9", .bought: "soon"]) == nil)
        try fixture.persistency.write { database in
            let edits = #"{"copies":{"\#(copy.id.rawValue)":{"rating":"17","place":"Shelf"}}}"#
            try database.run("UPDATE album SET edits = ? WHERE id = ?", [edits, Self.listedID.rawValue])
        }
        let record = try copies(of: Self.listedID)[0].record
        #expect(record.rating == 5 && record[.place] == "Shelf")
    }

    @Test func `are lent since the day on which they are lent`() async throws {
        let copy = try copies(of: Self.listedID)[0]
        try await library.editCopy(copy.id, of: Self.listedID, [.lentTo: "Ann"])
        let day = try #require(try copies(of: Self.listedID)[0].record[.lentSince])
        let noon = try #require(CopyField.noon(ofDay: day))
        #expect(abs(noon.timeIntervalSinceNow) < 36 * 3600 && day.count == 10)
        #expect(try found(nil, [.lent]) == [Self.listedID])
        try await library.editCopy(copy.id, of: Self.listedID, CopyField.returned)
        #expect(try copies(of: Self.listedID)[0].record[.lentSince] == nil)
        #expect(try found(nil, [.lent]) == [])
        try await library.editCopy(copy.id, of: Self.listedID, [.lentTo: "Ben", .lentSince: "2020-01"])
        #expect(try copies(of: Self.listedID)[0].record[.lentSince] == "2020-01")
    }

    @Test func `are found by what they say, and by their place`() async throws {
        try await library.addCopy(
            to: Self.filesID, [.place: "Box 4", .lentTo: "Åse Lund", .catalogueNumber: "KST-1001", .format: "2xLP", .label: "Kestrel"])
        for words in ["box 4", "ase", "kst1001", "KST 1001", "lp", "kestrel"] {
            #expect(try found(words).contains(Self.filesID), "\(words)")
        }
        #expect(try found(nil, [.place("box 4")]) == [Self.filesID] && found(nil, [.label("Kestrel"), .lent]) == [Self.filesID])
        let counts = try await library.facets(search: nil, filter: AlbumFilter())
        #expect(counts.places.map(\.facet) == [.place("Box 4")] && counts.lent == 1 && counts[.lent].first?.count == 1)
        // Whatever is written of an album later, its copies stay in the index.
        try await library.edit(Self.filesID, AlbumEdits(title: "Mine"))
        try await library.remove([Self.filesID])
        #expect(try found("kestrel") == [])
        try await library.history.undo()
        #expect(try found("kestrel") == [Self.filesID] && found(nil, [.place("Box 4")]) == [Self.filesID])
    }

    @Test func `of another version keep the values that this one doesn't know`() throws {
        let text = #"{"copies":{"u1":{"mood":"blue","place":"Shelf","state":"added by hand"}}}"#
        var edits = try StoredJSON.decode(AlbumEdits.self, from: text)
        let copy = try #require(edits.copies.copies(besides: []).first)
        edits.copies.set([.place: "Box"], of: copy)
        #expect(try StoredJSON.encode(edits) == text.replacing("Shelf", with: "Box"))
        #expect(try StoredJSON.encode(AlbumEdits(title: "T")) == #"{"title":"T"}"#, "as earlier versions write it")
    }

    /// After any change of copies, taking a step back gives what was there before, and the text of a value reads as the value.
    @Test func `come back from every change`() throws {
        var random = SeededRandom(seed: 20_261_128)
        let ids = (0..<3).map { CopyID(rawValue: "u\($0)") }
        let names = ["place", "lentTo", CopyEdits.state, "mood"]
        func any() -> CopyEdits {
            var edits = CopyEdits()
            for _ in 0..<Int.random(in: 0..<8, using: &random) {
                edits[ids.randomElement(using: &random)!, names.randomElement(using: &random)!] = ["", "a", "b"].randomElement(
                    using: &random)!
            }
            return edits
        }
        for _ in 0..<20_000 {
            let (before, after) = (any(), any())
            #expect(after.reverted(from: after, to: before) == before)
            // What was changed meanwhile stays; the rest goes back.
            let later = any()
            let reverted = later.reverted(from: after, to: before)
            for id in ids {
                for name in names {
                    #expect(reverted[id, name] == (later[id, name] == after[id, name] ? before[id, name] : later[id, name]))
                }
            }
            #expect(try StoredJSON.decode(CopyEdits.self, from: StoredJSON.encode(before)) == before)
            #expect(CopyEdits(before.values).isEmpty == before.values.isEmpty && before.values.values.allSatisfy { !$0.isEmpty })
        }
    }
}
