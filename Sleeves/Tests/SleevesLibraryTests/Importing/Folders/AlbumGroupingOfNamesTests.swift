import Testing

@testable import SleevesCovers
@testable import SleevesImporting
@testable import SleevesLibrary

@Suite("Albums of files whose names are written in several ways")
struct AlbumGroupingOfNamesTests {
    private func file(
        _ path: String, _ title: String? = nil, artist: String? = "Oak", albumArtist: String? = nil, album: String = "Plain",
        number: Int? = nil,
        disc: Int? = nil, release: String? = nil, seconds: Int? = nil
    ) -> TaggedFile {
        let tags = AudioTags(
            title: title, artist: artist, albumArtist: albumArtist, album: album, trackNumber: number, discNumber: disc,
            musicBrainzRelease: release, seconds: seconds)
        return TaggedFile(path: path, tags: tags)
    }

    private func names(_ files: [TaggedFile]) throws -> [String] {
        let names = try GroupedLibrary.albums(of: files).map { "\($0.artist) – \($0.title) (\($0.tracks.count))" }
        #expect(try GroupedLibrary.albums(of: files.reversed()).map(\.id) == GroupedLibrary.albums(of: files).map(\.id))
        return names
    }

    // MARK: Artists

    @Test("A guest on all files of a folder is none of the album's artist", arguments: ["Oak feat. Elm", "Oak ft. Elm", "Oak (feat. Elm)"])
    func guest(artist: String) throws {
        let guests = (1...2).map { (number: Int) in file("/\(artist)/\(number).mp3", artist: artist, number: number) }
        #expect(try names(guests) == ["Oak – Plain (2)"])
        #expect(try names(guests + [file("/Oak/3.mp3", number: 3)]) == ["Oak – Plain (3)"])
        // A library that has the album keeps it.
        let former = AlbumID(digesting: ["folder", artist.lowercased(), "plain"])
        #expect(try GroupedLibrary.albums(of: guests).map(\.id) == [former])
        #expect(try GroupedLibrary.albums(of: guests + [file("/Oak/3.mp3", number: 3)]).map(\.id) != [former])
    }

    @Test("The name of a guest is part of an album artist only where no file has the name without it")
    func guestOfAlbumArtist() throws {
        let guest = file("/a/1.flac", artist: "Oak feat. Elm", albumArtist: "Oak feat. Elm", number: 1)
        #expect(try names([guest]) == ["Oak feat. Elm – Plain (1)"])
        #expect(try names([guest, file("/a/2.flac", albumArtist: "Oak", number: 2)]) == ["Oak – Plain (2)"])
    }

    @Test(
        "Files without the only album artist join it if they complete its numbers, and have no artist of their own",
        arguments: [
            ("Mix Mix - -", "1 2 3 4", ["Mix – Plain (4)"]), ("Mix - - -", "1 2 3 4", ["Mix – Plain (4)"]),
            ("Mix Mix - -", "1 2 3 5", ["Mix – Plain (2)", "Various Artists – Plain (2)"]),
            ("Mix Mix - -", "1 2 1 2", ["Mix – Plain (2)", "Various Artists – Plain (2)"]),
            ("Mix Max - -", "1 2 3 4", ["Mix – Plain (1)", "Max – Plain (1)", "Various Artists – Plain (2)"]),
            ("Mix Mix = =", "1 2 3 4", ["Mix – Plain (2)", "Elm – Plain (2)"]),
        ])
    func halfAlbumArtist(albumArtists: String, numbers: String, expected: [String]) throws {
        let files = zip(albumArtists.split(separator: " "), numbers.split(separator: " ")).enumerated().map { index, names in
            file(
                "/a/\(index).mp3", "T\(index)", artist: names.0 == "=" ? "Elm" : "G\(index)",
                albumArtist: ["-", "="].contains(names.0) ? nil : String(names.0), number: Int(names.1))
        }
        #expect(try names(files) == expected)
    }

    @Test(
        "Album artists that are those of the tracks of one release make Various Artists",
        arguments: [
            (["A", "B", "C", "D"], "Various Artists"), (["A", "A", "A", "B", "C"], "A"), (["A", "A & B", "A & C", "A, D"], "A"),
            (["A and B", "A & B"], "A and B"),
        ])
    func albumArtistsOfTracks(artists: [String], expected: String) throws {
        let files = artists.enumerated().map {
            file("/a/\($0).mp3", artist: $1, albumArtist: $1, number: $0 + 1, release: "5f1d0c52-7b0e-4d3e-9a41-000000000001")
        }
        #expect(try names(files) == ["\(expected) – Plain (\(artists.count))"])
    }

