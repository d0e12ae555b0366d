import Testing

@testable import SleevesCovers
@testable import SleevesImporting
@testable import SleevesLibrary

@Suite struct AlbumGroupingTests {
    private func file(
        _ path: String, artist: String? = nil, albumArtist: String? = nil, album: String? = nil, number: Int? = nil, disc: Int? = nil,
        release: String? = nil, compilation: Bool = false, title: String? = nil, date: String? = nil, side: String? = nil,
        seconds: Int? = nil, size: Int64? = nil
    ) -> TaggedFile {
        let tags = AudioTags(
            title: title, artist: artist, albumArtist: albumArtist, album: album, date: date, trackNumber: number, side: side,
            discNumber: disc, musicBrainzRelease: release, isCompilation: compilation, seconds: seconds)
        return TaggedFile(path: path, tags: tags, size: size)
    }

    /// The identifier of a release.
    private func release(_ number: Int) -> String { "5f1d0c52-7b0e-4d3e-9a41-00000000000\(number)" }

    private func names(_ files: [TaggedFile]) throws -> [String] {
        try GroupedLibrary.albums(of: files).map { "\($0.artist) – \($0.title) (\($0.tracks.count))" }
    }

    @Test func `no files make no albums`() throws {
        #expect(try names([]).isEmpty)
    }

    @Test func `files with one artist and one title are one album, wherever they are`() throws {
        let files = [file("/a/1.mp3", artist: "Björk", album: "Debut"), file("/b/2.mp3", artist: "Björk", album: "Debut")]
        #expect(try names(files) == ["Björk – Debut (2)"])
    }

    @Test func `the album artist decides, not the artist`() throws {
        let files = [
            file("/a/1.mp3", artist: "Tricky", albumArtist: "Massive Attack", album: "Protection"),
            file("/a/2.mp3", artist: "Nicolette", albumArtist: "Massive Attack", album: "Protection"),
            file("/a/3.mp3", artist: "Tricky", albumArtist: "Tricky", album: "Protection"),
        ]
        #expect(try names(files) == ["Massive Attack – Protection (2)", "Tricky – Protection (1)"])
        let tracks = try GroupedLibrary.albums(of: files)[0].tracks
        #expect(tracks.map(\.artist) == ["Tricky", "Nicolette"])
    }

    @Test(arguments: [
        ("Bjo\u{308}rk", "Björk"), ("BJÖRK", "björk"), ("Die Straße", "DIE STRASSE"), ("Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"), ("Å", "\u{212b}"),
        ("  Björk ", "Björk"),
    ])
    func `names are compared without regard to case and to the way they are encoded`(one: String, other: String) throws {
        let one = one.split(separator: " ").joined(separator: " ")
        let files = [file("/a/1.mp3", artist: one, album: "Album"), file("/a/2.mp3", artist: other, album: "ALBUM")]
        #expect(try GroupedLibrary.albums(of: files).count == 1)
    }

    @Test func `different titles or artists are different albums`() throws {
        let files = [
            file("/a/1.mp3", artist: "A", album: "One"), file("/a/2.mp3", artist: "A", album: "Two"),
            file("/b/3.mp3", artist: "B", album: "One"),
        ]
        #expect(try names(files) == ["A – One (1)", "A – Two (1)", "B – One (1)"])
    }

    @Test func `one release is one album, whatever its files are called`() throws {
        let files = [
            file("/a/1.mp3", artist: "A", album: "One", release: release(1)),
            file("/b/2.mp3", artist: "A", album: "One [Live]", release: release(1).uppercased()),
        ]
        #expect(try names(files) == ["A – One (2)"])
    }

    @Test(arguments: ["0", "None", "00000000-0000-0000-0000-000000000000", "{}", "5f1d0c52"])
    func `a word in the place of a release is none`(text: String) throws {
        let files = [
            file("/a/1.mp3", artist: "A", album: "One", release: text), file("/b/2.mp3", artist: "B", album: "Two", release: text),
        ]
        #expect(try names(files) == ["A – One (1)", "B – Two (1)"])
    }

