import SQLite
import Testing

@testable import SleevesCovers
@testable import SleevesLibrary
@testable import SleevesStore

/// The files' values for the pressing and the people behind the work.
@Suite struct ReleaseTagsTests {
    private static let values = [
        "label": "Northgate", "number": "NG-7", "barcode": "5012345678900", "composer": "Ada Byron", "conductor": "Leo Sand",
        "subtitle": "Early Years", "media": "CD", "original": "1971-03-01",
    ]

    private static func named(_ names: [String: String]) -> [(String, String)] {
        names.sorted { $0.key < $1.key }.map { ($1, values[$0] ?? "") }
    }

    private static func id3(_ version: UInt8, _ names: [String: String]) -> SyntheticMP3 {
        var mp3 = SyntheticMP3(version: version)
        mp3.text(version == 2 ? "TT2" : "TIT2", "Title")
        for (name, value) in named(names) {
            if name.hasPrefix("TXXX:") { mp3.userText(String(name.dropFirst(5)), value) } else { mp3.text(name, value) }
        }
        return mp3
    }

    private static let frames = [
        "label": "TPUB", "number": "TXXX:CATALOGNUMBER", "barcode": "TXXX:BARCODE", "composer": "TCOM", "conductor": "TPE3",
        "subtitle": "TSST", "media": "TMED", "original": "TDOR",
    ]

    /// The names of MusicBrainz Picard, and those that other programs write.
    private static let files: [String: [UInt8]] = {
        var older = frames
        (older["label"], older["original"]) = ("TXXX:LABEL", "TORY")
        let oldest = ["label": "TPB", "composer": "TCM", "conductor": "TP3", "media": "TMT", "original": "TOR"]
        let vorbis = [
            "label": "LABEL", "number": "CATALOGNUMBER", "barcode": "BARCODE", "composer": "COMPOSER", "conductor": "CONDUCTOR",
            "subtitle": "DISCSUBTITLE", "media": "MEDIA", "original": "ORIGINALDATE",
        ]
        func comments(_ label: String, _ barcode: String, _ original: String) -> [(String, String)] {
            var names = vorbis
            (names["label"], names["barcode"], names["original"]) = (label, barcode, original)
            return named(names)
        }
        let ape = [
            "label": "Label", "number": "CatalogNumber", "barcode": "EAN/UPC", "composer": "Composer", "conductor": "Conductor",
            "subtitle": "DiscSubtitle", "media": "Media", "original": "ORIGINALYEAR",
        ]
        let media = [
            "label": "WM/Publisher", "number": "WM/CatalogNo", "barcode": "WM/Barcode", "composer": "WM/Composer",
            "conductor": "WM/Conductor", "subtitle": "WM/SetSubTitle", "media": "WM/Media", "original": "WM/OriginalReleaseTime",
        ]
        var itunes = vorbis
        itunes["composer"] = nil
        var others = itunes
        (others["label"], others["barcode"], others["original"]) = ("PUBLISHER", "UPC", "ORIGINALYEAR")
        let composer = [("\u{A9}wrt", values["composer"] ?? "")]
        return [
            "mp3, ID3v2.4": id3(4, frames).bytes, "mp3, ID3v2.3": id3(3, older).bytes, "mp3, ID3v2.2": id3(2, oldest).bytes,
            "wav": SyntheticAudio.wav(id3(4, frames)), "aiff": SyntheticAudio.aiff(id3(3, older)),
            "wav, INFO": SyntheticAudio.wav(info: named(["label": "IPUB", "composer": "IMUS", "media": "IMED"])),
            "flac": SyntheticAudio.flac(comments("LABEL", "BARCODE", "ORIGINALDATE")),
            "flac, ORGANIZATION": SyntheticAudio.flac(comments("ORGANIZATION", "UPC", "ORIGINALYEAR")),
            "flac, PUBLISHER": SyntheticAudio.flac(comments("PUBLISHER", "EAN", "ORIGINALDATE")),
            "m4a": SyntheticAudio.mp4(composer, named: named(itunes)),
            "m4a, PUBLISHER": SyntheticAudio.mp4(composer, named: named(others)),
            "wv": SyntheticAudio.wavPack(named(ape).map { ($0, Array($1.utf8)) }),
            "ape": SyntheticAudio.monkeys(named(ape).map { ($0, Array($1.utf8)) }),
            "wma": SyntheticAudio.windowsMedia(named(media)),
        ]
    }()

