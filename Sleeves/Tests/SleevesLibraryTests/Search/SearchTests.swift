import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Searching and sorting albums")
struct SearchTests {
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
            ("björk", "Bjork"), ("BJORK", "Björk"), ("bjo\u{308}rk", "BJÖRK"), ("strauss", "Strauß"), ("strauß", "Strauss"),
            ("motorhead", "Motörhead"), ("sigur ros", "Sigur Rós"), ("royksopp", "Röyksopp"), ("mo", "MØ"), ("dvorak", "Dvořák"),
            ("lutoslawski", "Lutosławski"), ("don't", "Don’t"), ("a-ha", "a‐ha"), ("ночь", "НОЧЬ"), ("οδος", "ΟΔΌΣ"), ("が", "か\u{3099}"),
            ("ACDC", "ＡＣＤＣ"), ("istanbul", "İSTANBUL"),
        ]
    )
    func folding(search: String, artist: String) throws {
        try library.save([SampleAlbums.record("Found", by: artist), SampleAlbums.record("Other", by: "Xyz")])
        #expect(try titles(search) == ["Found"])
    }

    @Test("cover:missing finds albums without a cover, alone and with words")
    func missingCovers() throws {
        try library.save([SampleAlbums.record("A"), SampleAlbums.record("B"), SampleAlbums.record("C", by: "Other")])
        try library.setCover(.present(CoverDigest(of: [1])), for: SampleAlbums.record("A").id)
        try library.setCover(.failed, for: SampleAlbums.record("B").id)
        #expect(try titles("cover:missing", sort: .title) == ["B", "C"])
        #expect(try titles("Cover:Missing other") == ["C"])
        #expect(try library.albumList(search: "cover:missing").count == 2)
        #expect(try library.albumList(search: "some cover:missing").count == 1)
        #expect(try titles("cover").isEmpty)
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
        #expect(try titles("ro beat") == ["Abbey Road"])
        #expect(try titles("oad") == ["Abbey Road"])
    }

    @Test("An album is found by its year and its label too")
    func yearAndLabel() throws {
        var record = SampleAlbums.record("Found", year: 1969)
        record.release = ReleaseRecord(labels: ["Apple Records", "Parlophone"])
        try library.save([record, SampleAlbums.record("Other", year: 1970)])
        for search in ["1969", "196", "apple", "parlo found"] { #expect(try titles(search) == ["Found"], "\(search)") }
    }

    @Test(
        "A script without spaces is found by any part of it, and any other by the beginning of its words and three letters inside one",
        arguments: [
            ("夜行列車の窓", ["夜", "行列", "列車の窓", "窓"], ["夜列", "車行"]), ("纸船与月亮", ["月亮", "船与"], ["月船"]),
            ("느린 계절의 편지", ["계절", "절의", "편지", "느린 편"], ["계의"]), ("ユーレイ", ["レイ", "ユー", "ーレ"], ["ユレ"]),
            ("เพลงรัก", ["รัก", "เพลง"], ["กเพ"]),
            ("Чайка над морем", ["ча", "МОРЕ", "море чайка", "айка"], ["йк"]), ("Ωδή στη θάλασσα", ["ωδη", "θαλ", "λασσα"], ["σσ"]),
            ("حدائق الضوء", ["حدا", "الضوء", "ضوء"], ["وء"]), ("לילה על הגגות", ["ליל", "הגגות", "גגות"], ["גו"]),
            ("छत पर सितारे", ["सिता", "छत", "तारे"], ["रे"]),
            ("夜のBlue Train 2", ["blue", "夜の", "のblue", "train 2", "lue"], ["ue"]),
        ]
    )
    func scripts(title: String, finding: [String], missing: [String]) throws {
        try library.save([SampleAlbums.record(title), SampleAlbums.record("Other")])
        for search in finding { #expect(try titles(search) == [title], "\(search)") }
        for search in missing { #expect(try titles(search).isEmpty, "\(search)") }
    }

    @Test(
        "A name with signs in it is found with them, without them, and by its parts",
        arguments: [
            ("AC/DC", ["ac/dc", "acdc", "AC DC", "dc", "ac-dc", "ac/"]), ("R.E.M.", ["rem", "r.e.m", "R.E.M."]),
            ("Don't", ["dont", "don’t", "don'"]), ("a-ha", ["aha", "a-ha", "a ha"]), ("Sunn O)))", ["sunn o)))", "o)"]),
            ("!!!", ["!!!", "!"]),
        ]
    )
    func signs(artist: String, finding: [String]) throws {
        try library.save([SampleAlbums.record("Found", by: artist), SampleAlbums.record("Other", by: "Xyz 1")])
        for search in finding { #expect(try titles(search) == ["Found"], "\(search)") }
    }

    @Test("A name is found by how it is sorted, which may be in another script")
    func sortNames() throws {
        var record = SampleAlbums.record("Found", by: "椎名林檎")
        record.artistSortName = "Sheena, Ringo"
        try library.save([record])
        #expect(try titles("ringo") == ["Found"])
    }

    @Test(
        "Operators of the database are ordinary words",
        arguments: [
            "OR", "NOT", "AND", "NEAR", "title:", "title:x", "(", ")", "{a b}", "^", "+", "a AND", "\"a", "a*", "NEAR(a b)", "- a", "\0",
        ]
    )
    func operators(search: String) throws {
        try library.save([SampleAlbums.record("Found \(search) here", by: "Xyz")])
        try library.save([SampleAlbums.record("\u{1F3B5}", by: "\u{1F3B6}")])
        #expect(try titles(search).contains("\u{1F3B5}") == (FoldedText(search).words.isEmpty))
        #expect(try titles(search).count { $0.hasPrefix("Found") } == 1)
    }

    @Test("Results follow the album: when it is imported again, edited, removed and restored")
    func followsChanges() throws {
        var record = SampleAlbums.record("Title", genre: "Rock")
        try library.save([record])
        record.genre = "Jazz"
        try library.save([record])
        #expect(try titles("rock").isEmpty && titles("jazz") == ["Title"])
        _ = try library.recordEdit(of: record.id, AlbumEdits(title: "Mine"))
        #expect(try titles("title").isEmpty && titles("mine") == ["Mine"])
        let removal = try library.recordRemoval(of: [record.id])
        #expect(try titles("mine").isEmpty)
        _ = try library.revert(\.undo, expecting: removal.top)
        #expect(try titles("mine") == ["Mine"])
    }

    @Test("Nothing to search for finds everything", arguments: [nil, "", "  ", "\n\t"])
    func nothing(search: String?) throws {
        try library.save([SampleAlbums.record("A"), SampleAlbums.record("B")])
        #expect(try titles(search) == ["A", "B"])
    }

    @Test("Wildcards and quotes of databases are literal", arguments: ["100%", "a_b", "'", "\\", "\"", "*", "["])
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

    @Test("Recently added albums come first, and those added together are sorted by artist")
    func byDate() throws {
        try library.save([SampleAlbums.record("Old")], at: Date(timeIntervalSince1970: 1))
        try library.save(
            [SampleAlbums.record("New 2", by: "B"), SampleAlbums.record("New 1", by: "A")], at: Date(timeIntervalSince1970: 2))
        #expect(try titles(nil, sort: .added) == ["New 1", "New 2", "Old"])
    }
}
