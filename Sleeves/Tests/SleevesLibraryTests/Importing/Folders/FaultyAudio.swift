/// Files with the same tags, which programs have written in other ways than the formats say: the title is Ton, the artist Ada, the album Größe.
enum FaultyAudio {
    static let comments = [("TITLE", "Ton"), ("ARTIST", "Ada"), ("ALBUM", "Größe")]

    /// A tag of ID3 with frames, each text in UTF-8.
    static func tag(_ frames: [(String, String)]) -> [UInt8] {
        var mp3 = SyntheticMP3()
        for (id, value) in frames { mp3.text(id, value) }
        return SyntheticAudio.id3(mp3)
    }

    static let wholeTag = tag([("TIT2", "Ton"), ("TPE1", "Ada"), ("TALB", "Größe")])

    // MARK: FLAC

    enum FLAC: CaseIterable {
        case paddingFirst, commentsFirst, emptyComments, emptyPicture, emptyStream, twoComments, shortComments, tooManyComments,
            noLastBlock, bytesBefore, tagBefore, latin1
    }

    static func flac(_ fault: FLAC) -> [UInt8] {
        let whole = SyntheticAudio.flac(comments)
        let stream = Block(kind: 0, content: Array(whole[8..<42]))
        let texts = Block(kind: 4, content: Array(whole[46...]))
        let padding = Block(kind: 1, content: [UInt8](repeating: 0, count: 20))
        // The music.
        let end: [UInt8] = [0xFF, 0xF8, 0xC9, 0x18] + [UInt8](repeating: 0, count: 60)
        func file(_ blocks: [Block]) -> [UInt8] {
            Array("fLaC".utf8) + blocks.dropLast().flatMap(\.bytes)
                + (blocks.last.map { [$0.bytes[0] | 0x80] + $0.bytes.dropFirst() } ?? []) + end
        }
        switch fault {
        case .paddingFirst: return file([padding, stream, texts])
        case .commentsFirst: return file([texts, stream])
        case .emptyComments: return file([stream, Block(kind: 4, content: []), texts])
        case .emptyPicture: return file([stream, Block(kind: 6, content: []), texts])
        case .emptyStream: return file([stream, Block(kind: 0, content: []), texts])
        case .twoComments: return file([stream, Block(kind: 4, content: Array(SyntheticAudio.flac([("ENCODER", "x")])[46...])), texts])
        case .shortComments: return file([stream, Block(kind: 4, content: texts.content, length: texts.content.count - 4), padding])
        case .tooManyComments:
            var content = texts.content
            content[8] = 99
            return file([stream, Block(kind: 4, content: content), padding])
        case .noLastBlock: return Array("fLaC".utf8) + stream.bytes + texts.bytes + end
        case .bytesBefore: return [UInt8](repeating: 0, count: 16) + whole
        case .tagBefore: return wholeTag + file([padding, stream])
        case .latin1:
            // A letter in the place of two bytes, and one byte more.
            let content = texts.content.replacing(Array("Größe".utf8), with: [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x20, 0x20])
            return file([stream, Block(kind: 4, content: content)])
        }
    }

    private struct Block {
        var kind: UInt8
        var content: [UInt8]
        /// The length that it states, if not its own.
        var length: Int?
        var bytes: [UInt8] { [kind] + SyntheticMP3.bigEndian(length ?? content.count, bits: 8, count: 3) + content }
    }

    // MARK: MP4

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        SyntheticMP3.bigEndian(8 + content.count, bits: 8, count: 4) + Array(type.utf8) + content
    }

    static let mp4 = SyntheticAudio.mp4([("©nam", "Ton"), ("©ART", "Ada"), ("©alb", "Größe")], named: [])

    /// A film, or music whose cover is a track of one picture.
    static func mp4(pictures: Int) -> [UInt8] {
        let handler = box("hdlr", [UInt8](repeating: 0, count: 8) + Array("vide".utf8) + [UInt8](repeating: 0, count: 13))
        let sizes = box("stsz", [0, 0, 0, 0, 0, 0, 0, 9] + SyntheticMP3.bigEndian(pictures, bits: 8, count: 4))
        return box("ftyp", Array("M4A isom".utf8)) + box("moov", box("trak", box("mdia", handler + box("minf", box("stbl", sizes)))))
    }

    // MARK: Ogg

    /// Opus behind a stream that isn't sound.
    static var skeleton: [UInt8] {
        let head = Array("fishead\0".utf8) + [3, 0, 0, 0] + [UInt8](repeating: 0, count: 52)
        let opus = SyntheticAudio.opus(comments, seconds: 3)
        let last = SyntheticAudio.page(4, end: 0, number: 1, stream: 1, [0])
        let second = opus.firstRange(of: Array("OggS".utf8) + [0, 0])?.lowerBound ?? 0
        return SyntheticAudio.page(2, end: 0, number: 0, stream: 1, head) + opus[..<second] + last + opus[second...]
    }

    // MARK: WAVE

    static func wav(_ chunks: [UInt8]) -> [UInt8] {
        let format: [UInt8] = [1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0]
        let sound = chunk("fmt ", format) + chunk("data", [UInt8](repeating: 0, count: 88_200))
        return chunk("RIFF", Array("WAVE".utf8) + sound + chunks)
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] { SyntheticAudio.chunk(name, content, isBig: false) }

    /// Texts, each with an even length or as they are.
    static func list(_ texts: [(String, String)], isEven: Bool = true) -> [UInt8] {
        chunk(
            "LIST",
            texts.reduce(Array("INFO".utf8)) { list, text in
                let content = Array(text.1.utf8) + [0]
                return list + (isEven ? chunk(text.0, content) : Array(text.0.utf8) + SyntheticAudio.little(content.count, 4) + content)
            })
    }

    static let listed = [("INAM", "Ton"), ("IART", "Ada"), ("IPRD", "Größe")]

    /// All other files by their names.
    static let others: [(name: String, bytes: [UInt8])] = [
        ("free.m4a", box("free", []) + mp4), ("skip.m4a", box("skip", [0, 0, 0, 0]) + mp4),
        ("styp.m4a", box("styp", Array("msdh".utf8)) + mp4),
        ("uuid.m4a", box("uuid", [UInt8](repeating: 1, count: 16)) + mp4),
        ("tag.m4a", tag([("TPE2", "Elm")]) + mp4), ("tag.wav", wholeTag + wav([])),
        ("half.wav", tag([("TIT2", "Ton")]) + wav(list(listed))),
        ("tag.aiff", wholeTag + SyntheticAudio.aiff(SyntheticMP3())),
        ("skeleton.ogg", skeleton),
        ("lists.wav", wav(list([("ISFT", "Lavf")]) + list(listed))), ("odd.wav", wav(list([("ISFT", "Oddly")] + listed, isEven: false))),
        ("nameless.wav", wav(chunk("\0n\0i", []) + list(listed))),
        ("small.mp3", tag([("TSSE", "LAME")]) + SyntheticMP3.silence + SyntheticAudio.ape(items)),
        ("small.flac", wholeTag + SyntheticAudio.flac([("REPLAYGAIN_TRACK_GAIN", "-3 dB")])),
    ]

    private static let items = [("Title", "Ton"), ("Artist", "Ada"), ("Album", "Größe")].map { ($0, Array($1.utf8)) }
}
