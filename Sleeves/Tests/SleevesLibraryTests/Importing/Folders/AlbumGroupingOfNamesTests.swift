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
}
