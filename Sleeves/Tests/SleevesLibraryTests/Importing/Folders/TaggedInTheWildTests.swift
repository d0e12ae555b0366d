import Foundation
import SQLite
import Testing

@testable import SleevesCovers
@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Files as programs really tag and name them", .timeLimit(.minutes(10)))
struct TaggedInTheWildTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func flac(_ comments: [(String, String)]) throws -> AudioTags {
        try OpenAudioFile(path: try folder.write(SyntheticAudio.flac(comments), to: "a.flac")).tags()
    }

    /// Writes a file, with nothing but silence if there are no frames.
    private func song(_ name: String, _ frames: [(String, String)]) throws {
        var mp3 = SyntheticMP3()
        for (id, value) in frames { mp3.text(id, value) }
        try folder.write(frames.isEmpty ? SyntheticMP3.silence : mp3.bytes, to: name)
    }

    private func imported() async throws -> [CompleteAlbum] {
        let library = try ImportedFolders()
        return try await library.read([folder.path]).albums
    }

    @Test(
        "The forms of a track's number",
        arguments: [
            ("3/12", nil, nil, 3), ("2-03", 2, nil, 3), ("2.03", 2, nil, 3), ("CD2-03", 2, nil, 3), ("CD2.3", 2, nil, 3),
            ("D2T03", 2, nil, 3),
            ("Track 4", nil, nil, 4), ("#4", nil, nil, 4), ("No. 4", nil, nil, 4), ("(4)", nil, nil, 4), ("１２", nil, nil, 12),
            ("3.0", nil, nil, 3), ("1.1", nil, nil, 1), ("Disc 1 Track 3", 1, nil, 3),
            ("A1", nil, "A", 1), ("B-02", nil, "B", 2), ("AA", nil, "AA", 1), ("D3", nil, "D", 3), ("D", nil, "D", 1),
            ("none", nil, nil, nil),
        ] as [(String, Int?, String?, Int?)])
    func numbers(written: String, disc: Int?, side: String?, number: Int?) throws {
        let tags = try flac([("TITLE", "Song"), ("TRACKNUMBER", written)])
        #expect(tags.discNumber == disc && tags.side == side && tags.trackNumber == number)
    }

    @Test(
        "The forms of a disc's number",
        arguments: [("2", 2), ("2/3", 2), ("CD2", 2), ("Disc 2", 2), ("CD 2 of 3", 2), ("0", nil), ("two", nil)])
    func discs(written: String, disc: Int?) throws {
        #expect(try flac([("TITLE", "Song"), ("DISCNUMBER", written)]).discNumber == disc)
    }

    @Test("Fields that other programs call differently")
    func fields() throws {
        let tags = try flac([
            ("TITLE", "Song"), ("TRACK", "7"), ("DISC", "2"), ("DATE", "0000"), ("YEAR", "1990"), ("ORIGINAL_DATE", "1971"),
        ])
        #expect(tags.trackNumber == 7 && tags.discNumber == 2 && tags.date == "1990" && tags.originalDate == "1971")
        #expect(try flac([("TITLE", "Song"), ("DATE", "Unknown"), ("RELEASE DATE", "1991-02-03")]).date == "1991-02-03")
        #expect(try flac([("TITLE", "Song"), ("DATE", "0"), ("DATE", "1992")]).date == "1992")
    }

    @Test(
        "A year is none of the time of day, nor of its distance from UTC",
        arguments: [
            ("20150601T195900", 2015), ("2012-08-17T07:00:00+1900", 2012), ("05072003", 2003), ("1993", 1993), ("05.07.1993", 1993),
            ("Oct 1993", 1993),
        ])
    func years(written: String, year: Int) {
        #expect(ReleaseYear.earliest(in: written) == year)
    }

    @Test(
        "A disc in a title, in the forms of programs and people",
        arguments: [
            ("Al CD1", "Al", 1), ("Al CD 2", "Al", 2), ("Al Disc 1", "Al", 1), ("Al Disk 9", "Al", 9), ("Al Disc One", "Al", 1),
            ("Red: Disc 1", "Red", 1),
            ("Al [Disc 1/2]", "Al", 1), ("Al [Disc I]", "Al", 1), ("Al (Disc 1) [Remastered]", "Al [Remastered]", 1),
            ("Al [Disc 1] (1999)", "Al (1999)", 1),
            ("Al - CD1 - Early", "Al", 1), ("Al {CD1}", "Al", 1), ("Al_CD1", "Al", 1), ("Al / CD 1", "Al", 1), ("Sun (DVD 1)", "Sun", 1),
            ("Sun (Disque 1)", "Sun", 1), ("CD1: Al", "Al", 1), ("Disc 1 - Al", "Al", 1), ("Al Disc 1 of 2", "Al", 1),
            ("Al (disc 1: name)", "Al", 1),
            ("Al (CD 1 of 2)", "Al", 1), ("Альбом (Диск 2)", "Альбом", 2), ("Al, CD 1", "Al", 1),
            ("2001: A Space Odyssey - CD 2 - Extras", "2001: A Space Odyssey", 2), ("Al [CD 1] :)", "Al :)", 1),
            ("Al CD 11 of 12", "Al", 11),
        ])
    func discsOfTitles(name: String, title: String, disc: Int) {
        let split = DiscName.split(name)
        #expect(split.title == title && split.disc == disc)
    }

    @Test(
        "A title that only seems to have a disc",
        arguments: [
            "CD1", "Disc 1", "CD 2000 Hits", "Disco 2", "LP5", "Compact Disc", "Live at Carnegie 1", "Side B", "Hits CD", "Now 12",
            "Studio 54", "Disc Jockey 1999",
            "Vinyl 2", "Tapes (Tape 2 Demos) Live", "Metal Hammer CD 11", "Music from CD 7", "Live at Disc One", "Foo Disc 1 of Fire",
            "Songs, LP 3 (Deluxe Edition)",
        ])
    func titles(name: String) {
        let split = DiscName.split(name)
        #expect(split.title == name && split.disc == nil)
    }

    @Test(
        "Folders and titles name the discs whose tags all say the first", arguments: [("CD1", "CD2", ""), ("a", "b", " (Disc #)")])
    func firstByDefault(one: String, other: String, suffix: String) async throws {
        for (number, name) in [(1, one), (2, other)] {
            for track in 1...2 {
                let title = "Plain" + suffix.replacing("#", with: "\(number)")
                let frames = [("TALB", title), ("TPE1", "Oak"), ("TIT2", "Song \(number)\(track)"), ("TRCK", "\(track)"), ("TPOS", "1/1")]
                try song("Oak/Plain/\(name)/\(track).mp3", frames)
            }
        }
        let albums = try await imported()
        #expect(albums.map(\.title) == ["Plain"])
        #expect(albums.first?.tracks.map(\.disc) == [1, 1, 2, 2])
    }

    @Test("Albums that are called after their record are no discs of one")
    func records() async throws {
        for number in 1...3 {
            for track in 1...2 {
                let frames = [
                    ("TALB", "Oak (LP\(number))"), ("TPE1", "Oak"), ("TIT2", "\(number) \(track)"), ("TRCK", "\(track)"), ("TPOS", "1/1"),
                ]
                try song("Oak/\(number)/\(track).mp3", frames)
            }
        }
        #expect(try await imported().map(\.trackCount) == [2, 2, 2])
    }

    @Test("A tag that names the disc tells what 2-12 means")
    func totals() throws {
        #expect(try flac([("TITLE", "Song"), ("TRACKNUMBER", "2-12"), ("DISCNUMBER", "1")]).trackNumber == 2)
        #expect(try flac([("TITLE", "Song"), ("TRACKNUMBER", "2-12"), ("DISCNUMBER", "2")]).trackNumber == 12)
    }

    @Test("The shelves of a library that an earlier version has filled are computed anew")
    func shelves() async throws {
        for number in 1...2 { try song("Oak/Plain CD\(number)/1.mp3", [("TALB", "Plain"), ("TPE1", "Oak"), ("TIT2", "Song \(number)")]) }
        let library = try ImportedFolders()
        try await library.run([folder.path])
        func shelves() throws -> [Int64] {
            try library.persistency.read { try Int64.fetchAll($0, sql: "SELECT shelf FROM file ORDER BY id") }
        }
        let before = try shelves()
        try library.persistency.write { database in
            try database.run("UPDATE file SET shelf = id", [])
            try FileCatalogue(database).renewShelves()
        }
        #expect(try shelves() == before)
        #expect(try library.persistency.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM staleShelf") } == 2 + Set(before).count)
    }

    @Test("Files without numbers play in the order of the numbers in their names")
    func naturalOrder() async throws {
        for number in 1...12 { try song("Ash/Blue/\(number) - Song.mp3", []) }
        for number in 1...5 {
            let frames = [("TALB", "Red"), ("TPE1", "Ash"), ("TIT2", "Song \(number)")] + (number == 3 ? [] : [("TRCK", "\(number)")])
            try song("Ash/Red/0\(number) Song.mp3", frames)
        }
        for (disc, track) in [(1, 1), (1, 2), (2, 1), (2, 10)] {
            try song(
                "Ash/Green/\(disc)-\(track < 10 ? "0" : "")\(track) X.mp3",
                [("TALB", "Green"), ("TPE1", "Ash"), ("TIT2", "\(disc).\(track)")])
        }
        let albums = try await imported()
        func titles(_ album: String) -> [String] { albums.first { $0.title == album }?.tracks.map(\.title) ?? [] }
        #expect(
            albums.first { $0.title == "Blue" }?.tracks.compactMap { $0.path.map(Path.name(of:)) } == (1...12).map { "\($0) - Song.mp3" })
        #expect(titles("Red") == (1...5).map { "Song \($0)" })
        #expect(titles("Green").count == 4)
    }

    @Test(
        "Guests in the forms of programs",
        arguments: [
            ("Miku feat. Rin", "Miku"), ("Miku feat.Rin", "Miku"), ("Miku（feat. Rin）", "Miku"), ("Miku (ft. Rin)", "Miku"),
            ("Miku w/ Rin", "Miku"),
            ("Miku f/ Rin", "Miku"), ("Miku Featuring Rin", "Miku"), ("Daft Punk", "Daft Punk"), ("Feat. Nobody", "Feat. Nobody"),
            ("AC/DC", "AC/DC"),
            ("Left Feet", "Left Feet"), ("(feat. Rin)", "(feat. Rin)"), ("Swift Ft Worth", "Swift"),
        ])
    func guests(artist: String, lead: String) {
        #expect(ArtistName.lead(of: artist) == lead)
        #expect(ArtistName.lead(of: "Little Feat & Friends", isAlbumArtist: true) == "Little Feat & Friends")
    }

    @Test("An album artist may name the guest of a song")
    func guestsOfAlbumArtists() async throws {
        for number in 1...6 {
            let artist = number > 4 ? "Oak feat. Elm" : "Oak"
            try song(
                "Oak/Plain/\(number).mp3",
                [("TALB", "Plain"), ("TPE1", artist), ("TPE2", artist), ("TIT2", "S\(number)"), ("TRCK", "\(number)")])
        }
        let albums = try await imported()
        #expect(albums.map(\.artist) == ["Oak"])
        #expect(albums.map(\.trackCount) == [6])
    }

    @Test(
        "Names of folders whose years are the title, or a day",
        arguments: [
            ("1967-1970", "1967-1970", nil), ("1962-1966 (1973)", "1962-1966", 1973), ("1990-05-06 - Plain", "Plain", 1990),
            ("[1990.05.06] Plain", "Plain", 1990), ("1999 - Plain", "Plain", 1999), ("2014 - 1989", "1989", 2014),
            ("(1982) 1999", "1999", 1982), ("Plain (320kbps)", "Plain", nil),
        ] as [(String, String, Int?)])
    func folders(name: String, title: String, year: Int?) throws {
        let album = try #require(GuessedAlbum(name, in: "Oak"))
        #expect(album.title == title && album.year == year)
        #expect(GuessedAlbum("Oak_-_Plain", in: nil)?.title == "Plain")
    }
}

