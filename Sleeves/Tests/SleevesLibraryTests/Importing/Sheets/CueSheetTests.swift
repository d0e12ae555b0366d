import Testing

@testable import SleevesCovers
@testable import SleevesImporting

/// CUE sheets as they are found beside music.
@Suite("CUE sheets")
struct CueSheetTests {
    /// A track as short text: `2 Title/Performer 150-300`.
    private static func text(_ track: CueSheet.Track) -> String {
        "\(track.number) \(track.title ?? "–")/\(track.performer ?? "–") \(track.start)-\(track.end.map(String.init) ?? "")"
    }

    private static func tracks(_ sheet: CueSheet) -> [String] { sheet.files.flatMap { $0.tracks.map(text) } }

    private static let plain = """
        REM GENRE "Prog Rock"
        REM DATE 1973
        REM DISCID 9C0A1B0C
        CATALOG 5012345678900
        PERFORMER "The Band"
        TITLE "The Album"
        FILE "The Band - The Album.wav" WAVE
          TRACK 01 AUDIO
            TITLE "One"
            PERFORMER "The Band"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Two"
            PERFORMER "A Guest"
            SONGWRITER "A Writer"
            INDEX 00 00:01:70
            INDEX 01 00:02:00
          TRACK 03 AUDIO
            TITLE "Three"
            INDEX 01 100:03:74
        """
    private static let plainTracks = ["1 One/The Band 0-150", "2 Two/A Guest 150-450299", "3 Three/– 450299-"]

    @Test("A sheet has the values of the album and of its tracks; a pregap belongs to the track before it")
    func values() throws {
        let sheet = try CueSheet(Array(Self.plain.utf8))
        #expect(sheet.title == "The Album" && sheet.performer == "The Band" && sheet.genre == "Prog Rock" && sheet.date == "1973")
        #expect(sheet.barcode == "5012345678900" && sheet.files.map(\.name) == ["The Band - The Album.wav"])
        #expect(Self.tracks(sheet) == Self.plainTracks)
        #expect(sheet.tracks[1].songwriter == "A Writer")
    }

