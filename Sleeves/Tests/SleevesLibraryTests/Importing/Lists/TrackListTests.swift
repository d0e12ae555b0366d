import Foundation
import Testing

@testable import SleevesLibrary

/// Lists of tracks, as programs write them, become albums with tracks.
@Suite struct TrackListTests {
    private func csv(_ text: String) throws -> ImportResult {
        let folder = try TemporaryFolder()
        return try CSVListImporter.read(fileAt: folder.write(text, to: "tracks.csv"))
    }

    private func json(_ text: String) throws -> ImportResult {
        try JSONListImporter.read(Array(text.utf8), path: "tracks.json")
    }

    @Test func `a table with album, title and artist gives albums with tracks`() throws {
        let result = try csv(
            """
            Album,Title,Artist,Track,Year,Length\r
            Debut,Venus as a Boy,Björk,3,1993,4:41\r
            "Debut","Human ""Behaviour""\",BJÖRK,1,1993,4:12\r
            Greatest Hits,One,Queen,,1981,\r
            Greatest Hits,Two,Abba,,1976,\r
            ,Loose,Queen,,,\r

            """)
        #expect(result.albums.map(\.title) == ["Debut", "Greatest Hits", "Greatest Hits"])
        #expect(result.albums.map(\.artist) == ["Björk", "Queen", "Abba"])
        #expect(result.albums.map(\.year) == [1993, 1981, 1976])
        #expect(result.albums[0].tracks.map(\.title) == [#"Human "Behaviour""#, "Venus as a Boy"])
        #expect(result.albums[0].tracks.map(\.seconds) == [252, 281])
        #expect(result.albums[0].tracks.map(\.artist) == [nil, nil])
        #expect(result.problems.map(\.reason) == ["1 track names no album and was left out."])
        #expect(result.keysIgnored == 0)
    }

