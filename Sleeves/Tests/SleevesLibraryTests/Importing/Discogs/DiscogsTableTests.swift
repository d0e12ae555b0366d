import Foundation
import Testing

@testable import SleevesLibrary

@Suite struct DiscogsCSVImporterTests {
    static let header =
        "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,"
        + "Collection Media Condition,Collection Sleeve Condition,Collection Notes"

    private func read(_ text: String) throws -> ImportResult {
        let folder = try TemporaryFolder()
        return try CSVListImporter.read(fileAt: folder.write(text, to: "collection.csv"))
    }

    private func album(_ row: String) throws -> CompleteAlbum {
        let result = try read(Self.header + "\n" + row + "\n")
        #expect(result.problems == [])
        return try #require(result.albums.first)
    }

    @Test func `a row gives its album and its copy`() throws {
        let album = try album(
            #"OTO 2,Au Pairs,You,021 Records,"7"", EP",4,1979,7530535,Singles,2020-11-12 12:24:52,Mint (M),Very Good (VG),"From ""Rough"""#
                + #" Trade""#)
        #expect(album.title == "You")
        #expect(album.artist == "Au Pairs")
        #expect(album.year == 1979)
        #expect(album.source == .discogs)
        #expect(album.genre == nil)
        #expect(album.coverURL == nil)
        #expect(album.trackCount == nil)
        #expect(
            album.release
                == ReleaseRecord(
                    discogsID: 7_530_535,
                    labels: ["021 Records"],
                    catalogueNumber: "OTO 2",
                    format: #"7", EP"#,
                    copies: [
                        CopyRecord(
                            folder: "Singles",
                            added: Date(timeIntervalSince1970: 1_605_183_892),
                            mediaCondition: "Mint (M)",
                            sleeveCondition: "Very Good (VG)",
                            rating: 4,
                            notes: #"From "Rough" Trade"#
                        )
                    ]
                ))
    }

    @Test(arguments: [
        ("Prince (2)", "Prince"), ("Simon (5) & Garfunkel", "Simon & Garfunkel"), ("Nirvana (2), Hole (12)", "Nirvana, Hole"),
        ("Sunn O)))", "Sunn O)))"), ("The (1) Band", "The (1) Band"), ("Blink (abc)", "Blink (abc)"), ("(2)", "(2)"), ("A (2)B", "A (2)B"),
        ("Various", "Various"),
    ])
    func `only the number that distinguishes namesakes is removed`(written: String, read: String) throws {
        #expect(try album("1,\"\(written)\",T,L,LP,,1970,5,,,,,").artist == read)
    }

    @Test func `a repeated label counts once, and the word none is no catalogue number`() throws {
        let release = try #require(try album(#"none,A,T,"Epic, Epic, Columbia (3)",LP,,1970,5,,,,,"#).release)
        #expect(release.labels == ["Epic", "Columbia"])
        #expect(release.catalogueNumber == nil)
    }

    @Test(arguments: [("3.0", 3), ("5", 5), ("", nil), ("0", nil), ("\"4,0\"", 4)] as [(String, Int?)])
    func `a rating is a number from one to five, however it is written`(written: String, rating: Int?) throws {
        #expect(try album("1,A,T,L,LP,\(written),1970,5,,,,,").release?.copies.map(\.rating) == [rating])
    }

    @Test(arguments: [("1970", 1970), ("0", nil), ("", nil), ("1970.0", 1970), ("1970-05-01", 1970)] as [(String, Int?)])
    func `a year of zero is no year`(written: String, year: Int?) throws {
        #expect(try album("1,A,T,L,LP,,\(written),5,,,,,").year == year)
    }

    @Test(
        arguments: [
            ("2020-11-12 12:24:52", 1_605_183_892), ("2020-11-12T12:24:52-08:00", 1_605_212_692), ("12/11/2020 12:24", 1_605_183_840),
            ("12/11/2020", 1_605_139_200), ("12.11.20", 1_605_139_200), ("11/25/2020", 1_606_262_400), ("1972-02-29", 68_169_600),
        ] as [(String, Double)])
    func `a date is read as Discogs or a spreadsheet writes it`(written: String, seconds: Double) throws {
        let expected = Date(timeIntervalSince1970: seconds)
        #expect(try album("1,A,T,L,LP,,1970,5,,\(written),,,").release?.copies.map(\.added) == [expected])
    }