    @Test("Line ends, white space, case and quotation marks make no difference")
    func spellings() throws {
        let variants = [
            Self.plain.replacing("\n", with: "\r\n"), Self.plain.replacing("\n", with: "\r"), Self.plain.replacing("  ", with: "\t"),
            Self.plain.replacing("\n", with: "\n\n"), "\u{FEFF}" + Self.plain, Self.plain.replacing("\"", with: ""),
            Self.plain.replacing("\"\n", with: "\n"), Self.plain.replacing("TITLE", with: "title").replacing("TRACK", with: "Track"),
            Self.plain.replacing("INDEX", with: "index").replacing("FILE", with: "File"),
            Self.plain + "\nNONSENSE 1 2 3\nREM\nTITLE\nINDEX",
            Self.plain.replacing("WAVE", with: "wave  "),
            Self.plain.replacing("The Band - The Album.wav", with: #"D:\Rips\The Band - The Album.wav"#),
        ]
        let sheet = try CueSheet(Array(Self.plain.utf8))
        for variant in variants { #expect(try CueSheet(Array(variant.utf8)) == sheet, "\(variant)") }
    }

    @Test("A sheet may be UTF-8, UTF-16 with or without a mark, or Windows-1252")
    func encodings() throws {
        let text = Self.plain.replacing("The Album\"", with: "Été – à l’œuvre\"")
        let wide = Array(text.utf16)
        let little = wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let old: [Character: UInt8] = ["É": 0xC9, "é": 0xE9, "à": 0xE0, "–": 0x96, "’": 0x92, "œ": 0x9C]
        let encodings = [
            Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big,
            text.map { old[$0] ?? $0.asciiValue ?? 0x3F },
        ]
        for (number, bytes) in encodings.enumerated() {
            #expect(try CueSheet(bytes).title == "Été – à l’œuvre", "encoding \(number)")
            #expect(try CueSheet(bytes).trackCount == 3)
        }
    }

    @Test(
        "A title keeps the quotation marks inside it",
        arguments: [
            (#""12" Mix""#, #"12" Mix"#), (#""Say "Yes" Now""#, #"Say "Yes" Now"#), (#""Unclosed"#, "Unclosed"),
            (#"Unopened""#, "Unopened"),
            (#"No marks at all"#, "No marks at all"), (#"  "  Blanks  "  "#, "Blanks"), ("\"Tab\tinside\"", "Tab inside"),
        ])
    func quotes(written: String, read: String) throws {
        let sheet = try CueSheet(text: "TITLE \(written)\nFILE a.wav WAVE\nTRACK 1 AUDIO\nINDEX 1 0:0:0")
        #expect(sheet.title == read)
    }

    @Test(
        "Times have any number of minutes",
        arguments: [
            ("00:00:00", 0), ("00:00:74", 74), ("1:2:3", 4653), ("99:59:74", 449_999), ("123:00:00", 553_500), ("05:30", 24_750),
            ("00:60:00", nil), ("00:00:75", nil), ("-1:00:00", nil), ("1:2:3:4", nil), ("1", nil), ("", nil), ("1:2:x", nil),
            ("999999:00:00", nil), ("99999999999999999999:00:00", nil), ("1::3", nil),
        ] as [(String, Int?)])
    func times(text: String, frames: Int?) {
        #expect(CueSheetParser.frames(text) == frames)
    }

    @Test("A sheet with a file for each track, with pregaps in the file before, has a track for each file")
    func separateFiles() throws {
        let sheet = try CueSheet(
            text: """
                FILE "01 One.wav" WAVE
                  TRACK 01 AUDIO
                    TITLE "One"
                    INDEX 01 00:00:00
                  TRACK 02 AUDIO
                    TITLE "Two"
                    INDEX 00 03:58:00
                FILE "02 Two.wav" WAVE
                    INDEX 01 00:00:00
                FILE "03 Three.wav" WAVE
                  TRACK 03 AUDIO
                    TITLE "Three"
                """)
        #expect(sheet.files.map(\.name) == ["01 One.wav", "02 Two.wav", "03 Three.wav"])
        #expect(Self.tracks(sheet) == ["1 One/– 0-", "2 Two/– 0-", "3 Three/– 0-"])
    }

    @Test("Only the last component of a file's name counts")
    func names() throws {
        for (written, name) in [
            (#""../../etc/passwd""#, "passwd"), (#""/etc/passwd""#, "passwd"), (#""C:\Music\a b.flac""#, "a b.flac"), (#""..""#, ""),
            (#""a/.""#, ""), ("a b.wav WAVE", "a b.wav"), ("a.wav", "a.wav"), ("\"\" WAVE", ""), ("\"a/\" WAVE", "a"),
        ] {
            let sheet = try CueSheet(text: "FILE \(written)\nTRACK 01 AUDIO\nINDEX 01 00:00:00")
            #expect(sheet.files.map(\.name) == [name], "\(written)")
        }
    }

    @Test("Numbers that can't all be right are counted; data tracks are skipped, and end the track before them")
    func numbers() throws {
        func sheet(_ tracks: [String]) throws -> [String] {
            let lines = tracks.enumerated().map { "TRACK \($1)\nINDEX 01 0\($0):00:00" }
            return Self.tracks(try CueSheet(text: "FILE \"a.wav\" WAVE\n" + lines.joined(separator: "\n")))
        }
        #expect(try sheet(["03 AUDIO", "04 AUDIO"]) == ["3 –/– 0-4500", "4 –/– 4500-"])
        #expect(try sheet(["01 AUDIO", "01 AUDIO"]) == ["1 –/– 0-4500", "2 –/– 4500-"])
        #expect(try sheet(["00 AUDIO", "100 audio"]) == ["0 –/– 0-4500", "100 –/– 4500-"])
        #expect(try sheet(["x AUDIO", "9999 AUDIO", "AUDIO"]) == ["1 –/– 0-4500", "2 –/– 4500-9000", "3 –/– 9000-"])
        #expect(try sheet(["01 MODE1/2352", "02 AUDIO"]) == ["2 –/– 4500-"])
        #expect(try sheet(["01 AUDIO", "02 AUDIO", "03 MODE2/2352"]) == ["1 –/– 0-4500", "2 –/– 4500-9000"])
    }

    @Test("Remarks tell the disc and the gain, which the peak limits")
    func remarks() throws {
        func sheet(_ remarks: String) throws -> CueSheet {
            try CueSheet(text: "\(remarks)\nFILE a WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00")
        }
        #expect(try sheet("REM DISCNUMBER 2\nREM TOTALDISCS 3").disc == 2)
        #expect(try sheet("REM DISCNUMBER \"2/3\"").disc == 2)
        #expect(try sheet("REM DISCNUMBER 0").disc == nil)
        #expect(try sheet("REM REPLAYGAIN_ALBUM_GAIN -6.48 dB\nREM REPLAYGAIN_ALBUM_PEAK 0.98").gain == -648)
        #expect(try sheet("REM REPLAYGAIN_ALBUM_GAIN +9 dB\nREM REPLAYGAIN_ALBUM_PEAK 0.5").gain == 602)
        #expect(try sheet("REM REPLAYGAIN_ALBUM_GAIN nan\nREM REPLAYGAIN_ALBUM_PEAK inf").gain == nil)
        #expect(try sheet("CATALOG 0000000000000").barcode == nil)
        #expect(try sheet("rem comment \"x\"\nREM COMPILATION TRUE").isCompilation)
    }

    @Test(
        "A damaged sheet says what is wrong, and where",
        arguments: [
            ("", .noTracks), ("TITLE \"x\"", .noTracks), ("FILE \"a.wav\" WAVE", .noTracks), ("\0\u{1}\u{2}garbage", .noTracks),
            ("FILE a WAVE\nTRACK 1 AUDIO\nINDEX 01 0:0:0\nTRACK 2 AUDIO\nINDEX 01 0:61:0", .badTime(track: 2, line: 5)),
            ("FILE a WAVE\nTRACK 1 AUDIO\nINDEX 01 0:0:0\nTRACK 2 AUDIO\nINDEX 00 0:1:0", .badTime(track: 2, line: 4)),
            ("FILE a WAVE\r\nTRACK 1 AUDIO\r\nINDEX 01 0:9:0\r\nTRACK 2 AUDIO\r\nINDEX 01 0:8:0", .backwards(track: 2, line: 5)),
            ("FILE a WAVE\nTRACK 1 AUDIO\nINDEX 01 0:9:0\nTRACK 2 AUDIO\nINDEX 01 0:9:0", .backwards(track: 2, line: 5)),
        ] as [(String, CueSheetProblem)])
    func damaged(text: String, problem: CueSheetProblem) {
        #expect(throws: problem) { try CueSheet(text: text) }
        #expect(problem.sentence.hasSuffix("."))
    }

    @Test("A sheet and its lines are bounded")
    func bounds() throws {
        let folder = try TemporaryFolder()
        let large = try folder.write(Array(repeating: UInt8(ascii: "x"), count: CueSheet.sizeLimit + 1), to: "large.cue")
        #expect(throws: CueSheetProblem.tooLarge) { try CueSheet(fileAt: large) }
        #expect(throws: CueSheetProblem.self) { try CueSheet(fileAt: folder.path + "/missing.cue") }
        let long = "TITLE \"" + String(repeating: "é", count: 50_000) + "\"\n" + Self.plain
        #expect(try CueSheet(text: long).title?.utf8.count ?? 0 < 4_096)
        let many = (0..<5_000).map { "TRACK \($0) AUDIO\nTITLE t\nINDEX 01 \($0):00:00\nFILE \"\($0).wav\" WAVE" }.joined(separator: "\n")
        #expect(try CueSheet(text: "FILE a WAVE\n" + many).trackCount <= 999)
    }

    @Test("However a sheet is damaged, its tracks follow one another")
    func mutations() {
        var random = SeededRandom(seed: 11)
        let whole = Array(Self.plain.utf8)
        let pieces = [
            "\n", "\"", "INDEX 01 00:00:00", "TRACK 99 AUDIO", "FILE \"../x\" WAVE", "\u{0}", "\u{FF}", ":", "99999", "REM DATE", "\t",
        ]
        for _ in 0..<1_500 {
            var bytes = whole
            for _ in 0..<random.number(below: 6) + 1 {
                let place = random.number(below: bytes.count)
                switch random.number(below: 4) {
                case 0: bytes[place] = UInt8(random.number(below: 256))
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.number(below: 40) + 1))
                case 2: bytes.insert(contentsOf: pieces[random.number(below: pieces.count)].utf8, at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + random.number(below: 120))], at: place)
                }
                if bytes.isEmpty { bytes = whole }
            }
            guard let sheet = try? CueSheet(bytes) else { continue }
            for file in sheet.files {
                #expect(!file.name.contains("/") && !file.name.contains("\\") && file.name != "..")
                #expect(zip(file.tracks, file.tracks.dropFirst()).allSatisfy { $0.start < $1.start && $0.end ?? 0 <= $1.start })
                #expect(file.tracks.allSatisfy { $0.start >= 0 && $0.end ?? .max > $0.start })
            }
            let numbers = sheet.files.flatMap(\.tracks).map(\.number)
            #expect(Set(numbers).count == numbers.count && numbers.allSatisfy { (0...999).contains($0) })
        }
    }
}
