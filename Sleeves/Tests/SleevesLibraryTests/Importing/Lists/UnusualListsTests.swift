import Foundation
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary

@Suite("Lists as programs really write them")
struct UnusualListsTests {
    @Test func `a table that breaks off within its last line is not whole, whatever came before`() throws {
        let table = "Artist,Title,Label,Released\nAda,Blue,One,1998\nFir,Cone,Two,2001\nOak,Acorn,Three,2003\n"
        func isWhole(_ text: String) throws -> Bool {
            let contents = ListContents()
            try CSVListImporter.read(ByteSource(Array(text.utf8)), path: "list.csv", into: contents)
            return contents.lists.allSatisfy(\.isWhole)
        }
        #expect(try isWhole(table) && isWhole(String(table.dropLast())))
        #expect(try !isWhole(String(table.dropLast(8))) && !isWhole(String(table.dropLast(15))))
        // Rows may be too short.
        #expect(try isWhole(String(table.dropLast(6)) + "\n") && isWhole("Artist,Title,Label\nAda,Blue\nFir,Cone"))
    }

    private func isWhole(_ text: String, by importer: any ListImporter.Type) throws -> Bool {
        let contents = ListContents()
        try importer.read(ByteSource(Array(text.utf8)), path: "list", into: contents)
        return contents.lists.allSatisfy(\.isWhole)
    }

    @Test(
        "A table that breaks off between quotation marks isn't whole",
        arguments: [
            ("Elm,Sap,\"b,", false), ("Elm,Sap,\"b", false), ("Elm,Sap,\"b\nc", false), ("Elm,\"Sap", false), ("Elm,Sap,\"b\"", true),
            ("Elm,Sap,12\" mix", true), ("Elm,\"Sap,b\nFir,Cone,c", true), ("Elm,\"Sap,b\nFir,Cone,\"c\"\n", true),
            ("Elm,Sap,\"b\nc\"\n", true),
        ])
    func brokenQuotes(rows: String, isWhole: Bool) throws {
        #expect(try self.isWhole("Artist,Title,Notes\nOak,Plain,\"a\"\n" + rows, by: CSVListImporter.self) == isWhole)
    }