@Suite("Covers among other pictures", .timeLimit(.minutes(10)))
struct CoversAmongPicturesTests {
    private let music: MusicFolder

    init() throws {
        music = try MusicFolder()
    }

    /// The cover of the only album.
    private func cover(_ pictures: [String], album: String = "One", folders: [String] = [""]) async throws -> String? {
        for (disc, folder) in folders.enumerated() {
            for number in 1...2 {
                let name = ["Album", folder, "\(number).mp3"].filter { !$0.isEmpty }.joined(separator: "/")
                try music.add(name, album: album, title: "\(disc) \(number)", track: number)
            }
        }
        for name in pictures {
            try music.folder.write(try CoverDecoder().encodePNG(SamplePictures.plain(width: 8, height: 8)), to: "Album/\(name)")
        }
        let library = try ImportedFolders()
        try await library.run([music.path])
        let albums = try library.albums()
        #expect(albums.count == 1)
        return albums.first?.localCover.map { String($0.path.dropFirst(music.path.count + "/Album/".count)) }
    }

    @Test(
        "The front is found by its name, whatever is beside it",
        arguments: [
            (["back.png", "Scans/front.png"], "Scans/front.png"), (["artist.png", "Artwork/cover.png"], "Artwork/cover.png"),
            (["back.png"], "back.png"),
            (["album.png", "back.png"], "album.png"), (["Cover Art.png", "disc.png"], "Cover Art.png"),
            (["cover (1).png", "x.png"], "cover (1).png"),
            (["back.png", "Cover/front.png"], "Cover/front.png"), (["Booklet/front.png", "Booklet/page 1.png"], "Booklet/front.png"),
            (["inside front.png", "outer front.png"], "outer front.png"),
            (["One [Frontal].png", "One [Trasera].png"], "One [Frontal].png"),
            (["Booklet/01.png", "Covers/front.png"], "Covers/front.png"), (["artwork.png", "back.png"], "artwork.png"),
            (["The Band - One (1999).png", "back.png"], "The Band - One (1999).png"), (["1999 - One.png", "x.png"], "1999 - One.png"),
            (["artwork.png", "front of it.png"], "front of it.png"),
            (["The Band - One More (1999).png", "front.png"], "front.png"),
        ])
    func front(pictures: [String], expected: String) async throws {
        #expect(try await cover(pictures) == expected)
    }

    @Test("The words of the album's title say nothing of a picture")
    func title() async throws {
        #expect(try await cover(["Front Line - back.png", "Front Line - cover.png"], album: "Front Line") == "Front Line - cover.png")
    }

    @Test(
        "The picture above several discs is the album's own",
        arguments: [
            (["cover.png", "CD1/folder.png"], "cover.png"), (["front.png", "CD1/back.png", "CD2/back.png"], "front.png"),
            (["CD1/folder.png"], "CD1/folder.png"),
        ])
    func discs(pictures: [String], expected: String) async throws {
        #expect(try await cover(pictures, folders: ["CD1", "CD2"]) == expected)
    }
}
