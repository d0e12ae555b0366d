import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// Imports of files whose tags declare Latin 1 and have something else.
@Suite("Texts in undeclared encodings")
struct UndeclaredTextTests {
    private let folder: TemporaryFolder
    private let library: ImportedFolders

    init() throws {
        folder = try TemporaryFolder()
        library = try ImportedFolders()
    }

    /// A file with a tag of ID3v2.3 whose texts have these bytes.
    private func mp3(_ texts: [String], _ encoding: TextEncoding, track: Int) -> [UInt8] {
        var mp3 = SyntheticMP3(version: 3)
        for (name, text) in zip(["TPE1", "TALB", "TIT2"], texts) {
            mp3.frames.append((name, [0] + LegacyText.bytes(text, LegacyText.name(encoding)) + [0]))
        }
        mp3.text("TRCK", "\(track)")
        return mp3.bytes
    }

    /// A file with a tag of ID3v1.
    private func old(_ texts: [String], _ encoding: TextEncoding, track: Int) -> [UInt8] {
        func field(_ text: String) -> [UInt8] {
            let bytes = LegacyText.bytes(text, LegacyText.name(encoding)).prefix(30)
            return bytes + [UInt8](repeating: 0, count: 30 - bytes.count)
        }
        return SyntheticMP3.silence + Array("TAG".utf8) + field(texts[2]) + field(texts[0]) + field(texts[1]) + Array("1999".utf8)
            + [UInt8](repeating: 0, count: 29) + [UInt8(track), 255]
    }