    // MARK: Titles

    @Test(
        "Files of one folder have one title, however its signs are written",
        arguments: [
            ("Don't Wait", "Don`t Wait"), ("Why?", "Why？"), ("A (Live)", "A（Live）"), ("A〜B", "A～B"), ("A・B", "A･B"), ("A—B", "A--B"),
            ("A - B", "A—B"), ("Wait... What", "Wait…What"), ("Alb", "\u{202A}Alb\u{202C}"), ("Große", "GROẞE"), ("ＡＢＣ１", "abc1"),
        ])
    func signs(one: String, other: String) throws {
        let files = [file("/a/1.mp3", album: one, number: 1), file("/a/2.mp3", album: other, number: 2)]
        #expect(try GroupedLibrary.albums(of: files).map(\.trackCount) == [2])
        // Albums that libraries have keep their identifiers.
        for title in [one, other] {
            let album = try GroupedLibrary.albums(of: [file("/a/1.mp3", album: title), file("/a/2.mp3", album: title)])
            #expect(album.map(\.id) == [AlbumID(digesting: ["folder", "oak", title.nameFolded()])])
            #expect(!title.nameKey().isEmpty)
        }
    }

    @Test("Titles with other words or signs are others", arguments: [("A", "A?"), ("One+", "One"), ("A.B", "AB"), ("Ä", "A"), ("-", ".")])
    func otherTitles(one: String, other: String) throws {
        let files = [file("/a/1.mp3", album: one, number: 1), file("/a/2.mp3", album: other, number: 2)]
        #expect(try GroupedLibrary.albums(of: files).map(\.trackCount) == [1, 1])
    }

    // MARK: Discs

    private func discs(_ folders: [String], titles: [String] = ["Plain"]) -> [TaggedFile] {
        folders.enumerated().flatMap { disc, folder in
            (1...2).map { (number: Int) in
                file("/m/\(folder)/\(number).mp3", "\(disc) \(number)", album: titles[disc % titles.count], number: number)
            }
        }
    }

    @Test(
        "Folders of discs are one album",
        arguments: [
            ["Plain/Digital Media 01", "Plain/Digital Media 02"], ["Oak-Plain-CD1-2004-GRP", "Oak-Plain-CD2-2004-GRP"],
            ["Plain CD1 (1999)", "Plain CD2 (1999)"], ["Plain CD1 [FLAC]", "Plain CD2 [FLAC]"], ["Plain/CD1/FLAC", "Plain/CD2/FLAC"],
            ["Plain/ＣＤ１", "Plain/ＣＤ２"], ["Plain/ディスク1", "Plain/ディスク2"], ["Disco 1", "Disco 2"], ["Reel 1", "Reel 2"],
            ["CD", "Bonus CD"], ["CD1", "CD2", "Bonus"], ["Plain", "Plain/Bonus Disc"], ["Plain CD1of2", "Plain CD2of2"],
            ["CD-R 01", "CD-R 02"],
            ["DVD-Video 01", "DVD-Video 02"], ["Blu-ray 01", "Blu-ray 02"],
        ])
    func folders(folders: [String]) throws {
        let files = discs(folders)
        #expect(try names(files) == ["Oak – Plain (\(files.count))"])
        #expect(try GroupedLibrary.albums(of: files)[0].tracks.map(\.disc).last == folders.count)
    }

    @Test(
        "Folders with other numbers, and far from each other, are different albums",
        arguments: [
            ["Disco 80", "Disco 90"], ["Plain CD1 (1999)", "Plain CD2 (2004)"], ["Plain", "other/Bonus"],
            ["Plain Bonus Songs", "Plain"], ["Abcd1-2004-x", "Abcd2-2004-x"],
        ])
    func otherFolders(folders: [String]) throws {
        #expect(try names(discs(folders)).count == 2)
    }

