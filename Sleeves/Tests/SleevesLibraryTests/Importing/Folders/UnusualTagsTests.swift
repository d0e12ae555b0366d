import Foundation
import Testing

@testable import SleevesLibrary

/// Tags that TagLib 1.13 alone does not read, or not all of.
@Suite("Unusual tags")
struct UnusualTagsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func mp3(version: UInt8 = 4, _ frames: [(String, String)]) -> SyntheticMP3 {
        var mp3 = SyntheticMP3(version: version)
        for (id, value) in frames { mp3.text(id, value) }
        return mp3
    }

    private func tags(_ bytes: [UInt8], _ name: String = "a.mp3") throws -> AudioTags {
        try OpenAudioFile(path: try folder.write(bytes, to: name)).tags()
    }

    /// A file with an extended header of some length in its tag.
    private func extended(_ file: SyntheticMP3, by header: [UInt8]) -> [UInt8] {
        var bytes = file.bytes
        let length = bytes.count - SyntheticMP3.silence.count - 10 + header.count
        bytes[5] |= 0x40
        for (index, shift) in [21, 14, 7, 0].enumerated() { bytes[6 + index] = UInt8(length >> shift & 0x7f) }
        bytes.insert(contentsOf: header, at: 10)
        return bytes
    }

    @Test(
        arguments: [
            (4, [0, 0, 0, 6, 1, 0]), (4, [0, 0, 0, 12, 1, 0x20, 5, 1, 2, 3, 4, 5]), (3, [0, 0, 0, 6, 0, 0, 0, 0, 0, 0]),
            (3, [0, 0, 0, 10, 0x80, 0, 0, 0, 0, 0, 1, 2, 3, 4]),
        ] as [(UInt8, [UInt8])])
    func `an extended header costs no frame`(version: UInt8, header: [UInt8]) throws {
        let file = mp3(version: version, [("TPE1", "Artist"), ("TALB", "Album"), ("TIT2", "Ti")])
        let read = try tags(extended(file, by: header))
        #expect([read.artist, read.album, read.title] == ["Artist", "Album", "Ti"])
        var withPicture = file
        withPicture.picture([1, 2, 3], type: 3)
        let path = try folder.write(extended(withPicture, by: header), to: "b.mp3")
        #expect(try OpenAudioFile(path: path).picture() == [1, 2, 3])
    }

    @Test func `a second tag says what the first does not`() throws {
        var second = mp3([("TIT2", "Other"), ("TALB", "Album"), ("TPE2", "Album Artist")])
        second.picture([1, 2, 3], type: 3)
        let first = Array(mp3([("TIT2", "Title"), ("TPE1", "Artist")]).bytes.dropLast(SyntheticMP3.silence.count))
        let read = try tags(first + second.bytes)
        #expect([read.title, read.artist, read.album, read.albumArtist] == ["Title", "Artist", "Album", "Album Artist"])
        #expect(read.picture == .present)
        #expect(try OpenAudioFile(path: folder.path + "/a.mp3").picture() == [1, 2, 3])
    }

    @Test func `several album artists are each named once, and all genres are kept`() throws {
        let read = try tags(
            mp3([("TIT2", "Title"), ("TPE2", "Portishead\0Portishead\0Tricky"), ("TCON", "Trip Hop\0Jazz\0Trip Hop")]).bytes)
        #expect(read.albumArtist == "Portishead, Tricky")
        #expect(read.genre == "Trip Hop, Jazz")
    }

    @Test func `albums are found by each genre of each of their files`() async throws {
        let library = try ImportedFolders()
        for (name, genres) in [("a", "Trip Hop\0Jazz"), ("b", "Trip Hop\0Jazz"), ("c", "Electronica")] {
            try folder.write(mp3([("TALB", "Dummy"), ("TPE1", "Portishead"), ("TCON", genres)]).bytes, to: "\(name).mp3")
        }
        try await library.run([folder.path])
        for genre in ["trip", "jazz", "electronica"] { #expect(try library.persistency.albums(search: genre).count == 1) }
        #expect(try library.persistency.albums().first?.genre == "Trip Hop, Jazz, Electronica")
    }

    @Test func `RF64 is read like WAVE`() throws {
        let wav = SyntheticAudio.wav(mp3([("TIT2", "Title"), ("TALB", "Album")]))
        func little(_ number: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        var bytes = Array("RF64".utf8)
        bytes += little(-1, 4)
        bytes += Array("WAVEds64".utf8)
        for (number, count) in [(28, 4), (wav.count + 28, 8), (88_200, 8), (44_100, 8), (0, 4)] { bytes += little(number, count) }
        bytes += wav[12...]
        let data = try #require(Data(bytes).range(of: Data("data".utf8)))
        bytes.replaceSubrange(data.upperBound..<data.upperBound + 4, with: little(-1, 4))
        let read = try tags(bytes, "a.wav")
        #expect([read.title, read.album] == ["Title", "Album"])
        #expect(read.seconds == 1)
    }

    private func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let length = 8 + content.count
        return [24, 16, 8, 0].map { UInt8(length >> $0 & 0xff) } + Array(type.utf8) + content
    }

    /// A picture in the box of covers, said to be of a kind.
    private func covers(_ picture: [UInt8], kind: UInt8) -> [UInt8] {
        var data: [UInt8] = [0, 0, 0, kind, 0, 0, 0, 0]
        data += picture
        return box("ilst", box("covr", box("data", data)))
    }

    /// The box that says what a track holds.
    private func handler(_ type: String) -> [UInt8] {
        var content = [UInt8](repeating: 0, count: 8)
        content += Array(type.utf8)
        content += [UInt8](repeating: 0, count: 13)
        return box("hdlr", content)
    }

    private func mp4(_ boxes: [UInt8], startsWithType: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = startsWithType ? box("ftyp", Array("M4A isom".utf8)) : []
        bytes += box("moov", boxes)
        return bytes
    }

    @Test(arguments: [true, false], [0, 13, 99] as [UInt8])
    func `a cover in an MP4 file is found, whatever its box is said to hold, with a version before the boxes of the tags or without`(
        hasVersion: Bool, kind: UInt8
    ) throws {
        let picture: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]
        var meta: [UInt8] = hasVersion ? [0, 0, 0, 0] : []
        meta += handler("mdir")
        meta += covers(picture, kind: kind)
        let bytes = mp4(box("udta", box("meta", meta)), startsWithType: kind != 99)
        let path = try folder.write(bytes, to: "a.m4a")
        #expect(try OpenAudioFile(path: path).picture() == picture)
        #expect(try OpenAudioFile(path: path).tags().picture == .present)
    }

    /// A text in the box of tags.
    private func text(_ type: [UInt8], _ text: String) -> [UInt8] {
        let data = box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8))
        let length = 8 + data.count
        return [24, 16, 8, 0].map { UInt8(length >> $0 & 0xff) } + type + data
    }

    @Test(arguments: [true, false])
    func `texts in an MP4 file are read, with a version before the boxes of the tags or without, as QuickTime writes them`(
        hasVersion: Bool
    ) throws {
        let picture: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]
        var list = text([0xA9] + Array("nam".utf8), "Title")
        list += text([0xA9] + Array("alb".utf8), "Album")
        list += text([0xA9] + Array("ART".utf8), "Artist")
        list += text(Array("aART".utf8), "Album Artist")
        var data: [UInt8] = [0, 0, 0, 13, 0, 0, 0, 0]
        data += picture
        list += box("covr", box("data", data))
        var meta: [UInt8] = hasVersion ? [0, 0, 0, 0] : []
        meta += handler("mdir")
        meta += box("ilst", list)
        let path = try folder.write(mp4(box("udta", box("meta", meta))), to: "a.m4a")
        let read = try OpenAudioFile(path: path).tags()
        #expect([read.title, read.album, read.artist, read.albumArtist] == ["Title", "Album", "Artist", "Album Artist"])
        #expect(read.picture == .present)
        #expect(try OpenAudioFile(path: path).picture() == picture)
    }

    @Test func `a film is no album`() throws {
        let film = mp4(box("trak", box("mdia", handler("vide"))))
        #expect(throws: AudioFileError.self) { try tags(film, "film.mp4") }
        let sound = mp4(box("trak", box("mdia", handler("soun"))))
        #expect(throws: Never.self) { try tags(sound, "sound.mp4") }
    }

    @Test func `boxes that lead nowhere, and wrong bytes anywhere in them, are survived`() throws {
        let picture: [UInt8] = [0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]
        var meta = handler("mdir")
        meta += covers(picture, kind: 99)
        let whole = mp4(box("udta", box("meta", meta)))
        var random = SeededRandom(seed: 3)
        for _ in 0..<300 {
            var broken = whole
            for _ in 0..<3 { broken[random.number(below: broken.count)] = UInt8(random.number(below: 256)) }
            let path = try folder.write(broken, to: "broken.mp4")
            do { _ = try OpenAudioFile(path: path).tags() } catch { #expect(!error.sentence.isEmpty) }
            do { _ = try OpenAudioFile(path: path).picture() } catch { #expect(!error.sentence.isEmpty) }
        }
    }
}