    @Test func `releases with other titles at the same positions are different albums, in one folder too`() throws {
        for folder in ["a", "b"] {
            let files = [
                file("/a/1.mp3", artist: "A", album: "One", number: 1, release: release(1), title: "X"),
                file("/a/2.mp3", artist: "A", album: "One", number: 2, release: release(1), title: "Y"),
                file("/\(folder)/3.mp3", artist: "A", album: "One", number: 1, release: release(2), title: "X"),
                file("/\(folder)/4.mp3", artist: "A", album: "One", number: 2, release: release(2), title: "Y (live)"),
            ]
            #expect(try names(files) == ["A – One (2)", "A – One (2)"])
        }
    }

    @Test func `a release never splits a folder whose positions form one whole`() throws {
        let files = (1...4).map {
            file("/a/\($0).mp3", artist: "A", album: "One", number: $0, release: [nil, release(1), release(2)][$0 % 3], title: "T\($0)")
        }
        #expect(try names(files) == ["A – One (4)"])
    }

    @Test func `a file without a release joins the release whose positions it completes`() throws {
        let with = file("/a/1.mp3", artist: "A", album: "One", number: 1, release: release(1), title: "X")
        let without = file("/a/2.mp3", artist: "A", album: "One", number: 2, title: "Y")
        let another = file("/b/1.mp3", artist: "A", album: "One", number: 1, release: release(2), title: "Z")
        #expect(try names([with, without]) == ["A – One (2)"])
        #expect(try names([with, without, another]) == ["A – One (2)", "A – One (1)"])
    }

    @Test func `different artists without an album artist in one folder are a compilation`() throws {
        let files = [
            file("/a/1.mp3", artist: "A", album: "Hits", number: 1), file("/a/2.mp3", artist: "B", album: "Hits", number: 2),
            file("/b/1 x.mp3", artist: "A", album: "Hits", number: 1), file("/b/2 y.mp3", artist: "C", album: "Hits", number: 2),
        ]
        #expect(try names(files) == ["Various Artists – Hits (2)", "Various Artists – Hits (2)"])
        #expect(Set(try GroupedLibrary.albums(of: files).map(\.id)).count == 2)
    }

    @Test func `different artists in different folders are no compilation`() throws {
        let files = [file("/a/1.mp3", artist: "A", album: "Hits"), file("/b/2.mp3", artist: "B", album: "Hits")]
        #expect(try names(files) == ["A – Hits (1)", "B – Hits (1)"])
    }

    @Test func `an album artist wins over the flag`() throws {
        let files = (1...3).map { file("/a/\($0).mp3", artist: "A\($0)", albumArtist: "Four Tet", album: "DJ-Kicks", compilation: true) }
        #expect(try names(files) == ["Four Tet – DJ-Kicks (3)"])
    }

    @Test(arguments: ["A feat. B", "A Feat B", "A ft. B", "A (featuring B)", "A [feat. B & C]", "A & B", "A, B"])
    func `guests on a track of ten do not make a compilation`(guest: String) throws {
        let files = (1...10).map { file("/a/\($0).mp3", artist: $0 == 4 ? guest : "A", album: "One") }
        #expect(try names(files) == ["A – One (10)"])
        #expect(try GroupedLibrary.albums(of: files)[0].tracks.compactMap(\.artist) == [guest])
    }

    @Test func `guests on every track leave the artist whom all share`() throws {
        let files = (1...4).map { file("/a/\($0).mp3", artist: "A feat. Guest \($0)", album: "One") }
        #expect(try names(files) == ["A – One (4)"])
    }

    @Test func `a duo is not one of its members, and "ft" within a name is no guest`() throws {
        let duo = (1...9).map { file("/a/\($0).mp3", artist: $0 == 1 ? "Simon" : "Simon & Garfunkel", album: "One") }
        #expect(try names(duo) == ["Simon & Garfunkel – One (9)"])
        #expect(try names([file("/b/1.mp3", artist: "Daft Feature", album: "Two")]) == ["Daft Feature – Two (1)"])
        let all = (1...2).map { file("/c/\($0).mp3", artist: "Santana feat. Rob", album: "Three") }
        #expect(try names(all) == ["Santana – Three (2)"])
    }