    @Test(
        "Titles with discs are one",
        arguments: [
            (["Plain CD1: Day", "Plain CD2: Night"], "Plain"), (["Plain [1 of 2]", "Plain [2 of 2]"], "Plain"),
            (["Plain (1 of 2)", "Plain (2 of 2)"], "Plain"), (["Plain (Disc 1", "Plain (Disc 2"], "Plain"),
            (["Plain; CD1", "Plain; CD2"], "Plain"),
        ])
    func titles(titles: [String], expected: String) throws {
        #expect(try names(discs(["x", "y"], titles: titles)) == ["Oak – \(expected) (4)"])
    }

    @Test(
        "Titles that only seem to have a disc stay whole",
        arguments: ["Plain [3 of 2]", "Plain (1 of 1)", "Magazine CD 5: Noise", "[1 of 2]", "One of 2"])
    func wholeTitles(title: String) {
        #expect(DiscName.split(title).title == title && DiscName.split(title).disc == nil)
    }

    @Test("The names of files tell the discs of a folder if that leaves one title at each position", arguments: ["-", ""])
    func files(separator: String) throws {
        func songs(_ discs: [Int], numbers: [Int] = [1, 2, 3]) -> [TaggedFile] {
            discs.flatMap { disc in numbers.map { file("/a/\(disc)\(separator)0\($0) x.mp3", "\(disc) \($0)", number: $0) } }
        }
        #expect(
            try GroupedLibrary.albums(of: songs([1, 2])).map { $0.tracks.map(\.title) } == [["1 1", "1 2", "1 3", "2 1", "2 2", "2 3"]])
        // Numbers without a first disc, those that aren't the tags', and a folder that needs no discs.
        #expect(try GroupedLibrary.albums(of: songs([3, 4]))[0].tracks.map(\.disc).allSatisfy { $0 == nil })
        let others = songs([1, 2]).map { TaggedFile(path: $0.path.replacing("0", with: "1"), tags: $0.tags) }
        #expect(try GroupedLibrary.albums(of: others)[0].tracks.map(\.disc).allSatisfy { $0 == nil })
        #expect(try GroupedLibrary.albums(of: songs([1]))[0].tracks.map(\.disc).allSatisfy { $0 == nil })
    }

    // MARK: Copies

    @Test(
        "Copies of a track have the same title but for its number and its guests",
        arguments: ["01 - Song", "1. Song", "Song (feat. Elm)", "song"])
    func copies(title: String) throws {
        let files = [file("/a/1.flac", "Song", number: 1), file("/b/1.mp3", title, number: 1)]
        #expect(try names(files) == ["Oak – Plain (1)"])
    }

    @Test("Tracks with other titles are no copies", arguments: ["2 Song", "1", "Song (live)", "1Song"])
    func others(title: String) throws {
        let files = [file("/a/1.flac", "Song", number: 1), file("/b/1.mp3", title, number: 1)]
        #expect(try names(files) == ["Oak – Plain (1)", "Oak – Plain (1)"])
        // At other positions, guests make other tracks.
        #expect(try names([file("/a/1.mp3", "Song", number: 1), file("/a/2.mp3", "Song (feat. Elm)", number: 2)]) == ["Oak – Plain (2)"])
    }

    @Test("A file is a copy of the one whose name it has with a number in brackets")
    func namedCopies() throws {
        func count(_ names: String..., seconds: [Int] = [200, 200]) throws -> Int? {
            let files = zip(names, seconds).map { file("/a/\($0).mp3", "Untitled", seconds: $1) }
            return try GroupedLibrary.albums(of: files).first?.tracks.count
        }
        #expect(try count("Song", "Song (1)") == 1)
        #expect(try count("Song", "Song (1)", seconds: [200, 300]) == 2)
        #expect(try count("Song", "Song (live)") == 2)
        #expect(try count("Song 1", "Song 2") == 2)
    }

    @Test("A folder of thousands of artists, and one of thousands of discs, are grouped in a moment")
    func many() throws {
        let artists = (1...4_000).map { (number: Int) in
            file("/a/\(number).mp3", artist: "G\(number) & H\(number)", albumArtist: number == 1 ? "Mix" : nil, number: number)
        }
        let tracks = artists.map { GroupedTrack($0) }
        #expect(Set(AlbumGrouping.identities(onShelf: tracks)).count == 1)
        let bonuses = (1...1_500).flatMap { index in discs(["\(index)/CD", "\(index)/Bonus CD"]).map { GroupedTrack($0) } }
        #expect(DiscName.placing(bonuses).count { $0.disc == 2 } == 3_000)
    }
}