    @Test func `Exportify's table gives each album of Spotify once, compilations too`() throws {
        let header =
            #""Track URI","Track Name","Artist URI(s)","Artist Name(s)","Album URI","Album Name","Album Artist URI(s)","Album Artist Name(s)","#
            + #""Album Release Date","Album Image URL","Disc Number","Track Number","Track Duration (ms)","Explicit","ISRC","Added By","Added At""#
        let rows = [
            #""spotify:track:1","Get Lucky","a","Daft Punk, Pharrell Williams","spotify:album:1","Random Access Memories","a","Daft Punk","#
                + #""2013-05-17","https://i.scdn.co/image/ab67","1","8","369626","false","X","","2020-01-02T10:00:00Z""#,
            #""spotify:track:2","Contact","a","Daft Punk","spotify:album:1","Random Access Memories","a","Daft Punk","#
                + #""2013-05-17","https://i.scdn.co/image/ab67","1","13","381426","false","X","","2020-01-01T10:00:00Z""#,
            #""spotify:track:2","Contact","a","Daft Punk","spotify:album:1","Random Access Memories","a","Daft Punk","#
                + #""2013-05-17","https://i.scdn.co/image/ab67","1","13","381426","false","X","","2020-01-01T10:00:00Z""#,
            #""spotify:track:3","Hallelujah","b","Rufus Wainwright","spotify:album:2","Shrek","c","Various Artists","#
                + #""2001","","1","10","248000","false","X","","2020-01-01T10:00:00Z""#,
        ]
        let result = try csv(header + "\n" + rows.joined(separator: "\n"))
        #expect(result.albums.map(\.title) == ["Random Access Memories", "Shrek"])
        #expect(result.albums.map(\.artist) == ["Daft Punk", "Various Artists"])
        #expect(result.albums[0].tracks.map(\.title) == ["Get Lucky", "Contact"])
        #expect(result.albums[0].tracks.map(\.artist) == ["Daft Punk, Pharrell Williams", nil])
        #expect(result.albums[0].tracks.map(\.seconds) == [370, 381])
        #expect(result.albums[0].coverURL == "https://i.scdn.co/image/ab67")
        #expect(result.albums[0].added == Date(timeIntervalSince1970: 1_577_872_800))
        #expect(
            result.albums[1].tracks == [TrackRecord(title: "Hallelujah", artist: "Rufus Wainwright", disc: 1, number: 10, seconds: 248)])
        #expect(result.problems == [])
        #expect(Set(result.ignoredKeys.keys) == ["Track URI", "Artist URI(s)", "Album Artist URI(s)", "Explicit", "ISRC"])
    }

    @Test func `the other Exportify's table, without album artists, keeps albums together`() throws {
        let result = try csv(
            "\u{FEFF}\"Track URI\",\"Track Name\",\"Album Name\",\"Artist Name(s)\",\"Release Date\",\"Duration (ms)\"\n"
                + "\"spotify:track:1\",\"A\",\"Led Zeppelin IV\",\"Led Zeppelin\",\"1971-11-08\",\"482830\"\n"
                + "\"spotify:track:2\",\"B\",\"Led Zeppelin IV\",\"Led Zeppelin;Sandy Denny\",\"1971-11-08\",\"351000\"\n")
        #expect(result.albums.map(\.artist) == ["Led Zeppelin"])
        #expect(result.albums.first?.trackCount == 2)
    }

    @Test func `a playlist that iTunes exports as text is read, in UTF-16 and with its line ends`() async throws {
        let text =
            "Name\tArtist\tComposer\tAlbum\tGrouping\tGenre\tSize\tTime\tDisc Number\tDisc Count\tTrack Number\tTrack Count\tYear\r"
            + "Army of Me\tBjörk\t\tPost\t\tElectronic\t9000\t234\t1\t1\t1\t11\t1995\r"
        let folder = try TemporaryFolder()
        let path = try folder.write([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, to: "Playlist.txt")
        let fixture = try LibraryFixture()
        #expect(await fixture.library.canImport(path))
        let report = try await fixture.library.importAlbums(at: [path])
        #expect(report.problems == [])
        let album = try #require(try fixture.persistency.albums().first)
        #expect(album.title == "Post" && album.artist == "Björk" && album.year == 1995 && album.genre == "Electronic")
        #expect(
            try fixture.persistency.tracks(of: album.id) == [TrackRecord(title: "Army of Me", disc: 1, number: 1, seconds: 234)])
    }

    @Test func `the JSON of beet export becomes albums with tracks`() throws {
        let result = try json(
            #"""
            [
                {"acoustid_id": "", "album": "Kind of Blue", "albumartist": "Miles Davis", "artist": "Miles Davis", "title": "So What",
                 "track": 1, "disc": 1, "year": 1959, "genre": "Jazz", "length": "9:22", "comp": false, "mb_albumid": "b-1", "path": "/m/1"},
                {"acoustid_id": "", "album": "Kind of Blue", "albumartist": "Miles Davis", "artist": "Miles Davis feat. Bill Evans",
                 "title": "Blue in Green", "track": "03", "disc": "01", "year": "1959", "length": 337.6, "mb_albumid": "b-1"},
                {"album": "", "artist": "Nobody", "title": "Loose"}
            ]
            """#)
        let album = try #require(result.albums.first)
        #expect(result.albums.count == 1)
        #expect(album.title == "Kind of Blue" && album.artist == "Miles Davis" && album.year == 1959 && album.genre == "Jazz")
        #expect(
            album.tracks == [
                TrackRecord(title: "So What", disc: 1, number: 1, seconds: 562),
                TrackRecord(title: "Blue in Green", artist: "Miles Davis feat. Bill Evans", disc: 1, number: 3, seconds: 338),
            ])
        #expect(result.problems.map(\.reason) == ["1 track names no album and was left out."])
        #expect(result.ignoredKeys == [:])
    }

    @Test func `the JSON of beet export for albums gives the albums`() throws {
        let result = try json(
            #"{"album": "Kind of Blue", "albumartist": "Miles Davis", "year": 1959}"# + "\n"
                + #"{"album": "E.S.P.", "albumartist": "Miles Davis"}"#)
        #expect(result.albums.map(\.title) == ["Kind of Blue", "E.S.P."])
        #expect(result.albums.map(\.trackCount) == [nil, nil])
    }

    @Test func `Spotify's YourLibrary gives saved albums and the albums of saved tracks, once each`() throws {
        let result = try json(
            #"""
            {
              "tracks": [
                {"artist": "Flower Face", "album": "Baby Teeth", "track": "Maniac", "uri": "spotify:track:56O4"},
                {"artist": "Radiohead", "album": "In Rainbows", "track": "Nude", "uri": "spotify:track:3"}
              ],
              "albums": [
                {"artist": "Radiohead", "album": "In Rainbows", "uri": "spotify:album:AAA"},
                {"artist": "Zaz", "album": "Spotify Sessions", "uri": "spotify:album:4Oun"}
              ],
              "shows": [{"name": "Some Podcast", "publisher": "P", "uri": "spotify:show:A"}],
              "episodes": [], "bannedTracks": [{"artist": "X", "track": "Y", "album": "Z", "uri": "spotify:track:b"}],
              "artists": [{"name": "Aphex Twin", "uri": "spotify:artist:A"}], "bannedArtists": [], "other": []
            }
            """#)
        #expect(result.albums.map(\.title) == ["Baby Teeth", "In Rainbows", "Spotify Sessions"])
        #expect(result.albums.map { $0.tracks.map(\.title) } == [["Maniac"], ["Nude"], []])
        #expect(result.problems == [] && result.ignoredKeys == [:])
    }

    @Test func `an entry with tracks of its own, a line each, is an entry and not a page`() throws {
        let result = try json(
            #"{"title": "T", "artist": "A", "tracks": [{"title": "x"}]}"# + "\n" + #"{"title": "U", "artist": "A", "tracks": []}"#)
        #expect(result.albums.map(\.title) == ["T", "U"])
    }

    @Test func `albums of one name and other years are apart if their numbers are taken, and together otherwise`() throws {
        func albums(_ rows: [String]) throws -> [CompleteAlbum] {
            try csv("Title,Artist,Album,Track,Year\n" + rows.map { "\($0)\n" }.joined()).albums
        }
        func ids(_ rows: [String]) throws -> [AlbumID] { try albums(rows).map(\.id) }
        let (blue, green) = (["a,Weezer,Weezer,1,1994", "b,Weezer,Weezer,2,1994"], ["c,Weezer,Weezer,1,2001", "d,Weezer,Weezer,2,2001"])
        for rows in [blue + green, green + blue, [blue[0], green[0], green[1], blue[1]]] {
            let found = try albums(rows).sorted { $0.year ?? 0 < $1.year ?? 0 }
            #expect(found.map(\.year) == [1994, 2001] && found.map { $0.tracks.map(\.title) } == [["a", "b"], ["c", "d"]])
            #expect(try found[0].id == ids(blue)[0] && found[1].id != found[0].id)
        }
        // Songs have years of their own, and so may the same songs.
        #expect(try albums(["a,Oak,Best,1,1970", "b,Oak,Best,2,1975", "c,Oak,Best,3,1990"]).count == 1)
        #expect(try albums(["a,Oak,Best,1,1970", "A,Oak,Best,1,1990"]).count == 1)
        #expect(try albums(["a,Oak,Best,1,1970", "b,Oak,Best,1,1970"]).count == 1)
        #expect(try albums(["a,Oak,Best,,1970", "b,Oak,Best,,1990"]).count == 1)
        #expect(try albums(["a,Oak,Best,1,", "b,Oak,Best,1,1990"]).count == 1)
        #expect(try albums((1...20).map { "s\($0),Oak,Box,\(($0 - 1) % 10 + 1),\(1960 + $0 / 3)" }).count == 1)
    }

    @Test(
        "A comma is part of a name, unless the list separates performers by it or names the first one alone",
        arguments: [
            ("Artist", ["Young, Neil", "Young, Paul"], ["Young, Neil", "Young, Paul"]),
            ("Artist", ["Young, Neil", "Young, Neil"], ["Young, Neil"]),
            ("Artist Name(s)", ["Drake, A", "Drake, B", "Drake, C"], ["Drake"]),
            ("Artist Name(s)", ["Drake, A", "Drake, A"], ["Drake, A"]),
            ("Artist", ["Oak, Elm", "Oak"], ["Oak"]), ("Artist", ["Oak", "Oak, Elm", "Oak, Fir"], ["Oak"]),
            ("Artist", ["Earth, Wind & Fire", "EARTH, WIND & FIRE"], ["Earth, Wind & Fire"]), ("Artist", ["Oak", "Elm"], ["Oak", "Elm"]),
        ])
    func commas(column: String, artists: [String], read: [String]) throws {
        let rows = artists.enumerated().map { "S\($0),Live,\"\($1)\"\n" }.joined()
        let result = try csv("Title,Album,\(column)\n" + rows)
        #expect(result.albums.map(\.artist).sorted() == read.sorted())
        #expect(result.albums.map(\.tracks.count).reduce(0, +) == artists.count)
    }

    @Test func `tracks of one album are together whatever apostrophes and hyphens its names have`() throws {
        let first = try csv("Title,Artist,Album\nS1,A‐B,Don’t Wait\n").albums
        let result = try csv("Title,Artist,Album\nS1,A‐B,Don’t Wait\nS2,A-B,Don't Wait\n").albums
        #expect(result.map(\.id) == first.map(\.id) && result.map(\.trackCount) == [2])
    }

    @Test func `ten thousand tracks are read`() throws {
        let rows = (0..<10_000).map { "Album \($0 / 10),Track \($0),Artist \($0 / 100)" }
        let result = try csv("Album,Title,Artist\n" + rows.joined(separator: "\n"))
        #expect(result.albums.count == 1_000 && result.albums.allSatisfy { $0.trackCount == 10 })
    }

    @Test func `Exportify's later table gives genres, labels and artists that semicolons separate`() throws {
        let result = try csv(
            "\"Track URI\",\"Track Name\",\"Album Name\",\"Artist Name(s)\",\"Release Date\",\"Duration (ms)\",\"Popularity\",\"Explicit\","
                + "\"Added By\",\"Added At\",\"Genres\",\"Record Label\",\"Danceability\"\n"
                + "\"spotify:track:1\",\"A\",\"Sap\",\"Elm\",\"1971-11-08\",\"482830\",\"70\",\"false\",\"me\",\"2024-01-02T10:00:00Z\","
                + "\"folk,rock\",\"Moor Records\",\"0.3\"\n"
                + "\"spotify:track:2\",\"B\",\"Sap\",\"Elm;Oak, the Band\",\"1971-11-08\",\"351000\",\"60\",\"false\",\"me\","
                + "\"2024-01-02T10:00:00Z\",\"folk,rock\",\"Moor Records\",\"0.4\"\n")
        let album = try #require(result.albums.first)
        #expect(result.albums.count == 1 && album.artist == "Elm" && album.year == 1971 && album.genre == "folk, rock")
        #expect(album.tracks.map(\.artist) == [nil, "Elm, Oak, the Band"])
        #expect(album.release == ReleaseRecord(labels: ["Moor Records"]))
    }
}
