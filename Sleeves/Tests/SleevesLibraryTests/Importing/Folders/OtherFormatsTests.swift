import Foundation
import Testing

@testable import SleevesLibrary

/// The formats that the sample collection has not.
@Suite struct OtherFormatsTests {
    private static func file(_ format: String) -> [UInt8] {
        var mp3 = SyntheticMP3()
        for (id, value) in [("TIT2", "Title"), ("TPE1", "Artist"), ("TPE2", "Album Artist"), ("TALB", "Album"), ("TDRC", "1993-07-05")] {
            mp3.text(id, value)
        }
        for (id, value) in [("TCON", "Jazz"), ("TRCK", "3/12"), ("TPOS", "2/2"), ("TSO2", "Artist, Album"), ("TSOA", "Sorted")] {
            mp3.text(id, value)
        }
        mp3.picture([1, 2, 3], type: 3)
        let items: [(String, String)] = [
            ("Title", "Title"), ("Artist", "Artist"), ("Album Artist", "Album Artist"), ("Album", "Album"), ("Year", "1993-07-05"),
            ("Genre", "Jazz"), ("Track", "3/12"), ("Disc", "2/2"), ("AlbumArtistSort", "Artist, Album"), ("AlbumSort", "Sorted"),
        ]
        let ape = items.map { ($0, Array($1.utf8)) } + [("Cover Art (Front)", Array("cover.jpg".utf8) + [0, 1, 2, 3])]
        return switch format {
        case "wav": SyntheticAudio.wav(mp3)
        case "aiff": SyntheticAudio.aiff(mp3)
        case "wv": SyntheticAudio.wavPack(ape)
        default: SyntheticAudio.monkeys(ape)
        }
    }

    @Test(arguments: ["wav", "aiff", "wv", "ape"])
    func `reads the tags and the picture`(format: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.file(format), to: "a.\(format)")
        let tags = try OpenAudioFile(path: path).tags()
        #expect(tags.title == "Title")
        #expect(tags.artist == "Artist")
        #expect(tags.albumArtist == "Album Artist")
        #expect(tags.albumArtistSort == "Artist, Album")
        #expect(tags.album == "Album")
        #expect(tags.albumSort == "Sorted")
        #expect(tags.date?.hasPrefix("1993") == true)
        #expect(tags.genre == "Jazz")
        #expect(tags.trackNumber == 3)
        #expect(tags.discNumber == 2)
        #expect(tags.picture == .present)
        #expect(try OpenAudioFile(path: path).picture() == [1, 2, 3])
    }

    @Test(arguments: ["wav", "aiff", "wv", "ape"])
    func `survives a file that was cut off anywhere, and wrong bytes anywhere in it`(format: String) throws {
        let whole = Self.file(format)
        let folder = try TemporaryFolder()
        var random = SeededRandom(seed: 7)
        let offsets = Array(0..<64) + (whole.count - 600..<whole.count).filter { $0 > 0 && $0.isMultiple(of: 3) }
        for offset in offsets {
            var broken = Array(whole.prefix(offset))
            for damaged in [false, true] {
                if damaged {
                    broken = whole
                    for _ in 0..<8 {
                        let place =
                            random.number(below: 2) == 0
                            ? random.number(below: 64) : whole.count - 1 - random.number(below: min(400, whole.count))
                        broken[place] = UInt8(random.number(below: 256))
                    }
                }
                let path = try folder.write(broken, to: "broken.\(format)")
                do { _ = try OpenAudioFile(path: path).tags() } catch { #expect(!error.sentence.isEmpty) }
                do { _ = try OpenAudioFile(path: path).picture() } catch { #expect(!error.sentence.isEmpty) }
            }
        }
    }
}
