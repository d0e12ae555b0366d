import Foundation
import SQLite
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
        "Words and signs for “and” are one, alone, among other words and in phrases",
        arguments: [
            "Simon & Garfunkel", "Simon and Garfunkel", "Simon + Garfunkel", "Simon und Garfunkel", "Simon et Garfunkel",
            "Simon y Garfunkel",
            "Simon 和 Garfunkel", "Simon&Garfunkel",
        ])
    func conjunctions(artist: String) throws {
        let tracks = [TrackRecord(title: "Coda", artist: "Rosa & Lia")]
        try library.save([
            SampleAlbums.record("Found", by: artist, tracks: tracks), SampleAlbums.record("Andorra", by: "Simon Garfunkel"),
        ])
        for and in ["&", "and", "AND", "+", "und", "et", "y", "和"] {
            #expect(try titles("simon \(and) garfunkel").first == "Found", "\(and)")
            #expect(try titles("\"simon \(and) garfunkel\"") == ["Found"], "\(and)")
            #expect(try titles("\"simon \(and) garf") == ["Found"], "\(and)")
            #expect(try titles("\"rosa \(and) lia\"") == ["Found"], "\(and)")
        }
        // The word also begins others.
        #expect(try titles("simon and") == ["Found", "Andorra"])
        #expect(try titles("andor") == ["Andorra"] && titles("simonandgarfunkel").isEmpty)
    }

    @Test("Signs for “and” inside words and texts without spaces are one, too")
    func conjunctionsInside() throws {
        try library.save([
            SampleAlbums.record("R&B Nights"), SampleAlbums.record("纸船与月亮", by: "Other"), SampleAlbums.record("C++", by: "Another"),
        ])
        for search in ["r&b", "r and b", "r + b", "rb"] { #expect(try titles(search) == ["R&B Nights"], "\(search)") }
        for search in ["船与月", "船和月", "船&月"] { #expect(try titles(search) == ["纸船与月亮"], "\(search)") }
        #expect(try titles("c++") == ["C++"])
    }

    @Test(
        "The word for “and” of the user's language counts as well, and only there",
        arguments: [("sv", "och"), ("it", "e"), ("nl", "en"), ("pl", "i"), ("es", "e")])
    func conjunctionsOfLanguages(language: String, and: String) throws {
        try library.save([SampleAlbums.record("Sign", by: "Olle & Lena"), SampleAlbums.record("Word", by: "Olle \(and) Lena")])
        func found(_ text: String, _ language: String?) throws -> Set<String> {
            let query = try #require(SearchQuery(text, language: language))
            let numbers = try library.read { database in
                let all = try Int64.fetchAll(database, sql: "SELECT number FROM album")
                return try query.matches(among: all, of: all, library.texts, in: database)
            }
            return Set(try library.albums(numbered: numbers).values.map(\.title))
        }
        for text in ["&", "and", and] {
            #expect(try found("olle \(text) lena", language) == ["Sign", "Word"], "\(text)")
            #expect(try found("\"olle \(text) lena\"", language) == ["Sign", "Word"], "\(text)")
        }
        #expect(try found("\"olle \(and) lena\"", "de") == ["Word"] && found("\"olle & lena\"", nil) == ["Sign"])
    }

    @Test("An album is found by what its page shows: notes, folder, numbers, format, country, people, discs")
    func details() throws {
        var record = SampleAlbums.record("Found", by: "Xyz", year: 1999)
        record.release = ReleaseRecord(
            labels: ["Northgate"], catalogueNumber: "NG-7 B", format: "2xLP, Album", country: "Uruguay", barcode: "5 012345 678900",
            originalYear: 1971, composers: ["Ada Byron"], conductors: ["Leo Sand"], discSubtitles: [2: "Film Music"],
            copies: [CopyRecord(folder: "Cellar", notes: "signed at the door"), CopyRecord(folder: "Cellar", notes: "scratched")])
        try library.save([record, SampleAlbums.record("Other")])
        let searches = [
            "northgate", "ng-7", "ng7b", "ng 7", "2xlp", "lp", "uruguay", "5012345678900", "012345", "5 012345", "1971", "byron",
            "leo sand",
            "film music", "cellar", "signed", "\"at the door\"", "scratched found", "cratch",
        ]
        for search in searches { #expect(try titles(search) == ["Found"], "\(search)") }
        #expect(try titles("door scratched cellar xyz 1999") == ["Found"])
        record.release?.copies = []
        try library.save([record])
        #expect(try titles("signed").isEmpty && titles("byron") == ["Found"])
    }

    @Test("Albums with the words in their names stand before those with the words in their notes")
    func detailsLast() throws {
        var noted = SampleAlbums.record("A", by: "A")
        noted.release = ReleaseRecord(copies: [CopyRecord(notes: "harbour")])
        try library.save([noted, SampleAlbums.record("Z Harbourside", by: "Z")])
        #expect(try titles("harbour") == ["Z Harbourside", "A"])
        _ = try library.recordEdit(of: noted.id, AlbumEdits(genre: "Jazz"))
        #expect(try titles("harbour jazz") == ["A"])
    }

    @Test("A library of an earlier version is found by details, too")
    func detailsOfEarlierVersions() throws {
        let folder = try StoreFolder()
        let queue = try DatabaseQueue(path: "\(folder.path)/library.sqlite")
        try LibrarySchema.migrator.migrate(queue, upTo: "sharing")
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO album (id, title, artist, titleSort, artistSort, source, added, release)
                    VALUES ('a', 'T', 'Simon and Garfunkel', 't', 'simon', 'discogs', 1, '{"labels":[],"copies":[{"notes":"signed"}]}');
                    INSERT INTO trackList VALUES ('a', '[{"title":"Salt and Sand"}]');
                    INSERT INTO albumText (number, words, facets) VALUES (1, '\n t\n simon and garfunkel\n', 'aSimon\n');
                    INSERT INTO folder (id, path, device, inode, size, modified, changed) VALUES (1, '/m', 1, 1, 1, 1, 1);
                    INSERT INTO file (folder, name, device, inode, size, modified, changed, state) VALUES (1, 'a', 1, 1, 1, 1, 1, 1);
                    """)
        }
        try queue.close()
        let library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: folder.path)
        for search in ["signed", "simon & garfunkel", "\"salt & sand\""] {
            #expect(try library.albums(search: search).count == 1, "\(search)")
        }
        // Its files are read again.
        #expect(try library.read { try Int64.fetchOne($0, sql: "SELECT changed FROM file") } == FileStamp.unsettledChange)
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
