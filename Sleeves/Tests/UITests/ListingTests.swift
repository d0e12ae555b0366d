import Foundation
internal import SQLite
import Testing

extension UITests {
    /// The output of `sleeves list` and `sleeves info`, also for paths and libraries that are not what they seem.
    @MainActor
    @Suite("Listing albums, and naming libraries")
    struct ListingTests {
        /// A library of a list with one album of each kind.
        private func library(_ list: String, in scene: Scene) async throws -> String {
            let path = "\(scene.folder)/list.json"
            try Data(list.utf8).write(to: URL(filePath: path))
            return try await SleevesCommand.makeLibrary(of: path, in: scene)
        }

        @Test("A table is at most eighty columns or COLUMNS wide, whatever its content")
        func width() async throws {
            try await Scene.play { scene in
                let long = String(repeating: "Very Long Words ", count: 20)
                let library = try await library(
                    #"[{"title": "\#(long)", "artist": "\#(long)", "genre": "\#(long)"}, {"title": "夜行列車の窓 夜行列車の窓 夜行列車の窓", "artist": "硝子坂シグナル"}]"#,
                    in: scene)
                for (variables, limit) in [([:], 80), (["COLUMNS": "100"], 100), (["COLUMNS": "x"], 80)] as [([String: String], Int)] {
                    let result = try await SleevesCommand.run("list", "--library", library, variables: variables, in: scene)
                    let lines = result.output.split(separator: "\n")
                    #expect(lines.count == 3 && result.status == 0)
                    for line in lines { #expect(Self.columns(line) <= limit, "\(line)") }
                    #expect(lines.contains { Self.columns($0) > limit - 4 })
                    #expect(result.output.contains("…"))
                }
                let id = try #require(
                    try await SleevesCommand.run("list", "--library", library, in: scene).output.split(separator: "\n").last?.split(
                        separator: " "
                    ).last)
                #expect(try await SleevesCommand.run("info", "--library", library, String(id), in: scene).status == 0)
            }
        }

        @Test("Albums are filtered by the condition of their copies and by the year of the purchase")
        func conditions() async throws {
            try await Scene.play { scene in
                let path = "\(scene.folder)/list.csv"
                let lines = [
                    "Artist,Title,release_id,Collection Media Condition,Purchase Date", "Ruth,Amber,1,Near Mint (NM or M-),2024-05-01",
                    "Ruth,Harbour,2,Very Good (VG),2023-01-02", "Ada,Tin,3,Mint (M),2024-07-07",
                ]
                try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
                let library = try await SleevesCommand.makeLibrary(of: path, in: scene)
                for (options, titles) in [
                    (["--condition", "nm"], ["Tin", "Amber"]), (["--condition", "Good (G)"], ["Tin", "Amber", "Harbour"]),
                    (["--bought", "2024", "--condition", "M"], ["Tin"]), (["--bought", "2023"], ["Harbour"]),
                ] {
                    let result = try await SleevesCommand.run(
                        arguments: ["list", "--library", library, "--format", "csv"] + options, in: scene)
                    let lines = result.output.split(whereSeparator: \.isNewline).dropFirst()
                    #expect(lines.map { String($0.split(separator: ",")[1]) } == titles)
                }
                let result = try await SleevesCommand.run("list", "--library", library, "--condition", "shiny", in: scene)
                #expect(result.status == 64 && result.errors.contains("shiny"))
            }
        }