    @Test func `an artist whom half of the files or fewer share does not make a compilation theirs`() throws {
        let files = ["A", "A", "B", "C"].enumerated().map { file("/a/\($0).mp3", artist: $1, album: "Hits") }
        #expect(try names(files) == ["Various Artists – Hits (4)"])
    }

    @Test func `the flag makes a compilation, with one artist as well as with many, where no album artist is named`() throws {
        #expect(try names([file("/a/1.mp3", artist: "A", album: "Hits", compilation: true)]) == ["Various Artists – Hits (1)"])
        let files = [
            file("/a/1.mp3", artist: "A", album: "Hits", compilation: true),
            file("/a/2.mp3", artist: "B", album: "Hits", compilation: true),
            file("/a/3.mp3", artist: "C", album: "Hits"),
        ]
        #expect(try names(files) == ["Various Artists – Hits (3)"])
    }

    @Test func `one file with the flag takes those without an album artist with it`() throws {
        let files = [
            file("/a/1.mp3", artist: "A", album: "Hits", compilation: true), file("/a/2.mp3", artist: "A", album: "Hits"),
        ]
        #expect(try names(files) == ["Various Artists – Hits (2)"])
    }

    @Test func `an album by Various Artists is one album across folders`() throws {
        let files = [
            file("/a/1.mp3", artist: "A", albumArtist: "Various Artists", album: "Hits", compilation: true),
            file("/b/2.mp3", artist: "B", albumArtist: "various artists", album: "Hits"),
        ]
        #expect(try names(files) == ["Various Artists – Hits (2)"])
    }

    @Test func `files without an album title are the album that their folder's name tells`() throws {
        let files = [
            file("/m/Loose/1.mp3", artist: "A"), file("/m/Loose/2.mp3", artist: "a"), file("/m/Loose/3.mp3", artist: "A feat. B"),
            file("/m/Mix (2019)/CD1/4.mp3", artist: "A"), file("/m/Mix (2019)/CD2/5.mp3", artist: "B"), file("/m/Mix (2019)/6.mp3"),
            file("/m/Rest/7.mp3"), file("/m/Rest/8.mp3", artist: "C"),
        ]
        #expect(try names(files) == ["A – Loose (3)", "Various Artists – Mix (3)", "C – Rest (2)"])
        #expect(try GroupedLibrary.albums(of: files).map(\.year) == [nil, 2019, nil])
        // An artist's folder doesn't name an album.
        #expect(try names([file("/m/Ada Crest/1.mp3", artist: "Ada Crest")]) == ["Ada Crest – Unknown Album (1)"])
        let artists = [file("/m/Two/1.mp3", artist: "A", albumArtist: "A"), file("/m/Two/2.mp3", artist: "B", albumArtist: "B")]
        #expect(try names(artists) == ["A – Two (1)", "B – Two (1)"])
    }

    @Test func `files without an album title join those of the title that their folder's name tells`() throws {
        let album = (1...3).map { file("/m/A - One (1999) [FLAC]/\($0).mp3", artist: "A", album: "One", number: $0, title: "T\($0)") }
        let forgotten = [
            file("/m/A - One (1999) [FLAC]/04 Four.mp3"), file("/m/A - One (1999) [FLAC]/5.mp3", artist: "A feat. B", title: "X"),
        ]
        #expect(try names(album + forgotten) == ["A – One (5)"])
        let apart = [file("/m/Other/04 Four.mp3"), file("/m/A - Two/5.mp3", artist: "A", title: "X")]
        #expect(try names(album + apart) == ["A – One (3)", "A – Two (1)", "Unknown Artist – Unknown Album (1)"])
        // In pieces, in both orders.
        for pieces in [[album, forgotten], [forgotten, album]] {
            let albums = try GroupedLibrary.albums(of: pieces)
            #expect(albums.map { "\($0.artist) – \($0.title) (\($0.tracks.count))" } == ["A – One (5)"])
        }
    }

    @Test func `a heap of files without an album title is divided by their artists`() throws {
        func songs(_ count: Int) -> [TaggedFile] {
            (1...count).map { file("/m/Downloads/\($0).mp3", artist: "A\($0 % 2)", title: "Song \($0)") }
        }
        #expect(try names(songs(200)) == ["Various Artists – Downloads (200)"])
        #expect(try names(songs(202)) == ["A1 – Downloads (101)", "A0 – Downloads (101)"])
    }

