import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// Folders with CUE sheets, imported.
@Suite("Importing CUE sheets")
struct SheetImportTests {
    private let folder: TemporaryFolder
    private let library: ImportedFolders

    init() throws {
        folder = try TemporaryFolder()
        library = try ImportedFolders()
    }

    private func read() async throws -> ImportedFolders.Content { try await library.read([folder.path]) }

    /// Returns a sheet with tracks of a minute.
    private static func sheet(
        of file: String = "Album.wav", title: String? = "Album", performer: String? = "Band", tracks: [String] = ["One", "Two", "Three"],
        remarks: String = ""
    ) -> String {
        var text = remarks + "\n"
        if let performer { text += "PERFORMER \"\(performer)\"\n" }
        if let title { text += "TITLE \"\(title)\"\n" }
        text += "FILE \"\(file)\" WAVE\n"
        for (index, title) in tracks.enumerated() {
            text += "  TRACK \(index + 1) AUDIO\n    TITLE \"\(title)\"\n    INDEX 01 \(index):00:00\n"
        }
        return text
    }

    private static func segment(_ index: Int, of count: Int = 3) -> FileSegment {
        FileSegment(start: index * 4_500, end: index + 1 < count ? (index + 1) * 4_500 : nil)
    }

    private func write(_ file: String, seconds: Int = 200, _ tags: [(String, String)] = []) throws {
        try folder.write(SyntheticAudio.flac(tags, seconds: seconds), to: file)
    }

    @Test(
        "A sheet in an encoding of another country is read by all of its texts together",
        arguments: [
            (TextEncoding.simplifiedChinese, ["夜行列车的窗", "雨中的灯塔", "旧唱片的声音"]),
            (.japanese, ["夜行列車の窓", "雨の灯台", "古いレコード"]),
            (.cyrillic, ["Ночной поезд", "Старый маяк", "Последний трамвай"]),
        ])
    func encodings(encoding: TextEncoding, titles: [String]) async throws {
        try write("Album.flac")
        let text = Self.sheet(title: titles[0], performer: titles[1], tracks: titles)
        try folder.write(LegacyText.bytes(text, LegacyText.name(encoding)), to: "Album.cue")
        let album = try #require(try await read().albums.first)
        #expect(album.title == titles[0] && album.artist == titles[1] && album.tracks.map(\.title) == titles)
    }