    @Test func `two copies of one release are one album with two copies, and two releases are two albums`() throws {
        let result = try read(
            """
            \(Self.header)
            1,A,T,L,LP,,1970,5,Shelf,2020-01-01 00:00:00,Mint (M),,
            1,A,T,L,LP,,1970,5,Attic,2021-01-01 00:00:00,Poor (P),,
            1,A,T,L,LP,,1970,6,Shelf,,,,
            """)
        #expect(result.problems == [])
        #expect(result.albums.map { $0.release?.copies.map(\.[.folder]) } == [["Shelf", "Attic"], ["Shelf"]])
    }

    @Test func `rows without a release_id are distinguished by everything that names the pressing`() throws {
        let result = try read("Artist,Title,Catalog#,Format,Released\nA,T,1,LP,1970\na,t,1,LP,1970\nA,T,2,LP,1970\nA,T,1,CD,1970\n")
        #expect(result.albums.map { $0.release?.copies.count } == [2, 1, 1])
    }

    @Test(arguments: [
        "Title,release_id,Artist,Released", "TITLE,Release.Id,ARTIST,released",
        "\u{feff}Title,release_id,Artist,Released,,,", "Title;release_id;Artist;Released",
        "Title\trelease_id\tArtist\tReleased", "\"Title\",\"release_id\",\"Artist\",\"Released\"",
    ])
    func `columns are found in any order, under the names that spreadsheets give them`(header: String) throws {
        let separator: Character = header.contains(";") ? ";" : header.contains("\t") ? "\t" : ","
        let row = ["T", "5", "A", "1970"].joined(separator: String(separator))
        let album = try #require(try read("\(header)\r\n\(row)\r\n").albums.first)
        #expect(album.title == "T")
        #expect(album.artist == "A")
        #expect(album.year == 1970)
        #expect(album.release?.discogsID == 5)
    }

    @Test func `names rewritten by spreadsheets are the same columns`() throws {
        let result = try read("Catalog.,Artist,Title,Date.Added,Collection.Media.Condition\nX1,A,T,2020-01-01,Mint (M)\n")
        let release = try #require(result.albums.first?.release)
        #expect(release.catalogueNumber == "X1")
        #expect(release.copies.first?.added == Date(timeIntervalSince1970: 1_577_836_800))
        #expect(release.copies.first?[.mediaCondition] == "Mint (M)")
        #expect(result.keysIgnored == 0)
    }