    @Test(arguments: [
        ("/m/Loose", "/n/o/Elsewhere", "A", ["Rain", "Snow"]), ("/m/Loose", "/n/Elsewhere", "A", ["Rain"]),
        ("/m/Loose", "/n/o/Loose", nil, ["Rain", "Snow"]), ("/m/Loose", "/n/o/Loose", nil, ["Rain"]),
        ("/m/Loose", "/n/o/loose", "A", ["Track 1", "Track 2"]), ("/m/Loose/CD1", "/n/o/Loose/CD1", "A", ["01", "02"]),
    ])
    func `files without an album title are the same album wherever their folder is`(
        one: String, other: String, artist: String?, titles: [String]
    ) throws {
        func album(in folder: String, reversed: Bool) throws -> [CompleteAlbum] {
            let files = titles.enumerated().map { number, title in
                artist == nil
                    ? file("\(folder)/\(title).mp3") : file("\(folder)/\(number).mp3", artist: artist, number: number + 1, title: title)
            }
            return try GroupedLibrary.albums(of: reversed ? files.reversed() : files)
        }
        let (here, there) = (try album(in: one, reversed: false), try album(in: other, reversed: true))
        #expect(here.count == 1 && here.map(\.id) == there.map(\.id))
        // In pieces, too.
        let pieces = here[0].tracks.indices.map { index in
            let track = here[0].tracks[index]
            return [file(track.path!, artist: artist, number: track.number, title: artist == nil ? nil : track.title)]
        }
        #expect(try GroupedLibrary.albums(of: pieces).map(\.id) == here.map(\.id))
    }

    @Test func `other files without an album title are other albums, and copies are one`() throws {
        func files(_ folder: String, _ titles: [String], seconds: Int? = nil, artist: String? = "A") -> [TaggedFile] {
            titles.enumerated().map { number, title in
                file("\(folder)/\(number).mp3", artist: artist, number: number + 1, title: title, seconds: seconds)
            }
        }
        func count(_ files: [TaggedFile]...) throws -> Int {
            let albums = try GroupedLibrary.albums(of: Array(files.joined()))
            #expect(Set(albums.map(\.id)).count == albums.count)
            return albums.count
        }
        let songs = ["Rain", "Snow"]
        let numbered = ["Track 1", "Track 2"]
        #expect(try count(files("/m/a", songs), files("/m/b", ["Rain", "Hail"])) == 2)
        #expect(try count(files("/m/a", songs), files("/m/b", songs)) == 1)
        #expect(try count(files("/m/a", songs, seconds: 200), files("/m/b", songs, seconds: 201)) == 1)
        #expect(try count(files("/m/a", songs, seconds: 200), files("/m/b", songs, seconds: 300)) == 2)
        #expect(try count(files("/m/a/CD1", songs, seconds: 200), files("/m/b/CD1", songs, seconds: 300)) == 2)
        #expect(try count(files("/m/a/x", songs, seconds: 200), files("/m/b/x", songs, seconds: 300)) == 2)
        #expect(try count(files("/m/a", numbered), files("/m/b", numbered)) == 2)
        #expect(try count(files("/m/a/x", numbered), files("/m/b/x", numbered)) == 2)
        #expect(try count(files("/m/a/x", numbered, seconds: 200), files("/m/b/x", numbered, seconds: 201)) == 1)
        #expect(try count(files("/m/a", songs), files("/m/b", songs, artist: "B")) == 2)
        #expect(try count([file("/m/a/Intro.mp3")], [file("/m/b/Intro.mp3")]) == 2)
        func untagged(_ folder: String) -> [TaggedFile] { ["Rain", "Snow"].map { file("\(folder)/\($0).mp3", seconds: 200) } }
        #expect(try count(untagged("/m/A - One (1999)"), untagged("/m/A - Two (1999)")) == 2)
    }

    @Test func `files without any artist are by Unknown Artist, unless their album has one`() throws {
        #expect(try names([file("/a/1.mp3", album: "One")]) == ["Unknown Artist – One (1)"])
        let files = [file("/a/1.mp3", album: "One"), file("/a/2.mp3", artist: "A", album: "One")]
        #expect(try names(files) == ["A – One (2)"])
    }