    /// A WAVE file with texts of RIFF.
    private func wave(_ texts: [String], _ encoding: TextEncoding, track: Int) -> [UInt8] {
        func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }
        func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
            Array(name.utf8) + little(bytes.count) + bytes + (bytes.count % 2 == 1 ? [0] : [])
        }
        var info = Array("INFO".utf8)
        for (name, text) in zip(["IART", "IPRD", "INAM"], texts) {
            info += chunk(name, LegacyText.bytes(text, LegacyText.name(encoding)) + [0])
        }
        info += chunk("ITRK", Array("\(track)".utf8) + [0])
        let format: [UInt8] = [1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0]
        let content =
            Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", [UInt8](repeating: 0, count: 88_200)) + chunk("LIST", info)
        return Array("RIFF".utf8) + little(content.count) + content
    }

    private func write(_ titles: [String], artist: String, album: String, _ encoding: TextEncoding, to name: String, kind: String = "mp3")
        throws
    {
        for (index, title) in titles.enumerated() {
            let texts = [artist, album, title]
            let bytes =
                kind == "wav"
                ? wave(texts, encoding, track: index + 1)
                : kind == "old" ? old(texts, encoding, track: index + 1) : mp3(texts, encoding, track: index + 1)
            try folder.write(bytes, to: "\(name)/\(index + 1).\(kind == "wav" ? "wav" : "mp3")")
        }
    }

    private static let albums: [(TextEncoding, artist: String, album: String, titles: [String])] = [
        (.simplifiedChinese, "林小溪", "春天的声音", ["清晨的雨", "山间小路", "回到故乡"]),
        (.traditionalChinese, "陳美玲", "遠方的朋友", ["愛的故事", "時間過得很快"]),
        (.japanese, "山田花子", "春のうた", ["さくらの道", "東京の夜"]),
        (.korean, "김하늘", "봄날의 노래", ["첫사랑", "비 오는 거리"]),
        (.cyrillic, "Ирина Лесная", "Северное лето", ["Дорога домой", "Снег идёт"]),
        (.western, "Jürgen Fähr", "Größe", ["Morgenröte", "Abend"]),
    ]

    @Test(arguments: ["mp3", "old", "wav"])
    func `are those of their own folder, in each kind of tag`(kind: String) async throws {
        for (encoding, artist, album, titles) in Self.albums {
            try write(titles, artist: artist, album: album, encoding, to: encoding.rawValue, kind: kind)
        }
        try await library.run([folder.path], pace: .zero)
        let found = try library.albums()
        for (encoding, artist, title, titles) in Self.albums {
            let album = try #require(found.first { $0.title == title }, "\(encoding) \(found.map(\.title))")
            #expect(album.artist == artist)
            #expect(album.tracks.map(\.title) == titles)
            #expect(try library.persistency.encoding(of: album.id) == encoding)
        }
        #expect(found.count == Self.albums.count)
    }

    @Test func `show the encoding of all discs of an album together`() async throws {
        try write(["清晨的雨", "山间小路"], artist: "林小溪", album: "声音", .simplifiedChinese, to: "Album/CD1")
        // Alone, it says too little.
        try folder.write(mp3(["Lin", "声音", "Demo"], .simplifiedChinese, track: 1), to: "Album/CD2/1.mp3")
        try await library.run([folder.path])
        #expect(Set(try library.albums().map(\.title)) == ["声音"])
    }

    @Test func `are decoded again when other files show the encoding, whatever was decided before`() async throws {
        try folder.write(mp3(["Lin", "爱", "雨"], .simplifiedChinese, track: 1), to: "a/1.mp3")
        try await library.run([folder.path])
        #expect(try library.albums().map(\.title) == ["°®"])
        try folder.write(mp3(["Lin", "爱", "清晨的雨"], .simplifiedChinese, track: 2), to: "a/2.mp3")
        try await library.run([folder.path])
        let albums = try library.albums()
        #expect(albums.map(\.title) == ["爱"])
        #expect(albums.first?.tracks.map(\.title) == ["雨", "清晨的雨"])
        try FileManager.default.removeItem(atPath: folder.path + "/a/2.mp3")
        try await library.run([folder.path])
        #expect(try library.albums().map(\.title) == ["°®"])
    }

    @Test func `are grouped as soon as they are read, as they are in the end`() async throws {
        for number in 1...20 {
            try write(["清晨的雨", "山间小路"], artist: "林小溪", album: "春天的声音 \(number)", .simplifiedChinese, to: "\(number)")
        }
        let seen = Seen()
        try await library.run([folder.path], pace: .zero) { [persistency = library.persistency] in
            seen.note((try? persistency.records().map(\.title)) ?? [])
        }
        #expect(try library.albums().count == 20)
        #expect(seen.all.allSatisfy { $0.hasPrefix("春天的声音") })
    }

    @Test func `are read by a reader process`() async throws {
        let library = try ImportedFolders(reader: MediaReader(program: ReaderPrograms.sleeves))
        for (encoding, artist, album, titles) in Self.albums {
            try write(titles, artist: artist, album: album, encoding, to: encoding.rawValue)
        }
        try await library.run([folder.path])
        #expect(Set(try library.albums().map(\.title)) == Set(Self.albums.map(\.album)))
    }

    @Test func `in a list are those of the whole list`() async throws {
        for (encoding, artist, album, _) in Self.albums {
            let text = "Artist,Title,Year\r\n\(artist),\(album),1999\r\nPlain,\"\(album), \(artist)\",2001\r\n"
            let path = try folder.write(LegacyText.bytes(text, LegacyText.name(encoding)), to: "\(encoding.rawValue).csv")
            let result = try CSVListImporter.read(fileAt: path)
            #expect(result.albums.map(\.title) == [album, "\(album), \(artist)"])
            #expect(result.albums.map(\.artist) == [artist, "Plain"])
        }
    }

    @Test func `in a list of UTF-8 with a damaged byte stay UTF-8`() throws {
        let bytes = Array("Artist,Title\n林小溪,春天的声音\nA,春".utf8) + [0xFF] + Array("天\n".utf8)
        let result = try CSVListImporter.read(fileAt: try folder.write(bytes, to: "list.csv"))
        #expect(result.albums.map(\.title) == ["春天的声音", "春\u{FFFD}天"])
    }

    @Test func `are decoded again when a file that showed their encoding is gone or moved away`() async throws {
        for (place, album, title) in [("gone", "爱", "雨"), ("moved", "雨", "爱")] {
            try write([title], artist: "Lin", album: album, .simplifiedChinese, to: "\(place)/CD1", kind: "mp3")
            try write(["清晨的雨", "山间小路", "回到故乡"], artist: "林小溪", album: "春天的声音", .simplifiedChinese, to: "\(place)/CD2", kind: "mp3")
        }
        try await library.run([folder.path], pace: .zero)
        func firsts() throws -> [String] {
            try library.albums().filter { $0.tracks.first?.path?.contains("/CD1/") == true }.map(\.title).sorted()
        }
        #expect(try firsts() == ["爱", "雨"].sorted())
        try FileManager.default.removeItem(atPath: "\(folder.path)/gone/CD2")
        try FileManager.default.moveItem(atPath: "\(folder.path)/moved/CD2", toPath: "\(folder.path)/elsewhere")
        try await library.run([folder.path], pace: .zero)
        #expect(try firsts() == ["°®", "Óê"].sorted())
    }

    @Test func `in a playlist are those of the whole playlist`() throws {
        for (encoding, _, album, titles) in Self.albums {
            for title in titles { try folder.write("noise", to: "\(album)/\(title).mp3") }
            let text = titles.map { "\(album)\\\($0).mp3\r\n" }.joined()
            let list = try folder.write(LegacyText.bytes(text, LegacyText.name(encoding)), to: "list.m3u")
            #expect(try Playlist(path: list).contents().files == titles.map { "\(folder.path)/\(album)/\($0).mp3" })
        }
    }

    /// The titles that were there at some time.
    private final class Seen: @unchecked Sendable {
        // SAFETY: the lock protects the titles.
        private let lock = NSLock()
        private var titles: Set<String> = []
        var all: Set<String> { lock.withLock { titles } }
        func note(_ titles: [String]) { lock.withLock { self.titles.formUnion(titles) } }
    }
}

