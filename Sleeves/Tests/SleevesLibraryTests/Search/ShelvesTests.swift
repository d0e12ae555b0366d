import Foundation
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesSharing
@testable import SleevesStore

@Suite("Shelves")
struct ShelvesTests {
    private func shelf(_ name: String, search: String = "", _ facets: AlbumFacet...) throws -> Shelf {
        try #require(Shelf(name, search: search, filter: AlbumFilter(Set(facets))))
    }

    @Test("A name is one line of at most a hundred characters")
    func names() throws {
        #expect(try shelf("  Jazz\non vinyl ").name == "Jazz on vinyl")
        for name in ["", " \n", String(repeating: "é", count: 101)] { #expect(Shelf(name, filter: AlbumFilter()) == nil) }
        #expect(Shelf(String(repeating: "é", count: 100), filter: AlbumFilter()) != nil)
    }

    @Test("Shelves are in the order of their names, each of which only the last one has that says so")
    func order() throws {
        let shelves = Shelves(
            try ["rock", "Jazz", "Árpád", "blues"].map { try shelf($0) } + [try shelf("JAZZ", .lent)])
        #expect(shelves.all.map(\.name) == ["blues", "JAZZ", "rock", "Árpád"])
        #expect(shelves.named(" jazz ")?.filter == AlbumFilter([.lent]))
        #expect(shelves.named("pop") == nil)
    }

    @Test("They are saved, renamed, replaced and removed; those that this version can't read stay")
    func saving() async throws {
        let fixture = try LibraryFixture()
        let library = fixture.library
        func names() async throws -> [String] { try await library.shelves().all.map { "\($0.name) \($0.symbol)" } }
        let jazz = try #require(Shelf("Jazz", search: "live", filter: AlbumFilter([.lent]), symbol: .tape))
        try await library.save(jazz)
        #expect(try await library.shelves().all == [jazz])
        let changes = try fixture.persistency.contentsVersion()
        try await library.save(jazz)
        #expect(try fixture.persistency.contentsVersion() == changes, "nothing has changed")
        try await library.save(try shelf("Blues"), insteadOf: jazz)
        #expect(try await names() == ["Blues bookmark"])
        #expect(try fixture.persistency.contentsVersion() > changes)
        try await library.save(try shelf("blues", .wanted))
        try await library.save(try shelf("BLUES", .lent), insteadOf: try shelf("blues"))
        #expect(try await names() == ["BLUES bookmark"])
        try fixture.persistency.write { database in
            try PersistencyManager.store(#"{"name":"Newer","filter":[{"colour":{}}]}"#, at: "newer", in: database)
            try PersistencyManager.store(#"{"name":"Spines","filter":[],"symbol":"spine"}"#, at: "spines", in: database)
        }
        #expect(try await names() == ["BLUES bookmark", "Spines bookmark"])
        let shelves = try await library.shelves()
        #expect(shelves.isReserved(" NEWER ") && !shelves.isReserved("Blues"))
        try await library.remove(try shelf("Blues"))
        #expect(try await names() == ["Spines bookmark"])
        // Other values of a newer version stay, also under another name.
        try await library.save(try shelf("Spine", .lent), insteadOf: try shelf("Spines"))
        let stored = try fixture.persistency.read { try PersistencyManager.storedShelves(in: $0) }
        #expect(stored.keys.sorted() == ["newer", "spine"])
        #expect(stored["spine"] == #"{"filter":[{"lent":{}}],"name":"Spine","search":"","symbol":"spine"}"#)
    }

    @Test("What another machine shares under strange names can't do harm: it is left out, or shown as what can be removed")
    func strangers() async throws {
        let fixture = try LibraryFixture()
        let text = #"{"name":"Jazz","filter":[]}"#
        var shared = SharedAlbum()
        for key in ["e\u{301}", "\u{E9}", "jazz", "JAZZ", "x", "", "\u{301}y"] {
            shared.merge(SharedAlbum.Register(text, at: HybridTime(ticks: 5, machine: .nobody)), as: "shelf.\(key)")
        }
        // Of two names that are equal in Swift, the first one stays, which no shelf can have.
        #expect(Set(shared.shelves.keys).subtracting(["\u{E9}"]) == ["jazz", "x", "\u{301}y"])
        try fixture.persistency.write { database in
            for (key, text) in shared.shelves { try PersistencyManager.store(text, at: key, in: database) }
            // As if two had been stored that are equal in Swift.
            for key in ["e\u{301}", "\u{E9}"] {
                try database.execute(sql: "INSERT OR IGNORE INTO shelf VALUES (?, ?)", arguments: [key, text])
            }
            for number in 0..<1_100 { try PersistencyManager.store(#"{"name":"n\#(number)","filter":[]}"#, at: "n\(number)", in: database) }
        }
        let shelves = try await fixture.library.shelves().all
        #expect(shelves.count == 1_000 && shelves.first?.name == "Jazz")
        try await fixture.library.remove(try shelf("Jazz"))
        #expect(try await fixture.library.shelves().named("Jazz") == nil)
    }

    @Test("What has been shared of a shelf since, also its removal, isn't replaced by the shelf of an earlier version")
    func earlierAndShared() async throws {
        let folder = try StoreFolder()
        try FileManager.default.createDirectory(atPath: "\(folder.path)/library", withIntermediateDirectories: true)
        let fixture = try LibraryFixture(in: folder)
        let text = #"{"shelves": [{"name": "Kept"}, {"name": "Removed"}, {"name": "Changed", "search": "old"}]}"#
        try folder.write(Array(text.utf8), to: "library/state.json")
        var shared = SharedAlbum()
        let changed = #"{"filter":[],"name":"Changed","search":"new"}"#
        shared.stamp(shelves: ["removed": text, "changed": changed], at: HybridTime(ticks: 5, machine: .nobody))
        shared.stamp(shelves: ["changed": changed], at: HybridTime(ticks: 6, machine: .nobody))
        let encoded = shared.encoded
        try fixture.persistency.write { database in
            try database.run(
                "INSERT INTO sharedAlbum (id, registers, isWaiting) VALUES (?, ?, 0)", [SharedAlbum.shelvesID.rawValue, encoded])
            try SharedCatalogue.takeShelves(in: database)
            try database.execute(sql: "INSERT INTO shelf VALUES ('', '')")
        }
        let shelves = try await LibraryFixture(in: folder).library.shelves().all
        #expect(shelves.map { "\($0.name) \($0.search)" } == ["Changed new", "Kept "])
    }

    @Test("Those of an earlier version's window are taken once; one that is removed then stays away")
    func earlier() async throws {
        let folder = try StoreFolder()
        let text = #"""
            {"windowHeight": 700, "shelves": [{"name": " "}, {"name": "Kept", "filter": [{"lent": {}}]},
            {"name": "Other", "filter": [{"colour": {}}]}, 7, {"search": "x"}]}
            """#
        try FileManager.default.createDirectory(atPath: "\(folder.path)/library", withIntermediateDirectories: true)
        try folder.write(Array(text.utf8), to: "library/state.json")
        let library = try LibraryFixture(in: folder).library
        let kept = try shelf("Kept", .lent)
        #expect(try await library.shelves().all == [kept])
        #expect(library.loadState().state.windowHeight == 700)
        try await library.remove(kept)
        #expect(try await LibraryFixture(in: folder).library.shelves().all == [])
    }

    @Test("What newer versions have shared is there after the migration, and earlier ones see no album in it")
    func sharedBefore() async throws {
        let fixture = try LibraryFixture()
        var shared = SharedAlbum()
        let text = #"{"filter":[{"lent":{}}],"name":"Lent","search":"","symbol":"loan"}"#
        shared.stamp(shelves: ["lent": text, "gone": text], at: HybridTime(ticks: 5, machine: .nobody))
        shared.stamp(shelves: ["lent": text], at: HybridTime(ticks: 6, machine: .nobody))
        #expect(shared.shelves == ["lent": text, "gone": nil])
        #expect(!shared.isPresent && shared.newAlbum(SharedAlbum.shelvesID) == nil)
        let encoded = shared.encoded
        try fixture.persistency.write { database in
            let id = SharedAlbum.shelvesID.rawValue
            try database.run("INSERT INTO sharedAlbum (id, registers, isWaiting) VALUES (?, ?, 0)", [id, encoded])
            try SharedCatalogue.takeShelves(in: database)
        }
        #expect(try await fixture.library.shelves().all.map(\.symbol) == [.loan])
    }

    @Test("A facet is added or taken out; a condition takes the place of another one")
    func toggling() {
        let filter = AlbumFilter([.genre("Jazz"), .condition("Mint (M)")])
        #expect(filter.toggling(.genre("Rock")) == AlbumFilter([.genre("Jazz"), .genre("Rock"), .condition("Mint (M)")]))
        #expect(filter.toggling(.condition("Good (G)")) == AlbumFilter([.genre("Jazz"), .condition("Good (G)")]))
        #expect(filter.toggling(.genre("Jazz")) == AlbumFilter([.condition("Mint (M)")]))
        #expect(filter.toggling(.condition("Mint (M)")) == AlbumFilter([.genre("Jazz")]))
    }

    @Test("The numbers of albums are those of now")
    func counts() async throws {
        let library = try LibraryFixture().library
        let shelves = [
            try shelf("All"), try shelf("Sixties", .decade(1960)), try shelf("Amber", search: "amber"), try shelf("Wishes", .wanted),
        ]
        #expect(try await library.counts(of: shelves) == [0, 0, 0, 0])
        _ = try await library.add(NewRecord(title: "Amber", artist: "Ruth", year: 1964))
        #expect(try await library.counts(of: shelves) == [1, 1, 1, 0])
        _ = try await library.add(NewRecord(title: "Harbour", artist: "Ruth", year: 1971))
        #expect(try await library.counts(of: shelves) == [2, 1, 1, 0])
    }
}