    @Test(arguments: [("CD1", "CD2"), ("Disc 1", "disc 2"), ("Disk-01", "Disk-02 Live"), ("Hits (Disc 1)", "Hits (Disc 2)")])
    func `the folders of discs are one folder`(first: String, second: String) throws {
        let files = [
            file("/a/\(second)/1.mp3", artist: "C", album: "Hits"), file("/a/\(first)/1.mp3", artist: "A", album: "Hits"),
            file("/a/\(first)/2.mp3", artist: "B", album: "Hits"),
        ]
        #expect(try names(files) == ["Various Artists – Hits (3)"])
        #expect(try GroupedLibrary.albums(of: files)[0].tracks.map(\.disc) == [1, 1, 2])
    }

    @Test(arguments: ["The Wall (Disc 2)", "The Wall [CD2]", "The Wall, Disc 2", "The Wall - CD 2", "The Wall (disc 2: Goodbye)"])
    func `a disc at the end of a title is not a part of it`(title: String) throws {
        let files = [file("/a/1.mp3", artist: "A", album: "The Wall", disc: 1), file("/b/1.mp3", artist: "A", album: title)]
        #expect(try names(files) == ["A – The Wall (2)"])
        #expect(try GroupedLibrary.albums(of: files)[0].tracks.map(\.disc) == [1, 2])
    }

    @Test(arguments: ["CD 2000 Hits", "Discovery", "Discipline", "One (Live)", "Tom-Tom", "CD"])
    func `a title that only resembles a disc stays whole`(title: String) throws {
        #expect(try names([file("/a/1.mp3", artist: "A", album: title)]) == ["A – \(title) (1)"])
    }

    // MARK: Positions

    /// Files of an album in a folder: a letter for each title.
    private func rip(_ folder: String, _ titles: String, ending: String = "mp3", disc: Int? = nil, date: String? = nil, seconds: Int? = nil)
        -> [TaggedFile]
    {
        titles.enumerated().map { index, letter in
            file(
                "\(folder)/\(index + 1).\(ending)", artist: "A", album: "One", number: index + 1, disc: disc, title: "Song \(letter)",
                date: date,
                seconds: seconds, size: ending == "flac" ? 9_000_000 : 3_000_000)
        }
    }

    @Test func `albums of one title with other tracks are different, in folders of their own and in one`() throws {
        let apart = rip("/a", "uvw", date: "1994") + rip("/b", "xyz", date: "2001") + rip("/c", "pqr", date: "2008")
        #expect(try names(apart) == ["A – One (3)", "A – One (3)", "A – One (3)"])
        let together = zip(apart, 1...).map { TaggedFile(path: "/a/\($1).mp3", tags: $0.tags) }
        #expect(try GroupedLibrary.albums(of: together).map(\.year) == [1994, 2001, 2008])
    }

    @Test func `copies in other formats or folders are shown once, and the best is played`() throws {
        for folder in ["/a", "/b"] {
            let albums = try GroupedLibrary.albums(of: rip("/a", "uvw") + rip(folder, "uvw", ending: "flac", seconds: 200))
            #expect(albums.map { $0.tracks.compactMap(\.path) } == [(1...3).map { "\(folder)/\($0).flac" }])
        }
        let better = rip("/b", "uvw").map { TaggedFile(path: $0.path, tags: $0.tags, size: 8_000_000) }
        #expect(try GroupedLibrary.albums(of: rip("/a", "uvw") + better).map { $0.tracks.compactMap(\.path) } == [better.map(\.path)])
        // What a copy lacks comes from the other one.
        #expect(try names(rip("/a", "uvwxyz") + rip("/b", "uvw", ending: "flac")) == ["A – One (6)"])
    }

    @Test func `tracks of other lengths are no copies`() throws {
        #expect(try names(rip("/a", "uvw", seconds: 200) + rip("/b", "uvw", seconds: 203)) == ["A – One (3)"])
        #expect(try names(rip("/a", "uvw", seconds: 200) + rip("/b", "uvw", seconds: 204)) == ["A – One (3)", "A – One (3)"])
    }

