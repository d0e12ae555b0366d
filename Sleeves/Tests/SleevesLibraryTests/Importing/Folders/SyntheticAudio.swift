/// Files of the formats that the sample collection has not: just enough of each to carry tags.
enum SyntheticAudio {
    /// A tag of ID3 alone, as RIFF and AIFF files hold it.
    static func id3(_ mp3: SyntheticMP3) -> [UInt8] {
        Array(mp3.bytes.dropLast(SyntheticMP3.silence.count))
    }

    static func wav(_ tags: SyntheticMP3) -> [UInt8] {
        let format: [UInt8] = [1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0]
        let chunks =
            chunk("fmt ", format, isBig: false) + chunk("data", [UInt8](repeating: 0, count: 88_200), isBig: false)
            + chunk("id3 ", id3(tags), isBig: false)
        return chunk("RIFF", Array("WAVE".utf8) + chunks, isBig: false)
    }

    /// WAVE with texts of RIFF instead of ID3.
    static func wav(info: [(String, String)]) -> [UInt8] {
        let format: [UInt8] = [1, 0, 1, 0, 0x44, 0xAC, 0, 0, 0x88, 0x58, 1, 0, 2, 0, 16, 0]
        let texts = info.flatMap { chunk($0, Array($1.utf8) + [0], isBig: false) }
        let chunks =
            chunk("fmt ", format, isBig: false) + chunk("data", [UInt8](repeating: 0, count: 88_200), isBig: false)
            + chunk("LIST", Array("INFO".utf8) + texts, isBig: false)
        return chunk("RIFF", Array("WAVE".utf8) + chunks, isBig: false)
    }

    /// FLAC: the description of a stream without samples, and comments as Vorbis has them.
    ///
    /// - Parameters:
    ///   - seconds: The length that it states.
    ///   - cueSheet: The content of a block that divides it into tracks.
    static func flac(_ comments: [(String, String)], seconds: Int = 1, cueSheet: [UInt8]? = nil) -> [UInt8] {
        // 44,100 Hz, one channel, 16 bits.
        let stream: [UInt8] =
            [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x0A, 0xC4, 0x40, 0xF0] + little(seconds * 44_100, 4).reversed()
            + [UInt8](repeating: 0, count: 16)
        var body = little(4, 4) + Array("Test".utf8) + little(comments.count, 4)
        for (name, value) in comments { body += little(name.utf8.count + 1 + value.utf8.count, 4) + Array("\(name)=\(value)".utf8) }
        func block(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] { [kind] + little(content.count, 3).reversed() + content }
        return Array("fLaC".utf8) + block(0, stream) + (cueSheet.map { block(5, $0) } ?? []) + block(0x84, body)
    }

    /// MP4 without tracks.
    ///
    /// - Parameters:
    ///   - atoms: The texts by the names of their atoms, `©nam`.
    ///   - named: The texts by the names that iTunes' free form has.
    static func mp4(_ atoms: [(String, String)], named: [(String, String)]) -> [UInt8] {
        func box(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] { little(content.count + 8, 4).reversed() + name + content }
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] { box(name.unicodeScalars.map { UInt8($0.value) }, content) }
        func data(_ text: String) -> [UInt8] { box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(text.utf8)) }
        let zero: [UInt8] = [0, 0, 0, 0]
        let items =
            atoms.flatMap { box($0, data($1)) }
            + named.flatMap { name, text in
                box("----", box("mean", zero + Array("com.apple.iTunes".utf8)) + box("name", zero + Array(name.utf8)) + data(text))
            }
        let handler = box("hdlr", zero + zero + Array("mdirappl".utf8) + zero + zero + [0])
        let meta = box("meta", zero + handler + box("ilst", items))
        return box("ftyp", Array("M4A ".utf8) + zero + Array("M4A ".utf8)) + box("moov", box("udta", meta))
    }

    /// Windows Media: a header with texts, and the descriptions of a file and a stream without samples.
    static func windowsMedia(_ attributes: [(String, String)]) -> [UInt8] {
        func wide(_ text: String) -> [UInt8] { (Array(text.utf16) + [0]).flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } }
        var content = little(attributes.count, 2)
        for (name, value) in attributes {
            content += little(wide(name).count, 2) + wide(name) + little(0, 2) + little(wide(value).count, 2) + wide(value)
        }
        let extended: [UInt8] =
            [0x40, 0xA4, 0xD0, 0xD2, 0x07, 0xE3, 0xD2, 0x11, 0x97, 0xF0, 0x00, 0xA0, 0xC9, 0x5E, 0xA8, 0x50] + little(content.count + 24, 8)
            + content
        let header: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE, 0x6C]
        let end: [UInt8] = [0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65]
        let file: [UInt8] = [0xA1, 0xDC, 0xAB, 0x8C, 0x47] + end + little(104, 8) + [UInt8](repeating: 0, count: 80)
        let streamEnd: [UInt8] = [0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65]
        let stream: [UInt8] = [0x91, 0x07, 0xDC, 0xB7, 0xB7] + streamEnd + little(96, 8) + [UInt8](repeating: 0, count: 72)
        let objects = file + stream + extended
        return header + little(objects.count + 30, 8) + little(3, 4) + [1, 2] + objects
    }

    static func aiff(_ tags: SyntheticMP3) -> [UInt8] {
        // One channel, 44,100 frames of 16 bits, and the rate as a number of eighty bits.
        let common: [UInt8] = [0, 1, 0, 0, 0xAC, 0x44, 0, 16, 0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        let sound = [UInt8](repeating: 0, count: 8 + 88_200)
        let chunks = chunk("COMM", common, isBig: true) + chunk("SSND", sound, isBig: true) + chunk("ID3 ", id3(tags), isBig: true)
        return chunk("FORM", Array("AIFF".utf8) + chunks, isBig: true)
    }

    /// WavPack: a block without samples, then a tag of APE.
    static func wavPack(_ items: [(String, [UInt8])]) -> [UInt8] {
        let body: [UInt8] = [0x10, 0x04, 0, 0] + [UInt8](repeating: 0, count: 20)
        return Array("wvpk".utf8) + little(body.count, 4) + body + ape(items)
    }

    /// Monkey's Audio: a header of the old kind, then a tag of APE.
    static func monkeys(_ items: [(String, [UInt8])]) -> [UInt8] {
        var header: [UInt8] = Array("MAC ".utf8)
        header += little(3970, 2)
        header += little(2000, 2)
        header += [UInt8](repeating: 0, count: 92)
        return header + ape(items)
    }

    /// Source: the specification of APEv2.
    static func ape(_ items: [(String, [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for (name, value) in items {
            body += little(value.count, 4)
            // The second bit marks bytes instead of text.
            body += little(name.hasPrefix("Cover") ? 2 : 0, 4)
            body += Array(name.utf8) + [0]
            body += value
        }
        var footer: [UInt8] = Array("APETAGEX".utf8)
        for number in [2000, body.count + 32, items.count, 0] { footer += little(number, 4) }
        return body + footer + [UInt8](repeating: 0, count: 8)
    }

    static func chunk(_ name: String, _ content: [UInt8], isBig: Bool) -> [UInt8] {
        let length = little(content.count, 4)
        var chunk: [UInt8] = Array(name.utf8)
        chunk += isBig ? length.reversed() : length
        chunk += content
        if !content.count.isMultiple(of: 2) { chunk.append(0) }
        return chunk
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