    @Test func `a table of CLZ Music has copies, wishes and what was sold`() throws {
        let result = try read(
            """
            "Artist","Title","Release Year","Label","Cat. No.","Format","Barcode","Collection Status","Location","Purchase Date","Purchase Price",\
            "Store","Package / Sleeve Condition","Media Condition","Added Date","Loaned To","Loan Date","Quantity"
            "Ruth Tanner","Amber","1964","Kestrel","KST-1001","Vinyl","5012345678900","In Collection","Box 4","Mar 07, 2025","€ 12.00",\
            "Fair","Very Good","Mint","Mar 08, 2025","Ann","May 2025","2"
            "Ruth Tanner","Cinder","1966","Kestrel","KST-1002","Vinyl","","On Wish List","","","","","","","","","","1"
            "Ruth Tanner","Dusk","1968","Kestrel","KST-1003","Vinyl","","Sold","","","","","","","","","","0"
            "Ruth Tanner","Ember","1970","Kestrel","KST-1004","Vinyl","","For Sale","","13/12/2019","","","","","","","",""
            """)
        #expect(result.albums.map(\.title) == ["Amber", "Ember"] && result.wanted.map(\.title) == ["Cinder"])
        #expect(result.keysIgnored == 0)
        let release = try #require(result.albums[0].release)
        #expect(release.catalogueNumber == "KST-1001" && release.barcode == "5012345678900" && result.albums[0].year == 1964)
        #expect(release.copies.count == 2 && release.copies[0] == release.copies[1])
        let copy = release.copies[0]
        let values: [CopyField: String] = [
            .place: "Box 4", .bought: "2025-03-07", .price: "€ 12.00", .seller: "Fair", .sleeveCondition: "Very Good",
            .mediaCondition: "Mint", .lentTo: "Ann", .lentSince: "2025-05",
        ]
        for (field, value) in values { #expect(copy[field] == value) }
        #expect(copy.added == Date(timeIntervalSince1970: 1_741_392_000) && copy.entries.count == values.count + 1)
        #expect(result.albums[1].release?.copies.map { $0[.bought] } == ["2019-12-13"])
    }

    @Test(
        arguments: [
            ("2019-05-17", "2019-05-17"), ("2019-05", "2019-05"), ("2019", "2019"), ("17.5.2019", "2019-05-17"),
            ("5/17/2019", "2019-05-17"),
            ("May 17, 2019", "2019-05-17"), ("17 may 2019", "2019-05-17"), ("September 2019", "2019-09"), ("spring 2019", "2019"),
            ("May 1920 2019", "1920"), ("43831", "2020-01-01"), ("43831.75", "2020-01-01"), ("43831,5", "2020-01-01"), ("19999", nil),
            ("90210", nil), ("Mayfair 1 2 2019", "2019"), ("Feb 30, 2019", nil), ("yesterday", nil),
        ] as [(String, String?)])
    func `a day is read as people and programs write it`(written: String, expected: String?) throws {
        let result = try read("Artist,Title,Bought\nA,T,\"\(written)\"\n")
        #expect(result.albums.first?.release?.copies.first?[.bought] == expected)
    }

    @Test func `rows may be too short; a row that is too long or lacks a name is named, and the rest is read`() throws {
        let result = try read(
            """
            \(Self.header)
            1,A,Short
            2,,No artist,L,LP,,1970,7,,,,,
            3,A,Long,L,LP,,1970,8,,,,,note,extra
            4,A,Commas,L,LP,,1970,9,,,,,,,,,
            ,,,,,,,,,,,,
            5,A,Letters,L,LP,,MCMLXX,abc,,someday,,,
            6,A,Last,L,LP,,1970,10,,,,,
            """)
        #expect(result.albums.map(\.title) == ["Short", "Long", "Commas", "Letters", "Last"])
        #expect(
            result.problems.map { $0.reason.split(separator: " ").prefix(4).joined(separator: " ") } == [
                "Line 3: The value", "Line 4: There are", "Line 7: The release_id", "Line 7: The year", "Line 7: The date",
            ])
        #expect(result.problems.allSatisfy { $0.path.hasSuffix("collection.csv") })
    }

    @Test func `values in columns that mean nothing here are left out and counted`() throws {
        let result = try read("Artist,Title,Shelf,Weight\nA,T,3,\nB,U,4,10\n")
        #expect(result.albums.count == 2)
        #expect(result.keysIgnored == 3)
    }

    @Test func `a genre and a cover address that somebody has added are read`() throws {
        let result = try read("Artist,Title,Genre,Country,coverURL\nA,T,Jazz,UK,https://example.org/a.jpg\nB,U,,,ftp://example.org\n")
        #expect(result.albums.map(\.genre) == ["Jazz", nil])
        #expect(result.albums.map(\.release?.country) == ["UK", nil])
        #expect(result.albums.map(\.coverURL) == ["https://example.org/a.jpg", nil])
        #expect(result.problems.count == 1)
    }

    @Test(arguments: ["", "Dear diary", "a,b,c\n1,2,3\n", "Artist,Year\nA,1970\n"])
    func `a file whose first line does not name artist and title is refused`(text: String) throws {
        let error = try #require(throws: ImportError.self) { try read(text) }
        #expect(error.kind == .badData)
        #expect(error.reason.hasPrefix("This is not a list of records"))
    }

