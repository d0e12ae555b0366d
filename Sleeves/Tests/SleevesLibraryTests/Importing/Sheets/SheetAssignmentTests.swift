import Testing

@testable import SleevesImporting

/// The assignment of a folder's sheets to its files.
@Suite("The assignment of CUE sheets to files")
struct SheetAssignmentTests {
    /// Returns a sheet with files of so many tracks, a minute each.
    static func sheet(_ title: String, _ files: [(name: String, tracks: Int)]) throws -> CueSheet {
        var number = 0
        var text = "TITLE \"\(title)\"\n"
        for file in files {
            text += "FILE \"\(file.name)\" WAVE\n"
            for index in 0..<file.tracks {
                number += 1
                text += "TRACK \(number) AUDIO\nTITLE \"\(title) \(number)\"\nINDEX 01 \(index):00:00\n"
            }
        }
        return try CueSheet(text: text)
    }

    /// Returns the titles of the sheets by the names of their files, and the problems.
    private static func assign(
        _ sheets: [(String, CueSheet)], to files: [String], titled: Bool = false, seconds: Int? = nil, others: [String] = []
    ) -> (titles: [String: String], problems: [String: CueSheetProblem]) {
        let assignment = SheetAssignment(
            sheets.map { (name: $0.0, sheet: $0.1) },
            to: files.map { .init(name: $0, seconds: seconds, hasTitle: titled, hasAlbum: titled) }, others: others)
        return (
            Dictionary(uniqueKeysWithValues: assignment.parts.map { (files[$0.key], $0.value.title ?? "") }), assignment.problems
        )
    }

    @Test("A sheet is that of the file that it names, in any case and with any extension, or that has its own name")
    func names() throws {
        for (named, file) in [
            ("Album.flac", "Album.flac"), ("ALBUM.FLAC", "Album.flac"), ("Album.wav", "Album.ape"), ("album.wav", "Album.wv"),
            ("Été.wav", "E\u{301}te\u{301}.flac"), ("CDImage.wav", "S.flac"), ("CDImage.ape", "s.ape"), ("", "S.flac"),
        ] {
            let assigned = Self.assign([("S.cue", try Self.sheet("T", [(named, 3)]))], to: ["Other.flac", file])
            #expect(assigned.titles == [file: "T"], "\(named)")
            #expect(assigned.problems.isEmpty)
        }
        // The name of the file with its extension is also that of a sheet.
        #expect(Self.assign([("a.flac.cue", try Self.sheet("T", [("x.wav", 2)]))], to: ["a.flac"]).titles == ["a.flac": "T"])
    }

    @Test("A sheet alone with an audio file without a title is that of the file, if it is long enough")
    func alone() throws {
        let sheet = ("S.cue", try Self.sheet("T", [("CDImage.wav", 3)]))
        #expect(Self.assign([sheet], to: ["Ash - Oak.flac"], seconds: 180).titles == ["Ash - Oak.flac": "T"])
        let others = [
            Self.assign([sheet], to: ["a.flac"], seconds: 100), Self.assign([sheet], to: ["a.flac"]),
            Self.assign([sheet], to: ["a.flac"], titled: true, seconds: 180), Self.assign([sheet], to: ["a.flac", "b.flac"], seconds: 180),
            Self.assign([sheet], to: ["a.flac"], seconds: 180, others: ["b.flac"]),
            Self.assign([("S.cue", try Self.sheet("T", [("CDImage.wav", 1)]))], to: ["a.flac"], seconds: 180),
            Self.assign([sheet, ("U.cue", try Self.sheet("U", [("x.wav", 2)]))], to: ["a.flac"], seconds: 180),
        ]
        for other in others { #expect(other.titles.isEmpty && other.problems["S.cue"] == .missing(count: 1, first: "CDImage.wav")) }
    }

    @Test("Of several sheets for one file, that with its name counts, or else the first")
    func several() throws {
        func sheet(_ title: String) throws -> CueSheet { try Self.sheet(title, [("Album.wav", 2)]) }
        let three = [("b.cue", try sheet("b")), ("a.cue", try sheet("a")), ("Album.cue", try sheet("Album"))]
        #expect(Self.assign(three, to: ["Album.flac"]).titles == ["Album.flac": "Album"])
        #expect(Self.assign(Array(three.prefix(2)), to: ["Album.flac"]).titles == ["Album.flac": "a"])
        // One that doesn't fit gives way.
        let long = [("Album.cue", try Self.sheet("long", [("Album.wav", 9)])), ("z.cue", try sheet("z"))]
        let assigned = Self.assign(long, to: ["Album.flac"], seconds: 150)
        #expect(assigned.titles == ["Album.flac": "z"])
        #expect(assigned.problems == ["Album.cue": .beyondEnd(track: 4, seconds: 180, length: 150)])
    }

    @Test("The same music in two formats has the same tracks; two discs have theirs")
    func formats() throws {
        let sheet = try Self.sheet("T", [("a.wav", 2)])
        #expect(Self.assign([("a.cue", sheet)], to: ["a.flac", "a.mp3"]).titles == ["a.flac": "T", "a.mp3": "T"])
        let discs = [("CD1.cue", try Self.sheet("1", [("CD1.wav", 2)])), ("CD2.cue", try Self.sheet("2", [("CD2.wav", 2)]))]
        #expect(Self.assign(discs, to: ["CD1.flac", "CD2.flac"]).titles == ["CD1.flac": "1", "CD2.flac": "2"])
        // One sheet for both.
        let both = [("a.cue", try Self.sheet("T", [("CD1.wav", 2), ("CD2.wav", 2)]))]
        #expect(Self.assign(both, to: ["CD1.flac", "CD2.flac"]).titles == ["CD1.flac": "T", "CD2.flac": "T"])
    }

    @Test("Missing files are named, unless the tracks are files of their own with titles")
    func missing() throws {
        let image = [("s.cue", try Self.sheet("T", [("gone.wav", 3)]))]
        #expect(Self.assign(image, to: ["a.flac"]).problems == ["s.cue": .missing(count: 1, first: "gone.wav")])
        #expect(Self.assign(image, to: ["a.flac"], titled: true).problems == ["s.cue": .missing(count: 1, first: "gone.wav")])
        #expect(Self.assign(image, to: ["1.flac", "2.flac", "3.flac"], titled: true).problems.isEmpty)
        #expect(Self.assign(image, to: [], others: ["gone.flac"]).problems.isEmpty, "the file has its own problem")
        let separate = [("s.cue", try Self.sheet("T", [("1.wav", 1), ("2.wav", 1)]))]
        #expect(Self.assign(separate, to: ["2.flac"]).problems == ["s.cue": .missing(count: 1, first: "1.wav")])
        #expect(Self.assign(separate, to: ["01 a.flac", "02 b.flac"], titled: true).problems.isEmpty)
        #expect(Self.assign(separate, to: ["1.flac", "2.flac"], titled: true).titles.isEmpty, "the files tell all by themselves")
    }

    @Test("No name leads to a file of another folder")
    func hostile() throws {
        for name in ["../a.flac", "/etc/passwd", #"..\..\b.flac"#, "..", "."] {
            let assigned = Self.assign([("x.cue", try Self.sheet("T", [(name, 2)]))], to: ["other.flac"])
            #expect(assigned.titles.isEmpty)
        }
    }
}