    @Test("A list of which pages are missing isn't whole, and one that names no pages is")
    func missingPages() throws {
        func page(_ page: Int, of count: Int, isFirst: Bool = true, section: String = "releases") -> String {
            let pagination = #""pagination": {"page": \#(page), "pages": \#(count), "urls": {"next": "https://api.discogs.com/?page=2"}}"#
            let list = #""\#(section)": [{"basic_information": {"id": \#(page), "title": "T\#(page)", "artists": [{"name": "Oak"}]}}]"#
            return "{" + (isFirst ? pagination + ", " + list : list + ", " + pagination) + "}"
        }
        for isFirst in [true, false] {
            #expect(try isWhole(page(1, of: 2, isFirst: isFirst) + page(2, of: 2, isFirst: isFirst), by: JSONListImporter.self))
            #expect(
                try isWhole(
                    "[" + page(2, of: 2, isFirst: isFirst) + "," + page(1, of: 2, isFirst: isFirst) + "]", by: JSONListImporter.self))
            #expect(try !isWhole(page(1, of: 2, isFirst: isFirst), by: JSONListImporter.self))
            #expect(
                try !isWhole(
                    "[" + page(3, of: 3, isFirst: isFirst) + "," + page(1, of: 3, isFirst: isFirst) + "]", by: JSONListImporter.self))
        }
        #expect(try isWhole(page(1, of: 1) + page(1, of: 1, section: "wants"), by: JSONListImporter.self))
        #expect(try !isWhole(page(1, of: 1) + page(1, of: 2, section: "wants"), by: JSONListImporter.self))
        #expect(try isWhole(#"{"pagination": {}, "releases": []}"#, by: JSONListImporter.self))
        #expect(try isWhole(#"{"pagination": {"page": 1, "pages": 0}, "releases": []}"#, by: JSONListImporter.self))
    }

    @Test(
        "Lists that were put together name their columns again, in whatever order and spelling",
        arguments: [
            "Artist,Title,Year", "ARTIST,TITLE,YEAR,", "\u{FEFF}Artist,Title,Year", "\"Artist\", Title ,Year", "Title,Artist,Year",
            "Year,Artist,Title",
        ])
    func repeatedHeadings(heading: String) throws {
        let columns = heading.lowercased().split(separator: ",").map { $0.filter(\.isLetter) }
        let row = columns.map { ["artist": "Elm", "title": "Sap", "year": "1991"][$0] ?? "" }.joined(separator: ",")
        let result = try csv("Artist,Title,Year\nOak,Plain,1990\n\(heading)\n\(row)\nTitle,Artist,1992\n")
        let others = columns.first == "title" ? ["Artist by Title"] : columns.first == "year" ? [] : ["Title by Artist"]
        #expect(result.albums.map { "\($0.artist) by \($0.title)" }.prefix(2) == ["Oak by Plain", "Elm by Sap"])
        #expect(result.albums.dropFirst(2).map { "\($0.artist) by \($0.title)" } == (others.isEmpty ? ["Artist by 1992"] : others))
    }

    @Test(
        "Rows before the names of the columns may have several cells, and other separators",
        arguments: [
            "Record collection;2024\nArtist;Title;Year\nOak;Plain;1990\n",
            "My records;;Stand: 01.02.2024\n;;\nArtist;Title;Year\nOak;Plain;1990\n",
            "Records of Ann, 2024, all\nArtist;Title;Year\nOak;Plain;1990\n", "\"Ann's; all\",1,2\nArtist,Title,Year\nOak,Plain,1990\n",
            "Artist,Title,Year\nOak,Plain,1990\n",
        ])
    func titleRows(text: String) throws {
        let result = try csv(text)
        #expect(result.albums.map(\.artist) == ["Oak"])
        #expect(result.problems == [])
    }

    private func csv(_ text: String) throws -> ImportResult {
        let folder = try TemporaryFolder()
        return try CSVListImporter.read(fileAt: folder.write(text, to: "list.csv"))
    }

    private func json(_ text: String) throws -> ImportResult {
        try JSONListImporter.read(Array(text.utf8), path: "list.json")
    }

    @Test("Blanks around quotation marks aren't part of a value")
    func blanks() throws {
        let header =
            "RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,Purchase Date,"
            + "Media Type,Review"
        let result = try csv(
            """
            \(header)
            "1","","Oak","","","Plain","2002","0","o","2019-05-17","CD",  ""
            "2","","Elm","","","Sap","2003","9","o","","CD",  "Great, really

            Second line"
            """)
        #expect(result.problems == [])
        #expect(result.albums.map { $0.release?.copies.first?[.notes] } == [nil, "Great, really Second line"])
        #expect(result.albums.first?.release?.copies.first?[.bought] == "2019-05-17")

        let plain = try csv("TITLE, ARTIST , YEAR\n\"Plain, too\" , \"Oak, A\",1990\n7\" EP, Elm \"Live\",1991\n")
        #expect(plain.albums.map(\.title) == ["Plain, too", "7\" EP"])
        #expect(plain.albums.map(\.artist) == ["Oak, A", "Elm \"Live\""])
        #expect(plain.albums.map(\.year) == [1990, 1991])
    }

    @Test(
        "The other dates of a table tell which of day and month comes first",
        arguments: [
            (["1/5/2020 3:04", "1/13/2020 3:04", "12/31/2019 3:04"], ["2020-01-05", "2020-01-13", "2019-12-31"]),
            (["1/5/2020 3:04", "13/1/2020 3:04"], ["2020-05-01", "2020-01-13"]),
            (["1/5/2020", "2/3/2020"], ["2020-05-01", "2020-03-02"]),
            (["1/5/20, 3:04 PM", "2/3/20, 12:04 AM"], ["2020-01-05", "2020-02-03"]),
            (["1.5.2020", "13.1.2020"], ["2020-05-01", "2020-01-13"]),
            (["1/5/2020", "1/13/2020", "13/1/2020"], ["2020-05-01", "2020-01-13", "2020-01-13"]),
        ])
    func dates(written: [String], read: [String]) throws {
        let rows = written.enumerated().map { "Oak,Album \($0),\"\($1)\",\"\($1)\"\n" }.joined()
        let result = try csv("Artist,Title,Date Added,Bought\n" + rows)
        let copies = result.albums.compactMap { $0.release?.copies.first }
        #expect(copies.compactMap { $0[.bought] } == read)
        #expect(copies.compactMap { $0.added.map { String($0.ISO8601Format().prefix(10)) } } == read)
    }

    @Test(
        "A time of day is read with its half of the day, and with its distance from UTC",
        arguments: [
            ("2/18/17, 11:19 PM", "2017-02-18T23:19:00Z"), ("2/18/17, 12:19 AM", "2017-02-18T00:19:00Z"),
            ("43831", "2020-01-01T00:00:00Z"), ("43831.5", "2020-01-01T12:00:00Z"), ("2017-02-18, 11:19", "2017-02-18T11:19:00Z"),
            ("2020-01-05T03:04:05-0800", "2020-01-05T11:04:05Z"),
            ("2020-01-05T03:04:05+05:30", "2020-01-04T21:34:05Z"), ("2020-01-05T03:04:05+0000", "2020-01-05T03:04:05Z"),
        ])
    func times(written: String, read: String) throws {
        #expect(DiscogsDate.moment(in: written)?.ISO8601Format() == read)
        let tracks = try csv("Name\tArtist\tAlbum\tDate Added\nS\tOak\tPlain\t\(written)\n")
        #expect(tracks.albums.first?.album.added?.ISO8601Format() == read)
    }

    @Test("A day that no month has isn't a date")
    func noDay() throws {
        let result = try csv("Artist,Title,Date Added\nOak,Plain,2020-02-30\n")
        #expect(result.albums.first?.album.added == nil)
        #expect(result.problems.count == 1)
    }

    @Test("A wantlist may have other columns, but not those of a collection", arguments: ["", ",Genre", ",Genre,Mine"])
    func wantlists(others: String) throws {
        let header = "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,Notes" + others
        let columns = header.split(separator: ",")
        let row = columns.map { $0 == "Artist" ? "Oak" : $0 == "Title" ? "Plain" : $0 == "release_id" ? "7" : "" }.joined(separator: ",")
        let result = try csv("\(header)\n\(row)\n")
        #expect(result.wanted.map(\.title) == ["Plain"])
        #expect(result.albums.isEmpty)
        #expect(try csv("\(header),CollectionFolder\n\(row),Rock\n").albums.map(\.title) == ["Plain"])
        #expect(try csv("Artist,Title,Label,Format,Released,release_id,Notes\nOak,Plain,,,,7,\n").albums.map(\.title) == ["Plain"])
    }

    @Test("A rounded number of a release is none: two albums stay two")
    func roundedNumbers() throws {
        let result = try csv("Artist,Title,release_id\nOak,Plain,1.23457E+07\nElm,Sap,1.23457E+07\nAsh,Bark,\"249504,0\"\n")
        #expect(result.albums.map(\.title) == ["Plain", "Sap", "Bark"])
        #expect(result.albums.map { $0.release?.discogsID } == [nil, nil, 249_504])
        #expect(result.problems.count == 2)
    }

    @Test(
        "The number of a release is read as Discogs writes it",
        arguments: [
            ("r123", 123), ("[r123]", 123), ("https://www.discogs.com/release/456-Elm-Sap", 456),
            ("https://www.discogs.com/de/release/456", 456),
            ("https://www.discogs.com/Elm-Sap/release/456", 456), ("123", 123), ("https://www.discogs.com/master/456", nil), ("r", nil),
            ("r12x", nil),
            ("red", nil), ("https://example.org/release/456", nil),
        ] as [(String, Int?)])
    func releaseNumbers(written: String, read: Int?) throws {
        let result = try csv("Artist,Title,release_id\nOak,Plain,\(written)\n")
        #expect(result.albums.map { $0.release?.discogsID } == [read])
        #expect(result.problems.count == (read == nil ? 1 : 0))
    }

    @Test(
        "Ratings are read in the forms that programs write",
        arguments: [
            ("4", "4"), ("4.0", "4"), ("4.5", "5"), ("4/5", "4"), ("8/10", "4"), ("80/100", "4"), ("★★★★", "4"), ("★★☆☆☆", "2"),
            ("3½", "4"), ("★★★½", "4"), ("☆☆☆☆☆", nil), ("0", nil),
        ])
    func ratings(written: String, read: String?) throws {
        let result = try csv("Artist,Title,Rating\nOak,Plain,\(written)\n")
        #expect(result.albums.first?.release?.copies.first?[.rating] == read)
        #expect(result.problems == [])
    }

    @Test("A rating that can't be read is said", arguments: ["80", "good", "6/5", "4/7"])
    func unreadableRatings(written: String) throws {
        let result = try csv("Artist,Title,Rating\nOak,Plain,\(written)\n")
        #expect(result.albums.first?.release?.copies.first?[.rating] == nil)
        #expect(result.problems.count == 1)
    }

    @Test(
        "The ratings of a table show how many points there are",
        arguments: [
            (["8", "4", "10"], ["4", "2", "5"]), (["80", "100", "55", "4"], ["4", "5", "3", "1"]),
            (["5", "4", "3", "2", "9"], ["5", "4", "3", "2", nil]),
            (["5 stars", "1 Star", "***", "4"], ["5", "1", "3", "4"]), (["9.5", "7/10", "8", "0"], ["5", "4", "4", nil]),
            (["4.5/5", "3"], ["5", "3"]),
        ] as [([String], [String?])])
    func scales(written: [String], read: [String?]) throws {
        let result = try csv("Artist,Title,My Rating\n" + written.enumerated().map { "Oak,Album \($0),\($1)\n" }.joined())
        #expect(result.albums.map { $0.release?.copies.first?[.rating] } == read)
    }

    @Test("A formula that is only a text is that text")
    func guardedTexts() throws {
        let result = try csv(
            "Artist,Title,Year,Barcode,Catalog#\n"
                + #""=""10cc""","=""1999""","=""1990""","=""0724384260958""",="007""# + "\n"
                + #"Elm,"=""Say """"Sap""","=""1991""","=""1""&""2""",=12"# + "\n" + #"Fir,"'=""Cone""",,"=""""","# + "\n")
        #expect(result.albums.map(\.artist) == ["10cc", "Elm", "Fir"])
        #expect(result.albums.map(\.title) == ["1999", #"Say "Sap"#, #"="Cone""#])
        #expect(result.albums.map(\.year) == [1990, 1991, nil])
        #expect(result.albums.map { $0.release?.barcode } == ["0724384260958", #"="1"&"2""#, nil])
        #expect(result.albums.map { $0.release?.catalogueNumber } == ["007", "=12", nil])
    }

    @Test("A column that is empty leaves its place to another one with a name of the same")
    func severalColumns() throws {
        let years = try csv("Artist,Title,Released,Year\nOak,Plain,,1990\nElm,Sap,1991-02-03,1991\nFir,Cone,1992,\n")
        #expect(years.albums.map(\.year) == [1990, 1991, 1992])
        #expect(years.ignoredKeys == ["Year": 1])
        let others = try csv("Artist,Title,Artist,Collection Media Condition,Media Condition\n,Plain,Oak,,NM\nElm,Sap,,VG,\n")
        #expect(others.albums.map(\.artist) == ["Oak", "Elm"] && others.ignoredKeys == [:])
        #expect(others.albums.map { $0.release?.copies.first?[.mediaCondition] } == ["NM", "VG"])
    }

    @Test(
        "The asterisk of a name that is written differently on the sleeve isn't part of the name",
        arguments: [
            ("Oak*", "Oak"), ("Oak (2)*", "Oak"), ("Oak* & Elm (2)*", "Oak & Elm"), ("Oak* / Elm*", "Oak / Elm"), ("N*E*R*D", "N*E*R*D"),
            ("F**k", "F**k"), ("Oak**", "Oak**"), ("* *", "* *"), ("*", "*"),
        ])
    func asterisks(written: String, read: String) throws {
        #expect(try csv("Artist,Title,release_id\n\(written),Plain,1\n").albums.map(\.artist) == [read])
        #expect(try csv("Artist,Title,release_id\nOak*,Plain,\n").albums.map(\.artist) == ["Oak*"])
    }

    @Test("An album was added when its list says so now, unless that isn't a date, or is in the future")
    func correctedDates() async throws {
        let (fixture, folder) = (try LibraryFixture(), try TemporaryFolder())
        func added(_ date: String) async throws -> String? {
            let path = try folder.write("Artist,Title,release_id,Date Added\nOak,Plain,1,\(date)\n", to: "list.csv")
            try await fixture.library.importAlbums(at: [path])
            return try fixture.persistency.albums().first?.added.map { String($0.ISO8601Format().prefix(10)) }
        }
        let first = try #require(try await added(""))
        #expect(first > "2024")
        #expect(try await added("2020-01-02 03:04:05") == "2020-01-02")
        #expect(try await added("2010-01-01 00:00:00") == "2010-01-01")
        #expect(try await added("2012-01-01 00:00:00") == "2012-01-01")
        for date in ["", "soon", "2199-01-01 00:00:00"] { #expect(try await added(date) == "2012-01-01") }
    }

    @Test(
        "A table of tracks without their albums is refused, and one of albums with times isn't",
        arguments: [
            ("Title,Artist,Duration,ISRC", false), ("Index,TagTime,Title,Artist,URL,TrackKey", false), ("Artist,Title,BPM", false),
            ("Artist,Title,Length", true), ("Artist,Title,Duration,Tracks", true), ("Artist,Title,Format,ISRC", true),
            ("Artist,Title,release_id,BPM", true),
        ])
    func tracksOnly(header: String, isRead: Bool) throws {
        let row = header.split(separator: ",").map { $0 == "Title" ? "Plain" : $0 == "Artist" ? "Oak" : "1" }.joined(separator: ",")
        if isRead {
            #expect(try csv("\(header)\n\(row)\n").albums.map(\.title) == ["Plain"])
        } else {
            let error = try #require(throws: ImportError.self) { try csv("\(header)\n\(row)\n") }
            #expect(error.reason.contains("tracks without their albums"))
        }
    }

    @Test("A wish is marked as checkboxes are", arguments: ["yes", "TRUE", "1", "x", "✓"])
    func wishes(mark: String) throws {
        let result = try csv("Artist,Title,Wanted\nOak,Plain,\(mark)\nElm,Sap,no\nAsh,Bark,FALSE\n")
        #expect(result.wanted.map(\.title) == ["Plain"])
        #expect(result.albums.map(\.title) == ["Sap", "Bark"])
    }

    @Test("An owned album keeps a wish for another copy, and isn't a wish itself", arguments: [["", "yes"], ["yes", ""]])
    func wishesOfOwnedAlbums(marks: [String]) throws {
        let rows = marks.map { "Oak,Plain,1,\($0)\n" }.joined()
        let result = try csv("Artist,Title,release_id,Wanted\n\(rows)Elm,Sap,2,yes\nElm,Sap,2,yes\nAsh,Bark,3,\n")
        #expect(result.albums.map(\.title) == ["Plain", "Bark"])
        #expect(result.albums.map { $0.release?.copies.map(\.isWanted) } == [[false, true], [false]])
        #expect(result.wanted.map(\.title) == ["Sap"])
        #expect(result.problems == [])
    }

    @Test(
        "The identifier in a table of this program is one, or none",
        arguments: ["0123456789abcdef01234567", "../../etc", "0123456789ABCDEF01234567", ""])
    func identifiers(text: String) throws {
        let result = try csv("Artist,Title,Sleeves ID\nOak,Plain,\(text)\n")
        #expect(result.albums.map(\.exportedID) == [AlbumID(checking: text)])
        #expect(result.albums.map(\.id) == (try csv("Artist,Title\nOak,Plain\n").albums.map(\.id)))
    }

    @Test("Quantities and years are read as spreadsheets write them")
    func numbers() throws {
        let result = try csv("Artist,Title,Quantity,Year\nOak,Plain,2.0,19900101\n")
        #expect(result.albums.first?.release?.copies.count == 2)
        #expect(result.albums.first?.album.year == 1990)
    }

    @Test("Names of columns may be quoted with other separators in them, and lines without columns may stand before them")
    func headings() throws {
        for text in [
            "Artist;Title;\"Year, Month, Day, Shop\"\nOak;Plain;1990\n", "My records\nArtist;Title\nOak;Plain\n",
            ",,\nArtist,Title,Year\nOak,Plain,1990\n",
            "# 2 records\n\nArtist\tTitle\nOak\tPlain\n", "Artist|Title\nOak|Plain\n", "Artist,Title\nOak,Plain\nArtist,Title\n",
        ] {
            #expect(try csv(text).albums.map(\.title) == ["Plain"], "\(text)")
        }
    }

    @Test("Albums under “albums” needn't be Spotify's")
    func albumsInJSON() throws {
        let result = try json(#"{"albums": [{"title": "Plain", "artist": "Oak", "year": "1990-05-01"}]}"#)
        #expect(result.albums.map(\.title) == ["Plain"])
        #expect(result.albums.first?.album.year == 1990)
        #expect(result.problems == [])
    }

    @Test(
        "JSON is read with capital keys, lists of names, numbers as titles, and words for no number",
        arguments: [
            #"{"Title": "Plain", "Artist": "Oak", "Year": 1990}"#, #"{"TITLE": "Plain", "artist": ["Oak"], "year": 1990, "genre": []}"#,
            #"{"title": "Plain", "artist": "Oak", "year": 1990, "rating": NaN, "a": [-Infinity, Infinity]}"#,
        ])
    func otherJSON(entry: String) throws {
        let result = try json("[\(entry)]")
        #expect(result.albums.map(\.title) == ["Plain"] && result.albums.map(\.artist) == ["Oak"] && result.albums.map(\.year) == [1990])
        #expect(result.problems == [])
    }

    @Test("Words in the texts of JSON stay, and only whole numbers are titles")
    func wordsInJSON() throws {
        let result = try json(
            #"[{"title": 1999, "artist": ["Oak", "Elm"], "x": NaN}, {"title": "\"NaN\" Infinity", "artist": "NaN", "year": NaN}]"#)
        #expect(result.albums.map(\.title) == ["1999", #""NaN" Infinity"#] && result.albums.map(\.artist) == ["Oak, Elm", "NaN"])
        #expect(result.albums.map(\.year) == [nil, nil])
        #expect(try json(#"[{"title": "Plain", "Title": "Sap", "artist": "Oak", "ARTIST": "Elm"}]"#).albums.map(\.title) == ["Plain"])
    }

    @Test("JSON in a Western encoding is read")
    func westernJSON() throws {
        let bytes = Array(#"[{"title": "D"#.utf8) + [0xE9] + Array(#"but", "artist": "Bj"#.utf8) + [0xF6] + Array(#"rk"}]"#.utf8)
        let result = try JSONListImporter.read(bytes, path: "list.json")
        #expect(result.albums.map(\.title) == ["Début"])
        #expect(result.albums.map(\.artist) == ["Björk"])
    }

    @Test("A copy that two pages name is one")
    func overlappingPages() throws {
        let item = #"{"instance_id": 9, "basic_information": {"id": 5, "title": "Plain", "artists": [{"name": "Oak"}]}}"#
        let other = item.replacing("9", with: "10")
        let result = try json(#"{"releases": [\#(item)]}{"releases": [\#(item), \#(other)]}"#)
        #expect(result.albums.map { $0.release?.copies.count } == [2])
    }

    @Test("“Various” and “Various Artists” are one artist of a compilation")
    func various() throws {
        let result = try csv(
            "Title,Artist,Album,Album Artist\nS1,Oak,Comp,Various\nS2,Elm,Comp,Various Artists\nS3,Ash,Comp,Various Artists\n")
        #expect(result.albums.map(\.artist) == ["Various Artists"])
        #expect(result.albums.map(\.trackCount) == [3])
    }

    @Test("Booklets and radio stations are no tracks, and texts in XML may be marked as data")
    func appleLibrary() throws {
        func track(_ id: Int, _ name: String, _ more: String = "") -> String {
            "<key>\(id)</key><dict><key>Name</key><string><![CDATA[\(name)]]></string><key>Artist</key><string>Oak</string>"
                + "<key>Album</key><string>Plain</string>\(more)</dict>"
        }
        let tracks =
            track(1, "R & B") + track(2, "Digital Booklet", "<key>Kind</key><string>PDF document</string>")
            + track(3, "Radio", "<key>Kind</key><string>Internet audio stream</string><key>Track Type</key><string>URL</string>")
        let text = "<plist version=\"1.0\"><dict><key>Tracks</key><dict>\(tracks)</dict></dict></plist>"
        let result = try AppleLibraryImporter.read(Array(text.utf8), path: "Library.xml")
        #expect(result.albums.map { $0.tracks.map(\.title) } == [["R & B"]])
        let western = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\(text.replacing("Plain", with: "D#but"))".utf8).map {
            $0 == 0x23 ? 0xE9 : $0
        }
        #expect(try AppleLibraryImporter.read(western, path: "Library.xml").albums.map(\.title) == ["Début"])
    }

    @Test("A PLS playlist may have blanks around its signs")
    func playlist() throws {
        #expect(try Playlist.names(Array("[playlist]\nFile1 = one.mp3\nFile2=two.mp3 \n".utf8), isXSPF: false) == ["one.mp3", "two.mp3"])
    }
}