    @Test func `a file in UTF-16 is read, one above the limit refused, and so is one that is not there`() throws {
        let folder = try TemporaryFolder()
        let text = Array("Artist,Title\r\nBjörk,Début 🎵\r\n".utf16)
        let low: [UInt8] = [0xFF, 0xFE] + text.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let high: [UInt8] = [0xFE, 0xFF] + text.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [0]
        let wide = try folder.write(low, to: "wide.csv")
        for path in [wide, try folder.write(high, to: "other.csv")] {
            let result = try CSVListImporter.read(fileAt: path)
            #expect(result.albums.map(\.title) == ["Début 🎵"] && result.albums.map(\.artist) == ["Björk"])
        }
        #expect(throws: ImportError.self) { try CSVListImporter.read(fileAt: wide, sizeLimit: 3) }
        let absent = try #require(throws: ImportError.self) { try CSVListImporter.read(fileAt: folder.path + "/absent.csv") }
        #expect(absent.kind == .noInput)
    }

    @Test func `a wantlist is kept apart from owned albums`() throws {
        let header = "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes"
        let result = try read(
            header + "\nOTO 2,Prince (2),You,021 Records,LP,,1979,7530535,soon\nOTO 2,Prince (2),You,021 Records,LP,,1979,7530535,\n")
        #expect(result.albums == [] && result.problems == [])
        #expect(result.wanted.map(\.title) == ["You"] && result.wanted.map(\.artist) == ["Prince"])
        #expect(result.wanted.first?.release?.copies == [CopyRecord(notes: "soon", isWanted: true)])
        #expect(result.wanted.first?.id == AlbumID(digesting: ["discogs", "7530535"]))
    }

    @Test(arguments: [
        "sep=;\r\nArtist;Title;Year\r\nOak;Plain;1990\r\n", "\"sep=;\"\nArtist;Title;Year\nOak;Plain;1990\n",
        "SEP=|\nArtist|Title|Year\nOak|Plain|1990\n", "sep=\t\nArtist\tTitle\tYear\nOak\tPlain\t1990\n",
        "sep=,\nArtist,Title,Year\nOak,Plain,1990\n", "sep=;,,\nArtist,Title,Year\nOak,Plain,1990\n",
        "\u{FEFF}sep=;\nArtist;Title;Year\nOak;Plain;1990\n", "sep=;\rArtist;Title;Year\rOak;Plain;1990\r",
    ])
    func `a line that names the separator is not the first row`(text: String) throws {
        let result = try read(text)
        #expect(result.albums.map(\.artist) == ["Oak"] && result.albums.map(\.title) == ["Plain"] && result.albums.map(\.year) == [1990])
        #expect(result.problems == [])
    }

    @Test(arguments: [true, false]) func `UTF-16 without a byte order mark is read`(isBigEndian: Bool) throws {
        let folder = try TemporaryFolder()
        func bytes(_ text: String) -> [UInt8] {
            text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        }
        let rows = (1...400).map { "Åse\t东京 \($0)\t1990\r\n" }.joined()
        let table = try folder.write(bytes("Artist\tTitle\tYear\r\n" + rows), to: "list.csv")
        #expect(try CSVListImporter.read(fileAt: table).albums.map(\.title) == (1...400).map { "东京 \($0)" })
        let json = try folder.write(bytes(#"[{"title": "东京", "artist": "Åse"}]"#), to: "list.json")
        #expect(try JSONListImporter.read(fileAt: json).albums.map(\.artist) == ["Åse"])
    }

    @Test func `escapes of HTML are the characters, also if they were escaped twice, and artists may be separated by semicolons`() throws {
        let result = try read(
            "Artist,Title,Label\nOak &amp; Elm,Caf&eacute; &#39;n&#x27; &#150;,A &amp;amp; B\nFir &amp;amp; Ash,R&D; &nope; 1 &lt; 2,\n"
                + "Oak;Elm ; Fir,Three,\n")
        #expect(result.albums.map(\.artist) == ["Oak & Elm", "Fir & Ash", "Oak, Elm, Fir"])
        #expect(result.albums.map(\.title) == ["Café 'n' –", "R&D; &nope; 1 < 2", "Three"])
        #expect(result.albums[0].release?.labels == ["A & B"])
    }
}
