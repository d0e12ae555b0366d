import Foundation
import Testing

@testable import SleevesLibrary

@Suite("Searching and sorting albums")
struct AlbumListTests {
    private let folder: StoreFolder
    private let library: PersistencyManager

    init() throws {
        folder = try StoreFolder()
        library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: folder.path)
    }

    private func titles(_ search: String?, sort: AlbumSort = .artist) throws -> [String] {
        try library.albums(search: search, sort: sort).map(\.title)
    }

    @Test(
        "A search finds text whatever its case, diacritics and quotes",
        arguments: [
            ("björk", "Bjork"), ("BJORK", "Björk"), ("bjo\u{308}rk", "BJÖRK"), ("strauss", "Strauß"), ("ß", "Strauss"),
            ("motorhead", "Motörhead"), ("sigur ros", "Sigur Rós"), ("royksopp", "Röyksopp"), ("mo", "MØ"), ("dvorak", "Dvořák"),
            ("lutoslawski", "Lutosławski"), ("don't", "Don’t"), ("a-ha", "a‐ha"), ("ночь", "НОЧЬ"), ("οδος", "ΟΔΌΣ"), ("が", "か\u{3099}"),
            ("ACDC", "ＡＣＤＣ"), ("istanbul", "İSTANBUL"),
        ]
    )
    func folding(search: String, artist: String) throws {
        try library.save([SampleAlbums.record("Found", by: artist), SampleAlbums.record("Other", by: "Xyz")])
        #expect(try titles(search) == ["Found"])
    }

    @Test("Marks that make another letter are not taken away")
    func meaningfulMarks() throws {
        try library.save([SampleAlbums.record("Found", by: "が")])
        #expect(try titles("か").isEmpty)
    }

    @Test("All words of a search must be found, in title, artist or genre, in any order")
    func words() throws {
        try library.save([
            SampleAlbums.record("Abbey Road", by: "The Beatles", genre: "Rock"), SampleAlbums.record("Let It Be", by: "The Beatles"),
        ])
        #expect(try titles("road beatles") == ["Abbey Road"])
        #expect(try titles("  rock \n") == ["Abbey Road"])
        #expect(try titles("beatles jazz").isEmpty)
        #expect(try titles("roadthe").isEmpty)
    }

    @Test("Nothing to search for finds everything", arguments: [nil, "", "  ", "\n\t"])
    func nothing(search: String?) throws {
        try library.save([SampleAlbums.record("A"), SampleAlbums.record("B")])
        #expect(try titles(search) == ["A", "B"])
    }

    @Test("Signs that databases take for wildcards and quotes mean themselves", arguments: ["100%", "a_b", "'", "\\", "\"", "*", "["])
    func wildcards(sign: String) throws {
        try library.save([SampleAlbums.record("This \(sign) that"), SampleAlbums.record("1000 axb 'plain", by: "\u{1F3B5}")])
        let found = try titles(sign)
        #expect(found.contains("This \(sign) that"))
        #expect(found.count == (sign == "'" ? 2 : 1))
    }

    @Test("A search of any length is answered")
    func longSearch() throws {
        try library.save([SampleAlbums.record("A")])
        #expect(try titles(String(repeating: "a ", count: 20_000)) == ["A"])
        #expect(try titles(String(repeating: "a", count: 200_000)).isEmpty)
    }

    @Test("Artists are sorted without their article, then by year and title")
    func byArtist() throws {
        try library.save([
            SampleAlbums.record("Help!", by: "The Beatles", year: 1965), SampleAlbums.record("Zebra", by: "The Beatles", year: 1963),
            SampleAlbums.record("Undated", by: "The Beatles"), SampleAlbums.record("Debut", by: "Björk"),
            SampleAlbums.record("Hunting High", by: "a-ha"), SampleAlbums.record("Midnight", by: "A Tribe Called Quest"),
            SampleAlbums.record("Soul Mining", by: "The The"), SampleAlbums.record("Album", by: "Ärzte"),
            SampleAlbums.record("Kiko", by: "Los Lobos"), SampleAlbums.record("Flaming", by: "'Til Tuesday"),
        ])
        #expect(
            try titles(nil) == [
                "Hunting High", "Album", "Zebra", "Help!", "Undated", "Debut", "Kiko", "Soul Mining", "Flaming", "Midnight",
            ]
        )
    }

    @Test("Titles are sorted without their article and without leading signs")
    func byTitle() throws {
        try library.save(
            ["The Wall", "(What's the Story)", "A Night", "Étude", "“Heroes”", "!!!", "The", "An Ending"].map { SampleAlbums.record($0) })
        #expect(
            try titles(nil, sort: .title) == ["!!!", "An Ending", "Étude", "“Heroes”", "A Night", "The", "The Wall", "(What's the Story)"])
    }

    @Test("Years are sorted from the oldest, those without one at the end")
    func byYear() throws {
        try library.save([
            SampleAlbums.record("C", year: nil), SampleAlbums.record("B", year: 2000), SampleAlbums.record("A", year: 1959),
        ])
        #expect(try titles(nil, sort: .year) == ["A", "B", "C"])
    }

    @Test("What came last stands first, and what came together stands by artist")
    func byDate() throws {
        try library.save([SampleAlbums.record("Old")], at: Date(timeIntervalSince1970: 1))
        try library.save(
            [SampleAlbums.record("New 2", by: "B"), SampleAlbums.record("New 1", by: "A")], at: Date(timeIntervalSince1970: 2))
        #expect(try titles(nil, sort: .added) == ["New 1", "New 2", "Old"])
    }
}
