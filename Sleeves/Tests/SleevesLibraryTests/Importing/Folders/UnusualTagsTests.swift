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

    // MARK: Frames that TagLib stops at

    /// The names of the frames of a version's title, artist, album and something else.
    private static func names(_ version: UInt8) -> [String] {
        version == 2 ? ["TT2", "TP1", "TAL", "MCI"] : ["TIT2", "TPE1", "TALB", "MCDI"]
    }

    @Test(arguments: [2, 3, 4] as [UInt8]) func `an empty frame costs no other, nor does one with a wrong name`(version: UInt8) throws {
        let names = Self.names(version)
        let odd = version == 2 ? "x y" : "x y "
        for frame in [(names[3], []), ("TXX" + (version == 2 ? "" : "X"), []), (names[1], []), (odd, [1, 2, 3])] as [(String, [UInt8])] {
            for place in 0...3 {
                var mp3 = mp3(version: version, [(names[0], "Light"), (names[1], "Finch"), (names[2], "Harbour")])
                // Longer than seven bits can say.
                mp3.text(version == 2 ? "TCR" : "TCOP", String(repeating: "c", count: 300))
                mp3.picture(SamplePictures.baselineJPEG, type: 3)
                mp3.frames.insert((frame.0, frame.1), at: place)
                let read = try tags(mp3.bytes)
                #expect(read.title == "Light" && read.artist == "Finch" && read.album == "Harbour", "\(frame) \(place)")
                #expect(read.picture == .present)
                #expect(try OpenAudioFile(path: "\(folder.path)/a.mp3").picture() == SamplePictures.baselineJPEG)
            }
        }
    }

    @Test func `an empty frame in the tag of a WAVE file costs no other`() throws {
        var tag = mp3(version: 3, [("TIT2", "Light"), ("TALB", "Harbour")])
        tag.frames.insert(("MCDI", []), at: 0)
        let read = try tags(SyntheticAudio.wav(tag), "a.wav")
        #expect(read.title == "Light" && read.album == "Harbour")
    }

    @Test(arguments: [(3, true), (3, false), (4, true), (4, false), (2, false)] as [(UInt8, Bool)])
    func `UTF-16 is read without a byte order mark`(version: UInt8, isBigEndian: Bool) throws {
        let names = Self.names(version)
        func wide(_ text: String, hasMark: Bool = false) -> [UInt8] {
            ((hasMark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
                let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? bytes : bytes.reversed()
            }
        }
        for (title, artist) in [("Between", "Rolf Birch"), ("Ёлка и ёж", "Ωραία"), ("さくら", "東京事変"), ("é", "x")] {
            for end in [[], [0, 0]] as [[UInt8]] {
                var mp3 = SyntheticMP3(version: version)
                mp3.frames = [
                    (names[0], [1] + wide(title) + end), (names[1], [1] + wide(artist) + end),
                    (names[2], [1] + wide("Twelve", hasMark: true)),
                ]
                let read = try tags(mp3.bytes)
                #expect(read.title == title && read.artist == artist && read.album == "Twelve")
            }
        }
        // Latin 1, it says.
        var mp3 = SyntheticMP3(version: version)
        mp3.frames = [(names[2], [0] + wide("Zwölf", hasMark: true))]
        #expect(try tags(mp3.bytes).album == "Zwölf")
    }

    // MARK: WAVE

    @Test func `the texts of a WAVE file are read beside a tag of ID3, and in Windows' letters`() throws {
        var tag = mp3([("TIT2", "Own Title")])
        tag.text("TCOP", "somebody")
        let beside = SyntheticAudio.wav(info: [
            ("INAM", "T"), ("IART", "Finch"), ("IPRD", "Harbour"), ("IPRT", "4"), ("IGNR", "Jazz"), ("ICRD", "1996"),
        ])
        var both = SyntheticAudio.wav(tag) + beside[(beside.firstRange(of: Array("LIST".utf8))?.lowerBound ?? 0)...]
        for (index, shift) in [0, 8, 16, 24].enumerated() { both[4 + index] = UInt8((both.count - 8) >> shift & 0xFF) }
        let joined = try tags(both, "both.wav")
        #expect(joined.title == "Own Title" && joined.artist == "Finch" && joined.album == "Harbour")
        #expect(joined.trackNumber == 4 && joined.genre == "Jazz" && joined.date == "1996")

        let plain = SyntheticAudio.wav(info: [
            ("INAM", "T"), ("IART", "ARTIST-"), ("IPRD", "Gr\u{F6}\u{DF}e"), ("ITRK", "7"), ("ICRD", "1996-02-03"), ("IGNR", "Jazz"),
        ])
        // The maker of samples writes UTF-8.
        var bytes = plain
        let place = try #require(bytes.firstRange(of: Array("ARTIST-".utf8)))
        bytes.replaceSubrange(place, with: [0x4A, 0xFC, 0x72, 0x67, 0x93, 0x80, 0x2D])
        let read = try tags(bytes, "a.wav")
        #expect(read.artist == "J\u{FC}rg\u{201C}\u{20AC}-" && read.album == "Gr\u{F6}\u{DF}e")
        #expect(read.trackNumber == 7 && read.date?.prefix(4) == "1996" && read.genre == "Jazz")
    }

    // MARK: AAC

    /// Frames of AAC as a stream.
    private func aac(frames: Int, length: Int = 100) -> [UInt8] {
        let head: [UInt8] = [
            0xFF, 0xF1, 0x50, 0x80 | UInt8(length >> 11), UInt8(length >> 3 & 0xFF), UInt8(length << 5 & 0xFF) | 0x1F, 0xFC,
        ]
        return Array(repeatElement(head + [UInt8](repeating: 0x21, count: length - 7), count: frames).joined())
    }

    @Test func `AAC as a stream is music, with a tag and without, from any place on`() throws {
        let (second, stream) = (43, aac(frames: 43 * 3))
        let plain = try tags(stream, "radio.aac")
        #expect(plain.title == nil && plain.seconds == 3)
        let cut = try tags(Array(stream.dropFirst(57)), "cut.aac")
        #expect(cut.seconds == 3)
        let tag = mp3(version: 3, [("TIT2", "Tagged"), ("TPE1", "Ada Crest"), ("TALB", "Stream")])
        let head = tag.bytes.dropLast(SyntheticMP3.silence.count)
        for (bytes, name) in [(head + stream, "a.aac"), (head + stream, "a.mp3"), (head + stream.dropFirst(57), "b.aac")] {
            let read = try tags(Array(bytes), name)
            #expect(read.title == "Tagged" && read.artist == "Ada Crest" && read.album == "Stream" && read.seconds == 3, "\(name)")
        }
        let end = Array("TAG".utf8) + Array("At the End".utf8) + [UInt8](repeating: 0, count: 115)
        #expect(try tags(stream + end, "end.aac").title == "At the End")
        // A long one isn't read to its end.
        #expect(try tags(aac(frames: second * 600), "long.aac").seconds.map { (595...605).contains($0) } == true)
        for count in [1, 6, 7, 8, 99, 150, 250] { _ = try? tags(Array(stream.prefix(count)), "short.aac") }
        #expect(throws: AudioFileError.self) { try tags(Array("Dear diary, \u{FF}\u{F1}".utf8), "diary.aac") }
    }

    @Test func `AAC of digital radio and MPEG audio of layer I are music, with a tag at either end`() throws {
        let radio = Array(repeatElement([0x56, 0xE1, 0x40] + [UInt8](repeating: 0x21, count: 320), count: 200).joined())
        // 384 kbit/s at 44.1 kHz, three seconds and a half.
        let layerI = Array(repeatElement([0xFF, 0xFF, 0xC0, 0] + [UInt8](repeating: 0, count: 412), count: 400).joined())
        let head = mp3(version: 3, [("TIT2", "Tagged"), ("TALB", "Stream")]).bytes.dropLast(SyntheticMP3.silence.count)
        let end = Array("TAG".utf8) + Array("At the End".utf8) + [UInt8](repeating: 0, count: 115)
        for (stream, name, seconds) in [(radio, "radio.aac", nil), (layerI, "one.mp1", 3)] as [([UInt8], String, Int?)] {
            let plain = try tags(stream, name)
            #expect(plain.title == nil && plain.seconds == seconds)
            for bytes in [head + stream, head + stream.dropFirst(5)] {
                let read = try tags(Array(bytes), name)
                #expect(read.title == "Tagged" && read.album == "Stream" && read.seconds == seconds, "\(name)")
            }
            for bytes in [stream + end, Array(stream.dropFirst(5)) + end] {
                #expect(try tags(bytes, name).title == "At the End", "\(name)")
            }
        }
    }

    // MARK: Latin 1

    @Test func `texts that are declared as Latin 1 are read as UTF-8 or in Windows' letters, as they are`() throws {
        func frame(_ bytes: [UInt8]) -> [UInt8] { [0] + bytes }
        for (bytes, text) in [
            (Array("Größe – 東京".utf8), "Größe – 東京"), ([0x47, 0x72, 0xF6, 0xDF, 0x65], "Größe"),
            ([0x93, 0x44, 0x92, 0x73, 0x94, 0x20, 0x80], "“D’s” €"),
            (Array("Plain".utf8), "Plain"), ([0xC3], "Ã"), ([0xC3, 0x28], "Ã("),
        ] as [([UInt8], String)] {
            for version in [2, 3, 4] as [UInt8] {
                var mp3 = SyntheticMP3(version: version)
                mp3.frames = [(Self.names(version)[0], frame(bytes)), (Self.names(version)[2], frame(bytes + [0]))]
                let read = try tags(mp3.bytes)
                #expect(read.title == text && read.album == text, "\(version)")
            }
            let old = SyntheticMP3.silence + Array("TAG".utf8) + bytes + [UInt8](repeating: 0, count: 125 - bytes.count)
            #expect(try tags(old).title == text)
        }
        // Thirty bytes end within a character.
        let long = Array(String(repeating: "é", count: 14).utf8) + [0x20, 0xC3]
        let cut = SyntheticMP3.silence + Array("TAG".utf8) + long + [UInt8](repeating: 0, count: 95)
        #expect(try tags(cut).title == String(repeating: "é", count: 14))
    }
}
