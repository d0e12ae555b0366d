import Testing

@testable import SleevesLibrary

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

    @Test("Shelves are in the order of their names, and a new one takes the place of one with its name")
    func order() throws {
        var shelves = Shelves()
        for name in ["rock", "Jazz", "Árpád", "blues"] { shelves.insert(try shelf(name)) }
        #expect(shelves.all.map(\.name) == ["blues", "Jazz", "rock", "Árpád"])
        shelves.insert(try shelf("JAZZ", .lent))
        #expect(shelves.all.map(\.name) == ["blues", "JAZZ", "rock", "Árpád"])
        #expect(shelves.named(" jazz ")?.filter == AlbumFilter([.lent]))
        shelves.remove("Jazz")
        #expect(shelves.named("jazz") == nil)
        #expect(shelves.all.count == 3)
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
