import Testing

@testable import SleevesCovers
@testable import SleevesLibrary

@Suite struct AlbumAssemblyTests {
    private func album(
        _ tags: [AudioTags],
        paths: [String]? = nil,
        picture: @escaping (String) -> String? = { _ in nil }
    ) throws -> CompleteAlbum {
        let files = tags.enumerated().map { index, tags in
            var tags = tags
            tags.artist = tags.artist ?? "A"
            tags.album = tags.album ?? "One"
            return TaggedFile(path: paths?[index] ?? "/music/\(index).mp3", tags: tags)
        }
        let albums = try GroupedLibrary.albums(of: files, picture: picture)
        try #require(albums.count == 1)
        return albums[0]
    }

    @Test func `the spelling that most files use is shown, and of several the first`() throws {
        let most = try album([AudioTags(artist: "ABBA"), AudioTags(artist: "Abba"), AudioTags(artist: "Abba")])
        #expect(most.artist == "Abba")
        let tied = try album([AudioTags(album: "arrival"), AudioTags(album: "Arrival")])
        #expect(tied.title == "arrival")
    }

    @Test(
        arguments: [
            ("1993", 1993), ("1993-07-05", 1993), ("05.07.1993", 1993), ("19930705", 1993), ("199307", 1993), ("(c) 1993, 2011", 1993),
            ("July 1993", 1993), ("93", nil), ("0000", nil), ("9999", nil), ("1234", nil), ("", nil), ("unknown", nil), ("12345", nil),
        ] as [(String, Int?)])
    func `the year is the earliest plausible one in the date`(date: String, year: Int?) throws {
        #expect(try album([AudioTags(date: date)]).year == year)
    }

    @Test(
        arguments: [
            (["2005", "2005", "2005", "1905"], [], 2005), (["2005", "2004"], [], 2004),
            (["0000-00-00", "1905-00-00", "2005", "2005"], [], 2005),
            (["2011", "2011"], ["1973-03-01", "1973"], 1973), (["2011", "2011"], ["1973"], 1973), (["2011", "2011"], ["0000"], 2011),
            (["1999", "1999", "1999"], ["1965", "1967", "1970"], 1999), (["0000", "0000"], ["1965", "1967"], 1965), (["x"], ["y"], nil),
        ] as [([String], [String], Int?)])
    func `the year is that of the first release, or else the one that most files say`(
        dates: [String], originals: [String], year: Int?
    ) throws {
        let tags = dates.indices.map { AudioTags(date: dates[$0], originalDate: originals.indices.contains($0) ? originals[$0] : nil) }
        #expect(try album(tags).year == year)
    }

    @Test func `the year is the earliest of equally many files, and the genres are those of all, the most frequent first`() throws {
        let record = try album([
            AudioTags(date: "1999", genre: "Rock"), AudioTags(date: "1997", genre: "Pop"), AudioTags(genre: "Pop"), AudioTags(date: "x"),
        ])
        #expect(record.year == 1997)
        #expect(record.genre == "Pop, Rock")
        let several = try album([AudioTags(genre: "Rock, Jazz"), AudioTags(genre: "jazz"), AudioTags(genre: "Folk, World, & Country")])
        #expect(several.genre == "Jazz, Rock, Folk, World, & Country")
        let frequent = try album(
            ["Folk, World, & Country, World", "Rock", "folk, world, & country; Rock", "World"].map { AudioTags(genre: $0) })
        #expect(frequent.genre == "Folk, World, & Country, World, Rock")
        let same = try album([AudioTags(genre: "Rock,Jazz"), AudioTags(genre: "Rock,Jazz")])
        #expect(same.genre == "Rock,Jazz")
        let many = try album((0..<400).map { AudioTags(genre: "\($0) \(String(repeating: "x", count: 100))") })
        #expect(try #require(many.genre).utf8.count <= AudioFile.textLimit)
    }

