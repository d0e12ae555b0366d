import Foundation
import SleevesLibrary
import Testing

@Suite struct AudioFileTests {
    @Test(arguments: ["mp3-1", "mp3-2.3", "mp3-2.4", "flac", "ogg", "opus", "m4a"])
    func `reads the tags of every format`(format: String) throws {
        let expected = try #require(try SampleCollection.expected().first { $0.format == format })
        let tags = try OpenAudioFile(path: SampleCollection.file(format: format).path).tags()
        #expect((tags.albumArtist ?? tags.artist) == expected.artist)
        #expect(tags.album == expected.title)
        #expect(tags.genre == expected.genre)
        #expect(tags.date?.prefix(4) == expected.year.map { "\($0)" }?.prefix(4))
        #expect(tags.trackNumber == 1)
        #expect(tags.title?.isEmpty == false)
        #expect(tags.seconds.map { (1...10).contains($0) } == true)
        #expect(tags.textWasCut == false)
    }

    @Test(arguments: ["mp3-2.3", "mp3-2.4", "flac", "ogg", "opus", "m4a"])
    func `reads the picture inside every format`(format: String) throws {
        let path = try SampleCollection.file(format: format, coverKind: "embedded").path
        #expect(try OpenAudioFile(path: path).tags().picture == .present)
        let bytes = try OpenAudioFile(path: path).picture()
        let isJPEG = bytes.starts(with: [0xff, 0xd8, 0xff])
        let isPNG = bytes.starts(with: [0x89, 0x50, 0x4e, 0x47])
        let isWebP = bytes.starts(with: Array("RIFF".utf8))
        #expect(isJPEG || isPNG || isWebP)
    }

    @Test(arguments: [2, 3, 4] as [UInt8])
    func `reads every version of ID3`(version: UInt8) throws {
        let ids = version == 2 ? ["TT2", "TP1", "TAL", "TRK", "TPA", "TP2"] : ["TIT2", "TPE1", "TALB", "TRCK", "TPOS", "TPE2"]
        var mp3 = SyntheticMP3(version: version)
        for (id, value) in zip(ids, ["Human Behaviour", "Björk", "Debut", "3/12", "1/2", "Björk & Co"]) { mp3.text(id, value) }
        mp3.picture([1], type: 4)
        mp3.picture([2, 3], type: 3)
        let folder = try TemporaryFolder()
        let path = try folder.write(mp3.bytes, to: "a.mp3")
        let tags = try OpenAudioFile(path: path).tags()
        #expect(tags.title == "Human Behaviour")
        #expect(tags.artist == "Björk")
        #expect(tags.album == "Debut")
        #expect(tags.trackNumber == 3)
        #expect(tags.discNumber == 1)
        #expect(tags.albumArtist == "Björk & Co")
        #expect(tags.picture == .present)
        #expect(try OpenAudioFile(path: path).picture() == [2, 3])
    }

    @Test func `reads what only some files say`() throws {
        var mp3 = SyntheticMP3()
        mp3.text("TIT2", "Title")
        mp3.text("TCMP", "1")
        mp3.text("TSOP", "Sort")
        mp3.userText("ALBUMARTISTSORT", "Album sort")
        mp3.userText("MusicBrainz Album Id", "0b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10")
        mp3.userText("MusicBrainz Release Group Id", "6f1d0c52-7b0e-5d3e-9a41-2c8e0f5a7d11")
        let folder = try TemporaryFolder()
        let tags = try OpenAudioFile(path: folder.write(mp3.bytes, to: "a.mp3")).tags()
        #expect(tags.isCompilation)
        #expect(tags.musicBrainzReleaseGroup == "6f1d0c52-7b0e-5d3e-9a41-2c8e0f5a7d11")
        #expect(tags.artistSort == "Sort")
        #expect(tags.albumArtistSort == "Album sort")
        #expect(tags.musicBrainzRelease == "0b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10")
        #expect(tags.artist == nil)
        #expect(tags.picture == .absent)
    }

    @Test func `takes the first picture where none is marked as the front cover`() throws {
        var mp3 = SyntheticMP3()
        mp3.picture([7], type: 0)
        mp3.picture([8], type: 4)
        let folder = try TemporaryFolder()
        #expect(try OpenAudioFile(path: folder.write(mp3.bytes, to: "a.mp3")).picture() == [7])
    }

    @Test func `cuts a text that is too long, at a character`() throws {
        var mp3 = SyntheticMP3()
        mp3.text("TIT2", "x" + String(repeating: "é", count: 4096))
        let folder = try TemporaryFolder()
        let tags = try OpenAudioFile(path: folder.write(mp3.bytes, to: "a.mp3")).tags()
        #expect(tags.title == "x" + String(repeating: "é", count: 2047))
        #expect(tags.textWasCut)
    }