    @Test("One file becomes its tracks, with the values of the sheet, and those of the file where it has none")
    func tracks() async throws {
        try write("Album.flac", [("GENRE", "Jazz"), ("TITLE", "Whole"), ("LABEL", "Northgate")])
        try folder.write(Self.sheet(remarks: "REM DATE 1971\nCATALOG 5012345678900"), to: "Album.cue")
        let content = try await read()
        #expect(content.problems.isEmpty && content.filesRead == 1)
        let album = try #require(content.albums.first)
        #expect(
            content.albums.count == 1 && album.title == "Album" && album.artist == "Band" && album.year == 1971 && album.genre == "Jazz")
        #expect(album.release?.barcode == "5012345678900" && album.release?.labels == ["Northgate"] && album.trackCount == 3)
        let path = "\(folder.path)/Album.flac"
        let expected = ["One", "Two", "Three"].enumerated().map { index, title in
            TrackRecord(title: title, number: index + 1, seconds: index < 2 ? 60 : 80, path: path, segment: Self.segment(index))
        }
        #expect(album.tracks == expected)
        #expect(try library.persistency.completeAlbum(album.id)?.tracks == expected)
        #expect(try !album.json().contains("segment"), "exports have no places of files")
    }

    @Test("An unchanged import reads nothing; a changed, added or removed sheet is followed, and the user's edits stay")
    func changes() async throws {
        try write("Album.flac", [("ALBUM", "Album"), ("ARTIST", "Band"), ("TITLE", "Whole")])
        func titles() async throws -> [[String]] { try await read().albums.map { $0.tracks.map(\.title) } }
        #expect(try await titles() == [["Whole"]])
        let id = try #require(try library.albums().first?.id)
        _ = try library.persistency.recordEdit(of: id, AlbumEdits(genre: "Mine"))
        try folder.write(Self.sheet(), to: "Album.cue")
        #expect(try await titles() == [["One", "Two", "Three"]])
        #expect(try library.albums().first?.genre == "Mine" && library.albums().first?.id == id)
        let again = try await library.run([folder.path])
        #expect(again.albums.updated == 0 && again.files.changed == 0 && again.albums.unchanged == 1)
        // In place, so that the folder itself doesn't change.
        let handle = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/Album.cue"))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(Self.sheet(tracks: ["Eins", "Zwei"]).utf8))
        try handle.close()
        #expect(try await titles() == [["Eins", "Zwei"]])
        try FileManager.default.removeItem(atPath: "\(folder.path)/Album.cue")
        #expect(try await titles() == [["Whole"]])
        #expect(try library.albums().first?.genre == "Mine")
    }

    @Test("A damaged sheet is named each time, its file stays one track, and the album follows when the sheet is right")
    func damaged() async throws {
        try write("Album.flac", seconds: 100)
        try folder.write(Self.sheet(), to: "Album.cue")
        for _ in 0..<2 {
            let content = try await read()
            #expect(content.problems.map(\.path) == ["\(folder.path)/Album.cue"])
            #expect(content.problems.first?.reason.contains("track 3 begins at 2:00") == true)
            #expect(content.albums.map(\.tracks.count) == [1])
        }
        try library.persistency.noteReading(of: [folder.path], problems: [])
        #expect(try library.persistency.problems(of: folder.path).count == 1)
        #expect(try library.persistency.sources().map(\.problemCount) == [1])
        try write("Album.flac", seconds: 300)
        let content = try await read()
        #expect(content.problems.isEmpty && content.albums.map(\.tracks.count) == [3])
        try folder.write("FILE \"Album.wav\" WAVE\n", to: "Album.cue")
        let empty = try await read()
        #expect(empty.problems.count == 1 && empty.albums.map(\.tracks.count) == [1])
        try FileManager.default.removeItem(atPath: "\(folder.path)/Album.cue")
        #expect(try await read().problems.isEmpty)
    }

    @Test("A sheet that names a missing file is named until the file is there")
    func missing() async throws {
        try write("Other.flac", [("ALBUM", "Other"), ("ARTIST", "A")])
        try folder.write(Self.sheet(of: "Gone.wav"), to: "Album.cue")
        #expect(try await read().problems.map(\.path) == ["\(folder.path)/Album.cue"])
        try write("Gone.flac")
        let content = try await read()
        #expect(content.problems.isEmpty && content.albums.map(\.tracks.count).sorted() == [1, 3])
        try FileManager.default.removeItem(atPath: "\(folder.path)/Gone.flac")
        let after = try await read()
        #expect(after.problems.count == 1 && after.albums.map(\.title) == ["Other"])
    }

    @Test("Two discs in one folder are one album, by the names of their files")
    func discs() async throws {
        for disc in 1...2 {
            try write("CD\(disc).flac")
            try folder.write(Self.sheet(of: "CD\(disc).wav", tracks: ["A\(disc)", "B\(disc)"]), to: "CD\(disc).cue")
        }
        let content = try await read()
        #expect(content.albums.count == 1 && content.problems.isEmpty)
        #expect(content.albums.first?.tracks.map(\.title) == ["A1", "B1", "A2", "B2"])
        #expect(content.albums.first?.tracks.map(\.disc) == [1, 1, 2, 2])
    }

    @Test("Files of single tracks stay the tracks, and take only what they lack from a sheet")
    func separateFiles() async throws {
        try write("01.flac")
        try write("02.flac", [("TITLE", "Own"), ("ARTIST", "Band"), ("ALBUM", "Album"), ("TRACKNUMBER", "2")])
        try folder.write(
            """
            PERFORMER "Band"
            TITLE "Album"
            FILE "01.wav" WAVE
            TRACK 01 AUDIO
            TITLE "First"
            INDEX 01 00:00:00
            FILE "02.wav" WAVE
            TRACK 02 AUDIO
            TITLE "Second"
            INDEX 01 00:00:00
            """, to: "Album.cue")
        let content = try await read()
        #expect(content.problems.isEmpty)
        #expect(content.albums.map { $0.tracks.map(\.title) } == [["First", "Own"]])
        #expect(content.albums.first?.tracks.allSatisfy { $0.segment == nil } == true)
    }

    @Test("The same album as one file, in another format and as single files, is one album whose copies are shown once")
    func copies() async throws {
        try write("Album.flac", seconds: 180)
        var mp3 = SyntheticMP3()
        mp3.text("TIT2", "Whole")
        try folder.write(mp3.bytes, to: "Other.mp3")
        try folder.write(Self.sheet(), to: "Album.cue")
        try folder.write(Self.sheet(), to: "Copy of Album.cue")
        for (index, title) in ["One", "Two", "Three"].enumerated() {
            try write(
                "tracks/\(index + 1).flac", seconds: 60,
                [("TITLE", title), ("ARTIST", "Band"), ("ALBUM", "Album"), ("TRACKNUMBER", "\(index + 1)")])
        }
        let content = try await read()
        let album = try #require(content.albums.first { $0.title == "Album" })
        #expect(content.albums.count == 2 && album.tracks.map(\.title) == ["One", "Two", "Three"])
    }

    @Test("A sheet in the tags divides the file, and gives way to one beside it", arguments: ["flac", "wv", "ape", "mp3"])
    func embedded(format: String) async throws {
        let text = Self.sheet(tracks: ["In 1", "In 2"]).replacing("1:00:00", with: "0:00:30")
        switch format {
        case "flac": try write("Album.flac", seconds: 0, [("CUESHEET", text)])
        case "wv": try folder.write(SyntheticAudio.wavPack([("Cuesheet", Array(text.utf8))]), to: "Album.wv")
        case "ape": try folder.write(SyntheticAudio.monkeys([("CUESHEET", Array(text.utf8))]), to: "Album.ape")
        default:
            var mp3 = SyntheticMP3()
            mp3.userText("CUESHEET", text)
            try folder.write(mp3.bytes, to: "Album.mp3")
        }
        let content = try await read()
        #expect(content.problems.isEmpty)
        #expect(content.albums.map { $0.tracks.map(\.title) } == [["In 1", "In 2"]])
        #expect(content.albums.first?.tracks.map { $0.segment?.start } == [0, 30])
        try folder.write(text.replacing("In ", with: "Out "), to: "Album.cue")
        #expect(try await read().albums.map { $0.tracks.map(\.title) } == [["Out 1", "Out 2"]])
        try FileManager.default.removeItem(atPath: "\(folder.path)/Album.cue")
        #expect(try await read().albums.map { $0.tracks.map(\.title) } == [["In 1", "In 2"]])
    }

    /// A CUESHEET block with tracks at some times, in seconds. The last one is the end.
    private static func block(_ times: [Int], numbers: [UInt8]? = nil) -> [UInt8] {
        func big(_ number: Int, _ count: Int) -> [UInt8] { SyntheticAudio.little(number, count).reversed() }
        let numbers = numbers ?? times.indices.map { $0 + 1 < times.count ? UInt8($0 + 1) : 170 }
        var block = [UInt8](repeating: 0, count: 395) + [UInt8(times.count)]
        for (index, time) in times.enumerated() {
            let isEnd = index + 1 == times.count
            block += big(time * 44_100, 8) + [numbers[index]] + [UInt8](repeating: 0, count: 26) + [isEnd ? 0 : 1]
            if !isEnd { block += big(0, 8) + [1, 0, 0, 0] }
        }
        return block
    }

    @Test("A FLAC file's own block divides it, and gives way to a sheet in the tags; one that ends elsewhere or is damaged does nothing")
    func block() async throws {
        let tags = [("ALBUM", "Album"), ("ARTIST", "Band")]
        try folder.write(SyntheticAudio.flac(tags, seconds: 600, cueSheet: Self.block([0, 60, 120, 600])), to: "Album.flac")
        let content = try await read()
        #expect(content.problems.isEmpty)
        #expect(content.albums.map { $0.tracks.map(\.title) } == [["Track 1", "Track 2", "Track 3"]])
        #expect(content.albums.first?.tracks.map(\.segment) == (0..<3).map { Self.segment($0) })
        let text = Self.sheet(tracks: ["In 1", "In 2"])
        try folder.write(
            SyntheticAudio.flac(tags + [("CUESHEET", text)], seconds: 600, cueSheet: Self.block([0, 60, 120, 600])), to: "Album.flac")
        #expect(try await read().albums.map { $0.tracks.map(\.title) } == [["In 1", "In 2"]])
        let useless = [
            Self.block([0, 60, 120, 550]), Self.block([0, 600]), Self.block([0, 60, 600], numbers: [1, 0, 170]),
            Array(Self.block([0, 60, 120, 600]).dropLast(1)), [0, 1],
        ]
        for block in useless {
            try folder.write(SyntheticAudio.flac(tags + [("TITLE", "Whole")], seconds: 600, cueSheet: block), to: "Album.flac")
            #expect(try await read().albums.map { $0.tracks.map(\.title) } == [["Whole"]])
        }
        // A song isn't looked into.
        try folder.write(SyntheticAudio.flac(tags, seconds: 200, cueSheet: Self.block([0, 60, 200])), to: "Album.flac")
        #expect(try await read().albums.map(\.tracks.count) == [1])
    }

    @Test("A damaged sheet in the tags is named with its file")
    func damagedEmbedded() async throws {
        try write("Album.flac", [("TITLE", "Whole"), ("CUESHEET", "FILE a WAVE\nTRACK 01 AUDIO\nTRACK 02 AUDIO")])
        let content = try await read()
        #expect(content.problems.map(\.path) == ["\(folder.path)/Album.flac"])
        #expect(content.albums.map { $0.tracks.map(\.title) } == [["Whole"]])
    }

    @Test("A file that is imported alone has the tracks of the sheet beside it")
    func namedFile() async throws {
        try write("Album.flac")
        try write("Other.flac")
        try folder.write(Self.sheet(), to: "Album.cue")
        try folder.write(Self.sheet(of: "unknown.wav"), to: "Unknown.cue")
        let content = try await library.read(["\(folder.path)/Album.flac"])
        #expect(content.albums.map(\.tracks.count) == [3] && content.problems.isEmpty)
    }

    @Test("A folder that is moved keeps its album and its tracks")
    func moved() async throws {
        try write("a/Album.flac")
        try folder.write(Self.sheet(), to: "a/Album.cue")
        let before = try #require(try await read().albums.first)
        try FileManager.default.moveItem(atPath: "\(folder.path)/a", toPath: "\(folder.path)/b")
        let after = try await read()
        #expect(after.albums.map(\.id) == [before.id])
        #expect(after.albums.first?.tracks.map(\.path) == Array(repeating: "\(folder.path)/b/Album.flac", count: 3))
        #expect(after.albums.first?.tracks.map(\.segment) == (0..<3).map { Self.segment($0) })
    }

    @Test("An import that is undone and redone has the same tracks")
    func undone() async throws {
        let fixture = try LibraryFixture()
        try write("Album.flac")
        try folder.write(Self.sheet(), to: "Album.cue")
        try await fixture.library.importAlbums(at: [folder.path])
        let albums = try fixture.persistency.records()
        #expect(albums.map(\.tracks.count) == [3])
        try await fixture.library.history.undo()
        #expect(try fixture.persistency.records().isEmpty)
        try await fixture.library.history.redo()
        #expect(try fixture.persistency.records().map(\.tracks) == albums.map(\.tracks))
        try await fixture.library.importAlbums(at: [folder.path])
        #expect(try fixture.persistency.records().map(\.tracks) == albums.map(\.tracks))
    }

    @Test("Sheets that aren't regular files, or too many, are passed over")
    func unusual() async throws {
        try write("Album.flac")
        #expect(mkfifo("\(folder.path)/Album.cue", 0o600) == 0)
        try folder.write("x", to: "folder.cue/x.txt")
        try folder.write([UInt8](repeating: 0x20, count: 2 << 20), to: "large.cue")
        let content = try await read()
        #expect(content.albums.map(\.tracks.count) == [1])
        #expect(content.problems.map(\.path) == ["\(folder.path)/large.cue"])
    }

    @Test("The next import of a library of an earlier version finds the sheets, and the library keeps what it has")
    func migration() async throws {
        try write("Album.flac", [("ALBUM", "Album"), ("ARTIST", "Band")])
        _ = try await read()
        // As the earlier version left it.
        try folder.write(Self.sheet(), to: "Album.cue")
        try library.persistency.write { database in
            try database.execute(sql: "DROP TABLE sheet; DROP TABLE staleSheets")
            for column in ["ownSheet", "sheet"] { try database.execute(sql: "ALTER TABLE file DROP COLUMN \(column)") }
            try database.execute(sql: LibrarySchema.sheets)
        }
        let content = try await read()
        #expect(content.albums.map(\.tracks.count) == [3])
    }
}