/// The user's choice of another encoding.
@Suite("A chosen text encoding")
struct ChosenEncodingTests {
    private let fixture: LibraryFixture
    private let folder: TemporaryFolder

    init() throws {
        fixture = try LibraryFixture()
        folder = try TemporaryFolder()
    }

    private func write(_ title: String, album: String, track: Int) throws {
        var mp3 = SyntheticMP3(version: 3)
        for (name, text) in [("TPE1", "Lin"), ("TALB", album), ("TIT2", title)] {
            mp3.frames.append((name, [0] + LegacyText.bytes(text, "GBK") + [0]))
        }
        mp3.text("TRCK", "\(track)")
        try folder.write(mp3.bytes, to: "\(track).mp3")
    }

    private func titles() throws -> [String] {
        try fixture.albums().flatMap { [$0.title] + (try fixture.library.completeAlbum($0.id)?.tracks.map(\.title) ?? []) }
    }

    @Test func `is shown, kept by imports, and undone and redone`() async throws {
        // Two characters are too few to detect.
        try write("雨", album: "爱", track: 1)
        _ = try await fixture.library.importAlbums(at: [folder.path])
        let before = try titles()
        #expect(before == ["°®", "Óê"])
        let id = try #require(try fixture.albums().first?.id)
        #expect(try fixture.library.encoding(of: id) == .western)
        let (previews, current) = try await fixture.library.encodingPreviews(of: id)
        #expect(current == .western)
        #expect(previews.map(\.encoding) == TextEncoding.allCases)
        #expect(previews.first { $0.encoding == .simplifiedChinese }?.texts == ["爱", "雨"])

        let change = try await fixture.library.setEncoding(.simplifiedChinese, of: id)
        #expect(change?.name == "Change Text Encoding of “°®”")
        #expect(try titles() == ["爱", "雨"])
        #expect(try await fixture.library.setEncoding(.simplifiedChinese, of: try #require(try fixture.albums().first?.id)) == nil)
        try write("风", album: "爱", track: 2)
        _ = try await fixture.library.importAlbums(at: [folder.path])
        #expect(try titles() == ["爱", "雨", "风"])
        try FileManager.default.removeItem(atPath: folder.path + "/2.mp3")
        _ = try await fixture.library.importAlbums(at: [folder.path])
        #expect(try titles() == ["爱", "雨"])

        for _ in 0..<2 { try await fixture.library.history.undo() }
        try await fixture.library.history.undo()
        #expect(try titles().first == "°®")
        try await fixture.library.history.redo()
        #expect(try titles().first == "爱")
        let now = try #require(try fixture.albums().first?.id)
        try await fixture.library.setEncoding(nil, of: now)
        #expect(try titles().first == "°®")
    }

    @Test func `keeps the user's edits of the album`() async throws {
        try write("雨", album: "爱", track: 1)
        _ = try await fixture.library.importAlbums(at: [folder.path])
        let id = try #require(try fixture.albums().first?.id)
        try await fixture.library.edit(id, AlbumEdits(genre: "Folk"))
        try await fixture.library.setEncoding(.simplifiedChinese, of: id)
        let album = try #require(try fixture.albums().first)
        #expect(album.title == "爱" && album.genre == "Folk")
    }
}
