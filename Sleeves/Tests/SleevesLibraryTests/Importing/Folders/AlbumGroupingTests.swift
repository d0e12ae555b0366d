import Testing

@testable import SleevesCovers
@testable import SleevesLibrary

@Suite struct AlbumGroupingTests {
    private func file(
        _ path: String, artist: String? = nil, albumArtist: String? = nil, album: String? = nil, number: Int? = nil, disc: Int? = nil,
        release: String? = nil, compilation: Bool = false, title: String? = "Song"
    ) -> TaggedFile {
        let tags = AudioTags(
            title: title, artist: artist, albumArtist: albumArtist, album: album, trackNumber: number, discNumber: disc,
            musicBrainzRelease: release, isCompilation: compilation)
        return TaggedFile(path: path, tags: tags)
    }

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
            file("/a/1.mp3", artist: "A", album: "One", release: "R1"), file("/b/2.mp3", artist: "A", album: "One [Live]", release: "r1"),
        ]
        #expect(try names(files) == ["A – One (2)"])
    }

    @Test func `two releases are two albums, whatever their files are called`() throws {
        let files = [
            file("/a/1.mp3", artist: "A", album: "One", release: "R1"), file("/a/2.mp3", artist: "A", album: "One", release: "R2"),
        ]
        #expect(try GroupedLibrary.albums(of: files).count == 2)
    }

    @Test func `a file without a release joins the only release of its name`() throws {
        let with = file("/a/1.mp3", artist: "A", album: "One", release: "R1")
        let without = file("/a/2.mp3", artist: "A", album: "One")
        let another = file("/b/1.mp3", artist: "A", album: "One", release: "R2")
        #expect(try names([with, without]) == ["A – One (2)"])
        #expect(try GroupedLibrary.albums(of: [with, without, another]).count == 3)
    }

    @Test func `different artists without an album artist in one folder are a compilation`() throws {
        let files = [
            file("/a/1.mp3", artist: "A", album: "Hits"), file("/a/2.mp3", artist: "B", album: "Hits"),
            file("/b/1.mp3", artist: "A", album: "Hits"), file("/b/2.mp3", artist: "C", album: "Hits"),
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
        #expect(try names(all) == ["Santana feat. Rob – Three (2)"])
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

    @Test func `files without an album title are the unknown album of their artist, one for each folder`() throws {
        let files = [
            file("/a/1.mp3", artist: "A"), file("/a/2.mp3", artist: "a"), file("/a/3.mp3", artist: "B"), file("/b/4.mp3", artist: "A"),
            file("/b/5.mp3"),
        ]
        let expected = [
            "A – Unknown Album (2)", "B – Unknown Album (1)", "A – Unknown Album (1)", "Unknown Artist – Unknown Album (1)",
        ]
        #expect(try names(files) == expected)
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

    @Test func `the order of the files changes nothing`() throws {
        let files = (0..<40).map { index in
            file("/f\(index % 3)/\(index).mp3", artist: "A\(index % 4)", album: index % 5 == 0 ? nil : "T\(index % 2)", number: index)
        }
        let expected = try GroupedLibrary.albums(of: files)
        #expect(try GroupedLibrary.albums(of: files.reversed()) == expected)
        #expect(try GroupedLibrary.albums(of: files.filter { $0.tags.album == nil } + files.filter { $0.tags.album != nil }) == expected)
    }
}