        @Test("The albums of a shelf are listed, narrowed down by other options; an unknown name is told with those that there are")
        func shelves() async throws {
            try await Scene.play { scene in
                let library = try await library(
                    #"""
                    [{"title": "Amber", "artist": "Ruth", "year": "1964"}, {"title": "Harbour", "artist": "Ruth", "year": "1967"},
                    {"title": "Tin", "artist": "Ada", "year": "1964"}, {"title": "Late", "artist": "Ruth", "year": "1999"}]
                    """#, in: scene)
                let state = "\(library)/state.json"
                func titles(_ options: String...) async throws -> [String] {
                    let result = try await SleevesCommand.run(
                        arguments: ["list", "--library", library, "--format", "csv"] + options, in: scene)
                    #expect(result.status == 0)
                    return result.output.split(whereSeparator: \.isNewline).dropFirst().map { String($0.split(separator: ",")[1]) }
                }
                var result = try await SleevesCommand.run("list", "--library", library, "--shelf", "sixties", in: scene)
                #expect(result.status == 64 && result.errors.contains("There are no shelves."))

                // As an earlier version has left them.
                try Self.markShelves(of: library)
                try Data(
                    #"""
                    {"shelves": [{"name": "Sixties", "search": "ruth", "filter": [{"decade": {"_0": 1960}}]}, {"name": "Lent",
                    "filter": [{"lent": {}}]}]}
                    """#.utf8
                ).write(to: URL(filePath: state))
                #expect(try await titles("--shelf", "sixties") == ["Amber", "Harbour"])
                #expect(try await titles("--shelf", "Sixties", "--year", "1964") == ["Amber"])
                #expect(try await titles("--shelf", "Sixties", "--decade", "90s") == [])
                #expect(try await titles("--shelf", "Sixties", "--search", "harb") == ["Harbour"])
                result = try await SleevesCommand.run("list", "--library", library, "--shelf", "lent", in: scene)
                #expect(result.output == "No album is on the shelf “lent” now.\n")
                result = try await SleevesCommand.run("list", "--library", library, "--shelf", "sixties", "--search", "zz", in: scene)
                #expect(result.output == "No album matches “zz”.\n")
                result = try await SleevesCommand.run("list", "--library", library, "--shelf", "jazz", in: scene)
                #expect(result.status == 64 && result.errors.contains("There is no shelf “jazz”. There are: Lent, Sixties."))
            }
        }

        /// Has a library take the shelves from the saved state of its window, as after one of an earlier version.
        private static func markShelves(of library: String) throws {
            let database = try DatabaseQueue(path: "\(library)/library.sqlite")
            try database.write { (database: Database) throws in try database.execute(sql: "INSERT INTO shelf VALUES ('', '')") }
        }

        private static func columns(_ line: Substring) -> Int {
            line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 && $1.value < 0xFB00 ? 2 : 1) }
        }

        @Test("An empty library says how to fill it; a search without a match says that")
        func hints() async throws {
            try await Scene.play { scene in
                let empty = try await SleevesCommand.run("list", in: scene)
                #expect(empty.status == 0 && empty.output.contains("sleeves import"))
                let library = try await library(#"[{"title": "T", "artist": "A"}]"#, in: scene)
                let unmatched = try await SleevesCommand.run("list", "--library", library, "--search", "zzz", in: scene)
                #expect(unmatched.output == "No album matches “zzz”.\n" && unmatched.status == 0)
                let covered = try await SleevesCommand.run("list", "--library", library, "--covers", "present", in: scene)
                #expect(covered.output == "No album has a cover in this state.\n")
            }
        }

        @Test("Albums without a cover are listed by themselves")
        func missingCovers() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let all = try await SleevesCommand.list(library, in: scene)
                for (filter, expected) in [
                    ("missing", all.filter { $0.cover != "present" }), ("present", all.filter { $0.cover == "present" }),
                ] {
                    let result = try await SleevesCommand.run(
                        "list", "--library", library, "--covers", filter, "--format", "json", in: scene)
                    #expect(try JSONDecoder().decode([ListedAlbum].self, from: Data(result.output.utf8)) == expected)
                    #expect(!expected.isEmpty)
                }
            }
        }

        @Test("An album is shown with its tracks, by identifier or by words; JSON has the keys of an export")
        func info() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let album = try #require(try await SleevesCommand.list(library, in: scene).first { $0.title == "Kitchen Radio, Vol. 3" })
                for name in [album.id, String(album.id.prefix(8)), "kitchen radio"] {
                    let result = try await SleevesCommand.run("info", "--library", library, name, in: scene)
                    #expect(result.status == 0 && result.errors == "")
                    for words in [
                        "Kitchen Radio, Vol. 3", "Various Artists", "2017", "Toast at Midnight – Los Relojes Tardíos", "M4A, 3 files",
                        album.id,
                    ] {
                        #expect(result.output.contains(words), "\(words)")
                    }
                }
                let json = try await SleevesCommand.run("info", "--library", library, "--json", album.id, in: scene)
                let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
                #expect(object["title"] as? String == "Kitchen Radio, Vol. 3" && (object["tracks"] as? [Any])?.count == 3)
                let none = try await SleevesCommand.run("info", "--library", library, "no such thing", in: scene)
                #expect(none.status == 66 && none.output == "" && none.errors.contains("No album matches"))
                let several = try await SleevesCommand.run("info", "--library", library, "kettle", in: scene)
                #expect(several.status == 65 && several.errors.contains("albums match “kettle”"))
            }
        }

        /// Two pressings of an album, and another album of a similar title.
        private static let pressings = """
            [{"sleeves": 1, "title": "Amber", "artist": "Ruth Tanner", "year": 1971, "release": {"labels": ["Northgate"], "format": "LP, Album",
              "copies": [{"folder": "Top Shelf", "mediaCondition": "Very Good Plus (VG+)", "sleeveCondition": "Good (G)", "rating": 4,
              "notes": "signed at the door"}]}},
             {"sleeves": 1, "title": "Amber", "artist": "Ruth Tanner", "year": 1994, "release": {"labels": ["Southmoor"], "format": "CD",
              "copies": []}},
             {"sleeves": 1, "title": "Amber Nights", "artist": "Ruth Tanner", "year": 1975}]
            """

        @Test("Words that several albums match list them with what distinguishes them, and say how to name one of them")
        func severalMatches() async throws {
            try await Scene.play { scene in
                let library = try await library(Self.pressings, in: scene)
                let ids = Dictionary(
                    uniqueKeysWithValues: try await SleevesCommand.list(library, in: scene).map { ($0.year ?? 0, $0.id) })
                let several = try await SleevesCommand.run("info", "--library", library, "ruth", "tanner", "amber", in: scene)
                #expect(several.status == 65)
                for words in ["1971", "1994", "Northgate", "Southmoor", "LP, Album", "CD", ids[1971] ?? "?", ids[1994] ?? "?"] {
                    #expect(several.output.contains(words), "\(words)")
                }
                #expect(!several.output.contains("Nights"), "whose whole title is other words")
                #expect(several.errors.contains("2 albums match “ruth tanner amber”") && several.errors.contains("identifier"))
                let begun = try await SleevesCommand.run("info", "--library", library, "ruth", in: scene)
                #expect(begun.status == 65 && begun.errors.contains("3 albums"))
                for exact in [ids[1994] ?? "?", "ruth tanner amber 1994", "amber southmoor"] {
                    let one = try await SleevesCommand.run("info", "--library", library, exact, in: scene)
                    #expect(one.status == 0 && one.output.contains("Southmoor") && !one.output.contains("Northgate"), "\(exact)")
                }
                let json = try await SleevesCommand.run("info", "--library", library, "--json", "ruth tanner amber", in: scene)
                let objects = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
                #expect(
                    json.status == 65 && Set(objects.compactMap { $0["id"] as? String }) == Set([ids[1971], ids[1994]].compactMap(\.self)))
            }
        }

        @Test("An album is shown with the condition, the notes, the folder and the rating of each copy")
        func copies() async throws {
            try await Scene.play { scene in
                let library = try await library(Self.pressings, in: scene)
                let shown = try await SleevesCommand.run("info", "--library", library, "amber northgate", in: scene)
                #expect(shown.status == 0)
                for words in ["Your Copy", "Very Good Plus (VG+)", "Good (G)", "Top Shelf", "4 of 5", "signed at the door"] {
                    #expect(shown.output.contains(words), "\(words)")
                }
                let json = try await SleevesCommand.run("info", "--library", library, "--json", "amber northgate", in: scene)
                let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
                let copies = try #require((object["release"] as? [String: Any])?["copies"] as? [[String: Any]])
                #expect(copies.first?["notes"] as? String == "signed at the door" && copies.first?["rating"] as? Int == 4)
                #expect(copies.first?["folder"] as? String == "Top Shelf" && copies.first?["mediaCondition"] != nil)
            }
        }

        @Test("Listing, exporting or changing a missing library doesn't create it")
        func absentLibrary() async throws {
            try await Scene.play { scene in
                let typo = "\(scene.folder)/typo"
                for arguments in [["list"], ["export", "-"], ["info", "abcd"], ["covers"], ["undo"], ["redo"], ["remove", "abcd"]] {
                    let program = try scene.start(SleevesCommand.path, arguments + ["--library", typo])
                    #expect(try await program.finish() == 66, "\(arguments)")
                    #expect(program.errorText.contains("There is no library in \(typo)"))
                    #expect(!FileManager.default.fileExists(atPath: typo))
                }
                let empty = try await SleevesCommand.run("list", "--library", "", in: scene)
                #expect(empty.status == 64)
            }
        }

        @Test("A missing path is reported in text and exit status, and the others are imported")
        func missingPath() async throws {
            try await Scene.play { scene in
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "T", "artist": "A", "isbn": 1, "shelf": 2}]"#.utf8).write(to: URL(filePath: list))
                let library = "\(scene.folder)/library"
                let result = try await SleevesCommand.run("import", "--library", library, "\(scene.folder)/nowhere", list, in: scene)
                #expect(result.status == 66)
                #expect(result.output.hasPrefix("1 album: 1 new"))
                #expect(result.output.contains("2 unknown keys left out: isbn, shelf."))
                #expect(result.errors.contains("nowhere: This path cannot be imported."))
            }
        }

        @Test("An import that takes nothing says so, and its status is not 0")
        func nothing() async throws {
            try await Scene.play { scene in
                let folder = "\(scene.folder)/empty"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data(#"[{"name": "T"}]"#.utf8).write(to: URL(filePath: "\(scene.folder)/list.json"))
                for path in [folder, "\(scene.folder)/list.json"] {
                    let result = try await SleevesCommand.run("import", "--library", "\(scene.folder)/library", path, in: scene)
                    #expect(result.status == 65)
                    #expect(result.errors.contains("There was nothing to import."))
                }
            }
        }

        /// Runs the command through a shell, which can write bytes that are not UTF-8.
        private func shell(_ script: String, in scene: Scene) async throws -> (status: Int32, errors: String, output: String) {
            let variables = ["SLEEVES": try SleevesCommand.path]
            let program = try scene.start(
                "/bin/bash", ["-c", "cd \(scene.folder) && " + script], environment: scene.bareEnvironment.merging(variables) { $1 })
            return (try await program.finish(), program.errorText, program.outputText)
        }

        @Test("Names that aren't valid UTF-8 lead where they should, and are refused for a library")
        func foreignNames() async throws {
            try await Scene.play { scene in
                try Data(#"[{"title": "T", "artist": "A"}]"#.utf8).write(to: URL(filePath: "\(scene.folder)/list.json"))
                let before = try FileManager.default.contentsOfDirectory(atPath: scene.folder).count
                for option in [#"--library $'lib\xff'"#, #"--library=$'lib\xff'"#] {
                    let library = try await shell("$SLEEVES import \(option) list.json", in: scene)
                    #expect(library.status == 64 && library.errors.contains("not valid UTF-8"))
                }
                let variable = try await shell(#"XDG_DATA_HOME=$'/tmp/\xff' $SLEEVES list"#, in: scene)
                #expect(variable.status == 64 && variable.errors.contains("XDG_DATA_HOME"))
                let export = try await shell(#"$SLEEVES export $'all\xff.json'"#, in: scene)
                #expect(export.status == 0)
                let exported = try await shell(#"rm $'all\xff.json'"#, in: scene)
                #expect(exported.status == 0)
                let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder).filter {
                    !$0.hasSuffix(".out") && !$0.hasSuffix(".err")
                }
                #expect(names.count <= before && !names.contains { $0.contains("\u{FFFD}") })

                // The repaired name is another file's.
                try Data(#"[{"title": "Other", "artist": "A"}]"#.utf8).write(to: URL(filePath: "\(scene.folder)/a\u{FFFD}.json"))
                let paths = try await shell(#"cp list.json $'a\xff.json'; $SLEEVES import --library l $'a\xff.json'"#, in: scene)
                #expect(paths.status == 0)
                #expect(try await SleevesCommand.list("\(scene.folder)/l", in: scene).map(\.title) == ["T"])
                // From a folder of such a name, a relative path leads where it should.
                let inside = try await shell(
                    #"mkdir $'d\xff' && cd $'d\xff' && $SLEEVES import --library l ../list.json && ls l"#, in: scene)
                #expect(inside.status == 0 && inside.output.contains("library.sqlite"))
            }
        }
    }
}