    @Test func `refuses a picture above the limit`() throws {
        var mp3 = SyntheticMP3()
        mp3.picture([UInt8](repeating: 1, count: 2 << 20), type: 3)
        let folder = try TemporaryFolder()
        let path = try folder.write(mp3.bytes, to: "a.mp3")
        let error = try #require(throws: AudioFileError.self) { try OpenAudioFile(path: path).picture(limit: 1 << 20) }
        #expect(error.reason == .pictureTooLarge(limit: 1 << 20))
        #expect(try OpenAudioFile(path: path).picture(limit: 2 << 20).count == 2 << 20)
    }

    @Test(arguments: ["flac", "m4a", "ogg", "opus", "mp3-2.4"], ["mp3", "flac", "ogg", "m4a", "wav", "opus"])
    func `reads a file by its content where its name says something else`(format: String, name: String) throws {
        let original = try SampleCollection.file(format: format)
        let folder = try TemporaryFolder()
        let path = try folder.write(Data(contentsOf: original), to: "a." + name)
        #expect(try OpenAudioFile(path: path).tags() == OpenAudioFile(path: original.path).tags())
    }

    @Test func `refuses what is no audio file`() throws {
        let folder = try TemporaryFolder()
        func reason(_ path: String) throws -> AudioFileError.Reason {
            try #require(throws: AudioFileError.self) { try OpenAudioFile(path: path).tags() }.reason
        }
        #expect(try reason(folder.write("", to: "empty.mp3")) == .empty)
        #expect(try reason(folder.write("Dear diary, today I renamed a text.\n", to: "text.mp3")) == .notAudio)
        #expect(try reason(folder.write("Dear diary, today I renamed a text.\n", to: "text.flac")) == .notAudio)
        #expect(try reason(folder.path) == .notAFile)
        #expect(try reason("/dev/null") == .notAFile)
        #expect(try reason(folder.path + "/absent.mp3") == .unreadable(SystemError(code: ENOENT)))
        #expect(try reason(folder.write(Array("ID3".utf8) + [4, 0, 0, 0, 0, 0x7f, 0x7f, 1], to: "cut.mp3")) == .damaged)
    }

    @Test func `does not wait at a pipe`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe.mp3"
        #expect(mkfifo(path, 0o600) == 0)
        let error = try #require(throws: AudioFileError.self) { try OpenAudioFile(path: path).tags() }
        #expect(error.reason == .notAFile)
    }

    @Test(arguments: ["mp3-1", "mp3-2.3", "mp3-2.4", "flac", "ogg", "opus", "m4a"])
    func `survives a file truncated anywhere`(format: String) throws {
        let whole = [UInt8](try Data(contentsOf: SampleCollection.file(format: format)))
        let folder = try TemporaryFolder()
        let offsets = Array(0..<64) + stride(from: 64, to: whole.count, by: max(whole.count / 100, 1))
        for offset in offsets {
            let path = try folder.write(whole.prefix(offset), to: "cut." + format.prefix { $0 != "-" })
            // Either it can still be read, or there is a reason; what matters is that both calls come back.
            do { _ = try OpenAudioFile(path: path).tags() } catch { #expect(!error.sentence.isEmpty) }
            do { _ = try OpenAudioFile(path: path).picture() } catch { #expect(!error.sentence.isEmpty) }
        }
    }

    @Test(arguments: ["mp3-1", "mp3-2.3", "mp3-2.4", "flac", "ogg", "opus", "m4a"])
    func `survives wrong bytes anywhere in its tags`(format: String) throws {
        let whole = [UInt8](try Data(contentsOf: SampleCollection.file(format: format)))
        let folder = try TemporaryFolder()
        // A generator with a fixed seed, so that a failure can be repeated.
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<150 {
            var broken = whole
            for _ in 0..<8 { broken[next(below: min(whole.count, 4096))] = UInt8(next(below: 256)) }
            let path = try folder.write(broken, to: "broken." + format.prefix { $0 != "-" })
            do { _ = try OpenAudioFile(path: path).tags() } catch { #expect(!error.sentence.isEmpty) }
            do { _ = try OpenAudioFile(path: path).picture() } catch { #expect(!error.sentence.isEmpty) }
        }
    }

    @Test func `refuses a tag that is too large`() throws {
        // The header of a tag of 100 MiB, and a file as long, whose bytes nobody has written.
        let folder = try TemporaryFolder()
        let path = try folder.write(Array("ID3".utf8) + [4, 0, 0, 0x32, 0, 0, 0], to: "large.mp3")
        #expect(truncate(path, 120 << 20) == 0)
        let error = try #require(throws: AudioFileError.self) { try OpenAudioFile(path: path).tags() }
        #expect(error.reason == .tooMuch)
    }

    @Test func `refuses a film with the name of a song`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([0xff, 0xfb], to: "film.mp3")
        #expect(truncate(path, 4 << 30) == 0)
        let error = try #require(throws: AudioFileError.self) { try OpenAudioFile(path: path).tags() }
        #expect(!error.sentence.isEmpty)
    }
}
