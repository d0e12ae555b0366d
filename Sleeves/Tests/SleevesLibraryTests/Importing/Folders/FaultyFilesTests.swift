import Foundation
import Testing

@testable import SleevesLibrary

/// Files that programs have written in other ways than their formats say.
@Suite("Faulty files")
struct FaultyFilesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ bytes: [UInt8], _ name: String = "a.mp3") throws -> OpenAudioFile {
        try OpenAudioFile(path: try folder.write(bytes, to: name))
    }

    @Test(arguments: FaultyAudio.FLAC.allCases)
    func `FLAC is read whatever is wrong with its blocks`(fault: FaultyAudio.FLAC) throws {
        let tags = try open(FaultyAudio.flac(fault), "a.flac").tags()
        #expect([tags.title, tags.artist, tags.album] == ["Ton", "Ada", "Größe"])
        #expect(tags.seconds == 1)
    }

    @Test(arguments: FaultyAudio.others.map(\.name))
    func `tags are read behind other boxes, tags and streams, and beside smaller ones`(name: String) throws {
        let bytes = try #require(FaultyAudio.others.first { $0.name == name }).bytes
        let tags = try open(bytes, name).tags()
        #expect([tags.title, tags.artist, tags.album] == ["Ton", "Ada", "Größe"])
    }

    @Test func `wrong bytes anywhere in them are survived`() throws {
        var random = SeededRandom(seed: 11)
        let files = FaultyAudio.others + FaultyAudio.FLAC.allCases.map { ("a.flac", FaultyAudio.flac($0)) }
        for (name, whole) in files {
            for _ in 0..<20 {
                var broken = whole
                for _ in 0..<3 { broken[random.number(below: min(broken.count, 400))] = UInt8(random.number(below: 256)) }
                do { _ = try open(broken, name).tags() } catch let error as AudioFileError { #expect(!error.sentence.isEmpty) }
                do { _ = try open(broken, name).picture() } catch let error as AudioFileError { #expect(!error.sentence.isEmpty) }
            }
        }
    }

    @Test func `a track of one picture makes an MP4 file no film`() throws {
        #expect(throws: Never.self) { try open(FaultyAudio.mp4(pictures: 1), "a.mp4").tags() }
        #expect(throws: AudioFileError.self) { try open(FaultyAudio.mp4(pictures: 2), "b.mp4").tags() }
    }

    @Test func `MP3 without tags is music, whatever is before it, and a text isn't`() throws {
        let zeros = [UInt8](repeating: 0, count: 100_000)
        #expect(try open(zeros + SyntheticMP3.silence).tags().title == nil)
        #expect(throws: AudioFileError.self) { try open(zeros).tags() }
    }

    @Test(arguments: ["1", "0"])
    func `Windows Media says whether an album is a compilation`(value: String) throws {
        let bytes = SyntheticAudio.windowsMedia([("WM/AlbumTitle", "Mix"), ("WM/IsCompilation", value)])
        #expect(try open(bytes, "a.wma").tags().isCompilation == (value == "1"))
    }

    @Test func `a text with a wrong byte is read without it, or in Windows' letters`() throws {
        for (bytes, text) in [
            ([0x47, 0x72, 0xF6, 0xDF, 0x65], "Größe"), (Array("Größe".utf8) + [0xC3], "Größe"),
            (Array("Gr".utf8) + [0xFF] + Array("öße".utf8), "Größe"),
        ] as [([UInt8], String)] {
            var mp3 = SyntheticMP3()
            mp3.text("TPE1", "Ada")
            mp3.frames.append(("TALB", [3] + bytes))
            let tags = try open(mp3.bytes).tags()
            #expect(tags.album == text && tags.artist == "Ada")
        }
    }

    @Test(arguments: [
        ("(Sub) Pop", "(Sub) Pop"), ("((Something) Else", "(Something) Else"), ("(17)(CR)(RX)", "Rock, Cover, Remix"), ("(17)", "Rock"),
        ("17", "Rock"),
        ("(17)Rock", "Rock"), ("1977", "1977"), ("Rock", "Rock"),
    ])
    func `genres are read in the forms of ID3, in every format`(written: String, genre: String) throws {
        for version in [3, 4] as [UInt8] {
            var mp3 = SyntheticMP3(version: version)
            mp3.frames = [("TIT2", [0] + Array("Ton".utf8)), ("TCON", [0] + Array(written.utf8))]
            #expect(try open(mp3.bytes).tags().genre == genre, "\(version)")
        }
        guard !written.hasPrefix("((") else { return }
        #expect(try open(SyntheticAudio.flac([("GENRE", written)]), "a.flac").tags().genre == genre)
    }

    // MARK: Pictures

    private static let picture = SamplePictures.baselineJPEG

    @Test(arguments: [
        Array("\0image/jpeg\0\u{3}".utf8), Array("\0image/jpeg\0\u{3}\0\0".utf8), Array("\u{1}image/jpeg\0\u{3}\0".utf8),
        Array("\u{1}image/jpeg\0\u{3}".utf8) + [0xFF, 0xFE, 0x63, 0, 0], Array("\0JPG\u{3}\0".utf8),
        Array("\0image/jpeg\0\u{3}\0\0\0".utf8),
    ])
    func `the picture is found behind a description with a wrong end`(head: [UInt8]) throws {
        var mp3 = SyntheticMP3(version: 3)
        mp3.frames = [("TIT2", Array("\0Ton".utf8)), ("APIC", head + Self.picture)]
        #expect(try open(mp3.bytes).tags().picture == .present)
        #expect(try open(mp3.bytes).picture() == Self.picture)
    }

    @Test(arguments: [("Cover Art (Front)", ""), ("Cover Art (Front)", "a.jpg\0"), ("Cover Art (Other)", "a.jpg\0")])
    func `a cover of APE needs no name and no kind`(key: String, name: String) throws {
        let bytes = SyntheticAudio.wavPack([("Title", Array("Ton".utf8)), (key, Array(name.utf8) + Self.picture)])
        #expect(try open(bytes, "a.wv").tags().picture == .present)
        #expect(try open(bytes, "a.wv").picture() == Self.picture)
    }

    @Test(arguments: [Self.picture, Array("<html>".utf8)])
    func `a back cover, or what isn't a picture, hides no front cover of another tag`(first: [UInt8]) throws {
        var mp3 = SyntheticMP3(version: 3)
        mp3.text("TIT2", "Ton")
        mp3.picture(first, type: first == Self.picture ? 4 : 3)
        let front = Self.picture + [0]
        let bytes = mp3.bytes + SyntheticAudio.ape([("Cover Art (Front)", Array("a.jpg\0".utf8) + front)])
        #expect(try open(bytes).tags().picture == .present)
        #expect(try open(bytes).picture() == front)
    }

    @Test(arguments: [true, false])
    func `a picture in comments of Opus needs neither padding nor a single line`(hasLines: Bool) throws {
        // Its length isn't a multiple of three.
        let picture = Self.picture + [0]
        var block: [UInt8] = [0, 0, 0, 3, 0, 0, 0, 10] + Array("image/jpeg".utf8) + [UInt8](repeating: 0, count: 20)
        block += SyntheticMP3.bigEndian(picture.count, bits: 8, count: 4) + picture
        try #require(!block.count.isMultiple(of: 3))
        let options: Data.Base64EncodingOptions = hasLines ? [.lineLength76Characters, .endLineWithLineFeed] : []
        let text = Data(block).base64EncodedString(options: options)
        let written = hasLines ? text : String(text.reversed().drop { $0 == "=" }.reversed())
        let bytes = SyntheticAudio.opus(FaultyAudio.comments + [("METADATA_BLOCK_PICTURE", written)])
        #expect(try open(bytes, "a.opus").picture() == picture)
    }

    // MARK: Sizes

    @Test func `a tag whose sizes have the bits of another version is read to its end`() throws {
        let content = Array("\0image/jpeg\0\u{3}\0".utf8) + Self.picture
        let frames: [(String, [UInt8])] = [("TIT2", Array("\0Ton".utf8)), ("APIC", content), ("TALB", Array("\0Alb".utf8))]
        func tag(frameBits: Int, tagBits: Int) -> [UInt8] {
            var body: [UInt8] = []
            for (name, content) in frames {
                body += Array(name.utf8)
                body += SyntheticMP3.bigEndian(content.count, bits: frameBits, count: 4)
                body += [0, 0] + content
            }
            var file: [UInt8] = Array("ID3".utf8) + [3, 0, 0]
            file += SyntheticMP3.bigEndian(body.count, bits: tagBits, count: 4)
            return file + body + SyntheticMP3.silence
        }
        for bytes in [tag(frameBits: 7, tagBits: 7), tag(frameBits: 8, tagBits: 8)] {
            let tags = try open(bytes).tags()
            #expect(tags.title == "Ton" && tags.album == "Alb" && tags.picture == .present)
            #expect(try open(bytes).picture() == Self.picture)
        }
    }
}