    /// The values that a kind of file has no names for.
    private static let absent: [String: Set<String>] = [
        "mp3, ID3v2.2": ["number", "barcode", "subtitle"],
        "wav, INFO": ["number", "barcode", "conductor", "subtitle", "original"],
    ]

    @Test(arguments: files.keys.sorted())
    func `reads what every kind of file says of the release`(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try #require(Self.files[kind]), to: "a." + kind.prefix { $0 != "," })
        let tags = try OpenAudioFile(path: path).tags()
        let lists = [
            "label": tags.release[.labels], "number": tags.release[.catalogueNumber], "barcode": tags.release[.barcode],
            "composer": tags.release[.composers], "conductor": tags.release[.conductors],
        ]
        let absent = Self.absent[kind] ?? []
        for (name, list) in lists { #expect(list == (absent.contains(name) ? [] : [Self.values[name]]), "\(name)") }
        #expect(tags.discSubtitle == (absent.contains("subtitle") ? nil : "Early Years"))
        #expect(tags.media == "CD")
        #expect(tags.originalDate?.prefix(4) == (absent.contains("original") ? nil : "1971"))
        // A reader's answer carries all of it.
        var writer = MessageWriter()
        tags.write(to: &writer)
        var answer = ByteReader(writer.bytes)
        #expect(try AudioTags(from: &answer) == tags)
    }

    @Test func `several values stay apart, each once, whatever is in them`() throws {
        let folder = try TemporaryFolder()
        let comments = [("LABEL", "North, Gate & Co"), ("LABEL", "South"), ("LABEL", "South"), ("COMPOSER", "A"), ("COMPOSER", "B")]
        let tags = try OpenAudioFile(path: folder.write(SyntheticAudio.flac(comments), to: "a.flac")).tags()
        #expect(tags.release[.labels] == ["North, Gate & Co", "South"] && tags.release[.composers] == ["A", "B"])
    }

    @Test func `the catalogue of an earlier version keeps them`() throws {
        let folder = try StoreFolder()
        let queue = try DatabaseQueue(path: "\(folder.path)/library.sqlite")
        try LibrarySchema.migrator.migrate(queue, upTo: "shelves")
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO folder (id, path, device, inode, size, modified, changed) VALUES (1, '/m', 1, 1, 1, 1, 1);
                    INSERT INTO file (folder, name, device, inode, size, modified, changed, state, title, labels, barcodes, composers) VALUES
                        (1, 'a', 1, 1, 1, 1, 1, 1, 'A', 'North, Gate' || char(10) || 'South', NULL, 'Ada Byron'),
                        (1, 'b', 1, 1, 1, 1, 1, 1, 'B', NULL, '501', NULL), (1, 'c', 1, 1, 1, 1, 1, 1, 'C', NULL, NULL, NULL);
                    """)
        }
        try queue.close()
        let library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: folder.path)
        let releases = try library.read { database in try FileCatalogue(database).wholeFiles("true", []).map(\.file.tags.release) }
        #expect(releases.map { $0[.labels] } == [["North, Gate", "South"], [], []])
        #expect(releases.map { $0[.barcode] } == [[], ["501"], []] && releases.map { $0[.composers] } == [["Ada Byron"], [], []])
    }

    // MARK: Albums

    @Test(
        arguments: [
            ("1998-05-04", "1971", "1998-05-04"), ("1998-05", "1971-01-02", "1998-05"), ("1998", "1971", "1998"),
            ("1998-05-04T00:00:00Z", "1971", "1998-05-04"), ("04.05.1998", "1971", "1998"), ("1998-13-04", "1971", "1998"),
            ("1998-05-40", "1971", "1998-05"), ("1971-12-01", "1971", nil), ("1965", "1971", nil), ("1998-05-04", nil, nil),
        ])
    func `a reissue has its own date beside the year of the first release`(date: String, original: String?, reissue: String?) async throws {
        let (music, library) = (try MusicFolder(), try ImportedFolders())
        let comments =
            [("ALBUM", "One"), ("ARTIST", "A"), ("TITLE", "T"), ("DATE", date)] + (original.map { [("ORIGINALDATE", $0)] } ?? [])
        try music.folder.write(SyntheticAudio.flac(comments), to: "One/1.flac")
        try await library.run([music.path])
        let album = try #require(try library.albums().first)
        #expect(album.year == (original == nil ? 1998 : 1971) && album.release?.reissue == reissue)
    }

    private func write(
        _ name: String, disc: String, _ comments: [(String, String)], to music: MusicFolder
    ) throws {
        let named = [("ALBUM", "One"), ("ALBUMARTIST", "A"), ("ARTIST", "A"), ("TITLE", name), ("DISCNUMBER", disc), ("DATE", "1999")]
        try music.folder.write(SyntheticAudio.flac(named + comments), to: "One/\(name).flac")
    }

    private func box(in music: MusicFolder) throws {
        try write("1", disc: "1", Self.named(["label": "LABEL", "number": "CATALOGNUMBER", "barcode": "BARCODE"]), to: music)
        try write("2", disc: "1", [("LABEL", "northgate"), ("COMPOSER", "Cy Low"), ("DISCSUBTITLE", "Early"), ("MEDIA", "CD")], to: music)
        try write("3", disc: "2", [("COMPOSER", "Ada Byron"), ("COMPOSER", "Cy Low"), ("MEDIA", "CD")], to: music)
        try write(
            "4", disc: "3", [("LABEL", "Southmoor"), ("DISCSUBTITLE", "Films"), ("MEDIA", "DVD"), ("ORIGINALYEAR", "1971")], to: music)
    }

    private static let release = ReleaseRecord(
        labels: ["Northgate", "Southmoor"], catalogueNumber: "NG-7", format: "2xCD + DVD", barcode: "5012345678900", originalYear: 1971,
        reissue: "1999", composers: ["Cy Low", "Ada Byron"], discSubtitles: [1: "Early", 3: "Films"])

    @Test func `an album has what its files say, each value once, the most frequent first`() async throws {
        let (music, library) = (try MusicFolder(), try ImportedFolders())
        try box(in: music)
        try music.addAlbum("Plain", tracks: 1)
        try await library.run([music.path])
        let albums = try library.albums()
        #expect(albums.map(\.title) == ["One", "Plain"])
        #expect(albums[0].release == Self.release && albums[1].release == nil)
        #expect(try library.persistency.albums(filter: AlbumFilter([.label("Southmoor")])).map(\.title) == ["One"])
        #expect(try library.persistency.albums(filter: AlbumFilter([.format("DVD")])).map(\.title) == ["One"])
    }

    @Test func `an album that an earlier version read has it after the next import`() async throws {
        let (music, library) = (try MusicFolder(), try ImportedFolders())
        try box(in: music)
        try await library.run([music.path])
        let columns = ["releaseValues", "discSubtitle", "media", "originalDate"]
        try library.persistency.write { database in
            try database.execute(
                sql: "UPDATE file SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")); UPDATE album SET release = NULL")
            try database.execute(sql: LibrarySchema.readingAgain)
        }
        let outcome = try await library.run([music.path])
        #expect(try library.albums().map(\.release) == [Self.release])
        #expect(outcome.files.changed == 0 && outcome.albums == SaveSummary(updated: 1))
        #expect(try await library.run([music.path]).albums == SaveSummary(unchanged: 1))
    }
}
