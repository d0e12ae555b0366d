import Foundation
import Testing

extension UITests {
    /// The command, as a script meets it: what is printed where, and with which status it ends.
    @MainActor
    @Suite("The command")
    struct CommandTests {
        private static let keys: Set<String> = [
            "id", "title", "artist", "year", "genre", "trackCount", "cover", "coverURL", "source", "away",
        ]

        @Test("The JSON list has exactly the promised keys, with their types, for every album")
        func jsonKeys() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let result = try await SleevesCommand.run("list", "--library", library, "--format", "json", in: scene)
                #expect(result.status == 0)
                #expect(result.errors == "")
                let albums = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
                #expect(albums.count == 35)
                for album in albums { #expect(Set(album.keys) == Self.keys) }
                // Decoding fails where a value has another type than was promised.
                let typed = try JSONDecoder().decode([ListedAlbum].self, from: Data(result.output.utf8))
                #expect(typed.allSatisfy { ["present", "missing", "failed"].contains($0.cover) && $0.source == "folder" })
            }
        }

        @Test("The list is what the samples' own description expects")
        func samples() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let listed = try await SleevesCommand.list(library, in: scene).map(ExpectedAlbum.init)
                let expected = try ExpectedAlbum.read(SleevesCommand.samples + "/expected.json")
                #expect(ExpectedAlbum.sorted(listed) == ExpectedAlbum.sorted(expected))
            }
        }

        @Test("The version is one line; asked for more, it also says what confines the readers")
        func version() async throws {
            try await Scene.play { scene in
                let short = try await SleevesCommand.run("--version", in: scene)
                let long = try await SleevesCommand.run("--verbose", "--version", in: scene)
                #expect([short.status, long.status] == [0, 0])
                let lines = long.output.split(separator: "\n")
                #expect(lines.count == 2 && short.output == lines[0] + "\n")
                #expect(lines.last?.hasPrefix("Tags and pictures are read by processes that can open no other file") == true)
                #expect(lines.last?.contains("seccomp") == true)
            }
        }

        @Test("The CSV list has a heading and a line an album")
        func csv() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let result = try await SleevesCommand.run("list", "--library", library, "--format", "csv", in: scene)
                #expect(result.status == 0)
                let lines = result.output.components(separatedBy: "\r\n")
                #expect(lines[0] == "id,title,artist,year,genre,trackCount,cover,coverURL,source")
                // With the heading, and the end of the last line.
                #expect(lines.count == 37)
                #expect(lines.last == "")
                let album = #","Kitchen Radio, Vol. 3",Various Artists,2017,Pop,3,"#
                #expect(result.output.contains(album))
            }
        }

        @Test("The CSV list runs nothing in a spreadsheet")
        func formulas() async throws {
            try await Scene.play { scene in
                let library = "\(scene.folder)/library"
                let list = "\(scene.folder)/formulas.json"
                try Data(#"[{"title": "=HYPERLINK(\"x\")", "artist": "-ziq", "genre": "@home"}]"#.utf8).write(to: URL(filePath: list))
                let imported = try await SleevesCommand.run("import", "--library", library, list, in: scene)
                let result = try await SleevesCommand.run("list", "--library", library, "--format", "csv", in: scene)
                #expect(imported.status == 0)
                let album = #","'=HYPERLINK(""x"")",'-ziq,,'@home,"#
                #expect(result.output.contains(album))
            }
        }

        @Test("Nothing that a stranger has written reaches a terminal as a command")
        func controls() async throws {
            try await Scene.play { scene in
                let values = Array(UInt32(1)...0x1F) + Array(0x7F...0x9F) + Array(0x202A...0x202E) + Array(0x2066...0x2069)
                let controls = String(String.UnicodeScalarView(values.compactMap(Unicode.Scalar.init)))
                let (library, list, playlist) = (
                    "\(scene.folder)/library", "\(scene.folder)/\(controls).json", "\(scene.folder)/\(controls).m3u"
                )
                let album = [
                    "title": "A \(controls)", "artist": "B \(controls)", "genre": "C \(controls)",
                    "coverURL": "https://example.org/\(controls)",
                    "key \(controls)": "D",
                ]
                try JSONSerialization.data(withJSONObject: [album]).write(to: URL(filePath: list))
                let line = String(String.UnicodeScalarView(controls.unicodeScalars.filter { !"\n\r".unicodeScalars.contains($0) }))
                try Data("#EXTINF:1,\(line)\n\(line).flac\nhttp://\(line)\n".utf8).write(to: URL(filePath: playlist))
                var printed = 0
                for words in [
                    ["import", list, "--dry-run"], ["import", list], ["import", list, "--json"], ["list"], ["list", "--format", "json"],
                    ["list", "--format", "csv"], ["list", "--search", controls], ["list", "--\(controls)"], [controls], ["info", "A"],
                    ["info", "A", "--json"], ["info", controls], ["stats"], ["stats", "--json"], ["sources"], ["sources", "--json"],
                    ["remove", controls], ["forget", controls], ["forget", list], ["undo"], ["redo"], ["undo"],
                    ["export", "-", "--format", "json"],
                    ["import", "\(scene.folder)/no \(controls)"], ["play", playlist], ["play", controls], ["share", controls],
                    ["share", "nats://127.0.0.1:1", "--name", controls], ["share", "status"], ["share", "status", "--json"],
                    ["share", "forget", controls], ["share", "stop"],
                ] {
                    let result = try await SleevesCommand.run(arguments: words + ["--library", library], in: scene)
                    for text in [result.output, result.errors] {
                        let lines = text.replacing("\r\n", with: "\n").unicodeScalars.filter { $0 != "\n" }
                        #expect(!lines.contains { values.contains($0.value) }, "\(words[0]): \(text.debugDescription)")
                        printed += lines.count
                    }
                }
                #expect(printed > 4_000)
            }
        }

        @Test("A wrong option is status 64, bad data 65, and a missing input 66; the reason is on standard error alone")
        func statuses() async throws {
            try await Scene.play { scene in
                let library = "\(scene.folder)/library"
                let damaged = "\(scene.folder)/damaged.json"
                try Data("[{\"title\": ".utf8).write(to: URL(filePath: damaged))
                let usage = try await SleevesCommand.run("list", "--library", library, "--format", "xml", in: scene)
                let data = try await SleevesCommand.run("import", "--library", library, damaged, in: scene)
                let input = try await SleevesCommand.run("import", "--library", library, "\(scene.folder)/nowhere", in: scene)
                let process = try await SleevesCommand.run("inspect", "--process", "0", in: scene)
                for (result, status, word) in [
                    (usage, 64, "xml"), (data, 65, "damaged.json"), (input, 66, "nowhere"), (process, 64, "--process"),
                ] {
                    #expect(result.status == Int32(status))
                    #expect(result.output == "")
                    #expect(result.errors.contains(word))
                }
            }
        }

        @Test("A progress bar is drawn on a terminal, and nothing where standard error is none")
        func progress() async throws {
            try await Scene.play { scene in
                let music = SleevesCommand.samples + "/Music"
                let quiet = try await SleevesCommand.run("import", "--library", "\(scene.folder)/quiet", music, in: scene)
                #expect(quiet.errors == "")
                #expect(quiet.output.hasPrefix("35 albums: 35 new"))

                let terminal = try Terminal()
                let arguments = ["import", "--library", "\(scene.folder)/shown", music]
                let program = try scene.start(SleevesCommand.path, arguments, terminal: terminal)
                let status = try await Eventually.value("the import ends") {
                    _ = terminal.text
                    return program.status
                }
                #expect(status == 0)
                #expect(terminal.text.contains("files read"))
                #expect(terminal.text.contains("█") || terminal.text.contains("░"))
                #expect(terminal.text.hasSuffix("\r\u{1B}[K"), "the line is taken away at the end")
                #expect(program.outputText == quiet.output)
            }
        }

        @Test("Broken files are named and counted, and do not stop the import")
        func brokenFiles() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/music"
                let album = "/Music/Lowtide Observatory"
                try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: SleevesCommand.samples + album, toPath: music + "/album")
                for name in ["noise.mp3", "noise.flac"] {
                    try Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 131 % 251) }).write(to: URL(filePath: "\(music)/\(name)"))
                }
                let result = try await SleevesCommand.run("import", "--library", "\(scene.folder)/library", music, in: scene)
                #expect(result.status == 0)
                #expect(result.output.contains("1 album: 1 new"))
                #expect(result.output.contains("2 problems"))
                #expect(result.errors.contains("noise.mp3"))
                #expect(result.errors.contains("noise.flac"))
            }
        }

        @Test("Importing twice leaves the same albums with the same ids")
        func twice() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let first = try await SleevesCommand.list(library, in: scene)
                let again = try await SleevesCommand.run("import", "--library", library, SleevesCommand.samples + "/Music", in: scene)
                #expect(again.output.hasPrefix("35 albums: 0 new, 0 changed, 35 unchanged"))
                #expect(try await SleevesCommand.list(library, in: scene) == first)
            }
        }
    }
}