    @Test func `without numbers the title is the position, and tracks of one title in one folder stay`() throws {
        let numbered = rip("/a", "uvw", ending: "flac")
        let plain = ["u", "v", "w"].map { file("/b/\($0).mp3", artist: "A", album: "One", title: "Song \($0)") }
        #expect(try names(numbered + plain) == ["A – One (3)"])
        let untitled = (1...3).map { file("/a/x\($0).mp3", artist: "A", album: "One", title: "Untitled") }
        #expect(try names(untitled) == ["A – One (3)"])
    }

    @Test(arguments: [
        ("Now CD1", "Now CD2"), ("Disc One", "Disc Two"), ("1", "2"), ("Vinyl 1", "Vinyl 2"), ("Side A", "Side B"),
        ("One [LP 1]", "One [LP 2]"),
    ])
    func `discs in folders of any name are one album, with and without numbers of discs`(first: String, second: String) throws {
        for discs in [(1, 2), (nil, nil)] as [(Int?, Int?)] {
            let files = rip("/m/\(first)", "uvw", disc: discs.0) + rip("/m/\(second)", "xyz", disc: discs.1)
            #expect(try names(files) == ["A – One (6)"])
            #expect(try GroupedLibrary.albums(of: files)[0].tracks.map(\.disc) == [1, 1, 1, 2, 2, 2])
        }
    }

    @Test func `folders with numbers that are no discs' are different albums`() throws {
        #expect(try names(rip("/m/Hits 1", "uvw") + rip("/m/Hits 2", "xyz")) == ["A – One (3)", "A – One (3)"])
        #expect(try names(rip("/m/1994", "uvw") + rip("/m/2001", "xyz")) == ["A – One (3)", "A – One (3)"])
    }

    @Test func `discs of two albums of one title stay with their albums`() throws {
        let files = ["p", "q"].flatMap { (album: String) in
            (1...2).flatMap { disc in
                (1...3).map {
                    file("/\(album)/\(disc)/\($0).mp3", artist: "A", album: "One", number: $0, disc: disc, title: "\(album) \(disc) \($0)")
                }
            }
        }
        let albums = try GroupedLibrary.albums(of: files)
        #expect(albums.map { Set($0.tracks.compactMap { $0.path?.prefix(3) }) } == [["/p/"], ["/q/"]])
    }

    @Test func `the sides of records are in order, and their tracks are counted on`() throws {
        let sides = ["B": "xy", "A": "uvw", "C": "z"].flatMap { side, titles in
            titles.enumerated().map { file("/a/\($1).flac", artist: "A", album: "One", number: $0 + 1, title: String($1), side: side) }
        }
        let tracks = try GroupedLibrary.albums(of: sides)[0].tracks
        #expect(tracks.map(\.title) == ["u", "v", "w", "x", "y", "z"])
        #expect(tracks.map(\.number) == [1, 2, 3, 4, 5, 1])
        #expect(tracks.map(\.disc) == [1, 1, 1, 1, 1, 2])
    }

    @Test(arguments: [
        ("Grant\u{2010}Lee", "Grant-Lee"), ("Don\u{2019}t", "Don't"), ("Wait\u{2026}", "Wait..."), ("\u{201C}Blue\u{201D}", "\"Blue\""),
        ("Zero\u{200B}width", "Zerowidth"), ("A\u{00A0}B", "A B"), ("Oak (2)", "Oak"), ("Oak*", "Oak"), ("Various", "Various Artists"),
    ])
    func `names are compared without regard to their punctuation`(one: String, other: String) throws {
        let files = [
            file("/a/1.mp3", albumArtist: one, album: "T", number: 1), file("/b/2.mp3", albumArtist: other, album: "T", number: 2),
        ]
        #expect(try GroupedLibrary.albums(of: files).count == 1)
    }