    @Test func `tracks are in the order of disc, number and path`() throws {
        let record = try album(
            [
                AudioTags(title: "e", trackNumber: 1, discNumber: 2), AudioTags(title: "b", trackNumber: 2), AudioTags(title: "d"),
                AudioTags(title: "a", trackNumber: 1, discNumber: 1), AudioTags(title: "c"),
            ],
            paths: ["/m/1.mp3", "/m/2.mp3", "/m/4.mp3", "/m/9.mp3", "/m/3.mp3"])
        #expect(record.tracks.map(\.title) == ["a", "b", "c", "d", "e"])
        #expect(record.folder == "/m")
        #expect(record.source == .folder)
    }

    @Test(arguments: [
        ("01 - Venus as a Boy.mp3", "Venus as a Boy"), ("01. Venus.flac", "Venus"), ("7_Venus.ogg", "Venus"), ("Venus.mp3", "Venus"),
        ("1979.mp3", "1979"), ("99 Luftballons.mp3", "Luftballons"), ("01.mp3", "01"), ("50ft Queenie.mp3", "50ft Queenie"),
    ])
    func `a track without a title is called as its file`(name: String, title: String) throws {
        #expect(try album([AudioTags()], paths: ["/m/" + name]).tracks.map(\.title) == [title])
    }

    @Test func `the cover is the picture inside the first track that has one`() throws {
        let record = try album(
            [AudioTags(trackNumber: 3, picture: .present), AudioTags(trackNumber: 2, picture: .present), AudioTags(picture: .tooLarge)],
            paths: ["/m/a.mp3", "/m/b.mp3", "/m/c.mp3"], picture: { _ in "/m/cover.jpg" })
        #expect(record.localCover == .embedded(path: "/m/b.mp3"))
    }

    @Test func `without a picture inside, the cover is the picture beside the files`() throws {
        let beside: (String) -> String? = { $0 == "/n" ? "/n/cover.jpg" : nil }
        let record = try album([AudioTags(), AudioTags()], paths: ["/m/a.mp3", "/n/b.mp3"], picture: beside)
        #expect(record.localCover == .file(path: "/n/cover.jpg"))
    }

    @Test func `the folder above is looked into only where the files are in the folders of discs`() throws {
        let above: (String) -> String? = { $0 == "/m" ? "/m/cover.jpg" : nil }
        #expect(try album([AudioTags()], paths: ["/m/CD1/a.mp3"], picture: above).localCover == .file(path: "/m/cover.jpg"))
        #expect(try album([AudioTags()], paths: ["/m/Debut/a.mp3"], picture: above).localCover == nil)
    }

    @Test func `an album of files has no address of a cover, whatever its tags say`() throws {
        let release = "6F1D0C52-7B0E-5D3E-9A41-2C8E0F5A7D11"
        #expect(try album([AudioTags(musicBrainzRelease: release)]).coverURL == nil)
    }

    @Test func `the identifier stays the same when spelling and tracks change, and another artist has another`() throws {
        let before = try album([AudioTags(artist: "Björk", album: "Debut")])
        let after = try album([AudioTags(title: "x", artist: "BJÖRK", album: "debut"), AudioTags(artist: "Björk", album: "Debut")])
        #expect(before.id == after.id)
        #expect(try album([AudioTags(artist: "B", album: "Debut")]).id != before.id)
    }

    @Test func `sort tags are kept where they belong to the name that the album goes by`() throws {
        let plain = try album([AudioTags(artist: "The Beatles", artistSort: "Beatles, The", album: "The One", albumSort: "One, The")])
        #expect(plain.artistSortName == "Beatles, The")
        #expect(plain.titleSortName == "One, The")
        let guest = try album([AudioTags(artist: "Guest", artistSort: "Aaa", albumArtist: "Host", albumArtistSort: "Zzz")])
        #expect(guest.artistSortName == "Zzz")
        let various = try album([AudioTags(artist: "A", artistSort: "Aaa"), AudioTags(artist: "B", artistSort: "Bbb")])
        #expect(various.artist == "Various Artists")
        #expect(various.artistSortName == nil)
    }
}