    @Test func `albums of one title by several artists in one folder are theirs`() throws {
        let files =
            (1...5).map { file("/d/q\($0).mp3", artist: "Queen's Lane", album: "Hits", number: $0) }
            + (1...3).map { file("/d/a\($0).mp3", artist: $0 == 2 ? "Alba Four feat. B" : "Alba Four", album: "Hits", number: $0) }
        #expect(try names(files) == ["Alba Four – Hits (3)", "Queen's Lane – Hits (5)"])
        // Two discs of a compilation without their numbers have many artists, and each only a few tracks.
        let discs = (1...20).map { file("/c/\($0).mp3", artist: "Artist \($0 % 13)", album: "Hits", number: ($0 + 1) / 2) }
        #expect(try names(discs) == ["Various Artists – Hits (20)"])
    }

    @Test func `a file without an album artist belongs to that of its folder`() throws {
        let files = (1...8).map {
            file("/a/\($0).mp3", artist: $0 > 6 ? "A feat. B" : "A", albumArtist: $0 > 6 ? nil : "A", album: "One", number: $0)
        }
        #expect(try names(files) == ["A – One (8)"])
    }

    @Test func `thousands of files and folders of one name are grouped in a moment`() throws {
        let files = (1...4_000).map { file("/a/\($0).mp3", artist: "A", album: "One", title: "Untitled") }
        #expect(AlbumPartition.parts(of: files.map { GroupedTrack($0) }).map(\.count) == [4_000])
        let folders = (1...600).flatMap { rip("/f\($0)", "u\($0)") }
        #expect(AlbumPartition.parts(of: folders.map { GroupedTrack($0) }).count == 600)
    }

    @Test func `importing in pieces, in any order and again gives the same albums`() throws {
        var random = SeededRandom(seed: 45)
        for _ in 0..<40 {
            var files: [TaggedFile] = []
            for folder in 0..<Int.random(in: 1...5, using: &random) {
                let titles = String((0..<Int.random(in: 1...4, using: &random)).map { _ in "uvwxyz".randomElement(using: &random)! })
                let ending = ["mp3", "flac"].randomElement(using: &random)!
                files += rip("/\(folder)", titles, ending: ending, disc: [nil, 1, 2].randomElement(using: &random)!)
            }
            let expected = try GroupedLibrary.albums(of: files)
            let shuffled = files.shuffled(using: &random)
            let end = Int.random(in: 0...shuffled.count, using: &random)
            #expect(try GroupedLibrary.albums(of: shuffled) == expected)
            #expect(try GroupedLibrary.albums(of: [Array(shuffled[..<end]), Array(shuffled[end...]), shuffled]) == expected)
        }
    }

    @Test func `adding albums while files are still read changes nothing in the end`() throws {
        var random = SeededRandom(seed: 46)
        for _ in 0..<200 {
            var files: [TaggedFile] = []
            for folder in 0..<Int.random(in: 1...6, using: &random) {
                // Some names are on several shelves, and some releases have several names.
                let artist = "AB".randomElement(using: &random).map(String.init)
                let album = ["T", "T CD2", "U", nil].randomElement(using: &random)!
                let release =
                    Bool.random(using: &random) ? nil : "0123e456-e89b-12d3-a456-42661417400\(Int.random(in: 0...1, using: &random))"
                for number in 1...Int.random(in: 1...3, using: &random) {
                    var file = file("/\(folder / 2)/\(folder)/\(number).mp3", artist: artist, album: album, number: number)
                    file.tags.title = "uvw".randomElement(using: &random).map(String.init)
                    file.tags.musicBrainzRelease = release
                    files.append(file)
                }
            }
            if Bool.random(using: &random) { files.shuffle(using: &random) }
            let counts = Set(files.indices.filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
            #expect(try GroupedLibrary.albums(reading: files, addingAfter: counts) == GroupedLibrary.albums(of: files))
        }
    }

    @Test func `the order of the files changes nothing`() throws {
        let files = (0..<40).map { index in
            file("/f\(index % 3)/\(index).mp3", artist: "A\(index % 4)", album: index % 5 == 0 ? nil : "T\(index % 2)", number: index)
        }
        let expected = try GroupedLibrary.albums(of: files)
        #expect(try GroupedLibrary.albums(of: files.reversed()) == expected)
        #expect(try GroupedLibrary.albums(of: files.filter { $0.tags.album == nil } + files.filter { $0.tags.album != nil }) == expected)
    }
}
