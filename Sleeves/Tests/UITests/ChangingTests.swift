import Foundation
import Testing

extension UITests {
    /// Taking albums out, undoing, redoing and exporting, as a script meets them.
    @MainActor
    @Suite("Changing by the command")
    struct ChangingTests {
        private static func list(_ text: String, in scene: Scene) async throws -> String {
            let path = "\(scene.folder)/list.json"
            try Data(text.utf8).write(to: URL(filePath: path))
            return try await SleevesCommand.makeLibrary(of: path, in: scene)
        }

        private static let three =
            #"[{"title": "One", "artist": "A"}, {"title": "Two", "artist": "B"}, {"title": "Thr\u0007ee", "artist": "=C"}]"#

        @Test("Albums are taken out, brought back by undo in another run, and taken out again by redo")
        func remove() async throws {
            try await Scene.play { scene in
                let library = try await Self.list(Self.three, in: scene)
                let before = try await SleevesCommand.list(library, in: scene)
                let removal = try await SleevesCommand.run(
                    "remove", "--library", library, before[0].id, String(before[1].id.prefix(12)), before[0].id, in: scene)
                #expect(removal.status == 0 && removal.errors == "")
                #expect(
                    removal.output
                        == "Removed “\(before[0].title)” by \(before[0].artist).\nRemoved “\(before[1].title)” by \(before[1].artist).\n")
                #expect(try await SleevesCommand.list(library, in: scene) == [before[2]])

                let undo = try await SleevesCommand.run("undo", "--library", library, in: scene)
                #expect(undo.status == 0 && undo.output == "Undone: Remove 2 Albums.\n" && undo.errors == "")
                #expect(try await SleevesCommand.list(library, in: scene) == before)
                let imported = try await SleevesCommand.run("undo", "--library", library, in: scene)
                #expect(imported.status == 0 && imported.output == "Undone: Import 3 Albums.\n")
                #expect(try await SleevesCommand.list(library, in: scene) == [])
                let nothing = try await SleevesCommand.run("undo", "--library", library, in: scene)
                #expect(nothing.status == 0 && nothing.output == "There is nothing to undo.\n")

                _ = try await SleevesCommand.run("redo", "--library", library, in: scene)
                #expect(try await SleevesCommand.list(library, in: scene) == before)
                let redo = try await SleevesCommand.run("redo", "--library", library, in: scene)
                #expect(redo.status == 0 && redo.output == "Redone: Remove 2 Albums.\n")
                #expect(try await SleevesCommand.list(library, in: scene) == [before[2]])
                let none = try await SleevesCommand.run("redo", "--library", library, in: scene)
                #expect(none.status == 0 && none.output == "There is nothing to redo.\n")
            }
        }

        @Test("Albums are joined and split, and status 65 says why that can't be done")
        func rearranging() async throws {
            try await Scene.play { scene in
                for title in ["First Light", "Last Light"] {
                    try SilentMusic.write(SilentMusic.Album(artist: "Ada", title: title, seconds: [0, 0]), in: scene)
                }
                let library = try await SleevesCommand.makeLibrary(of: "\(scene.folder)/Music", in: scene)
                let before = try await SleevesCommand.list(library, in: scene)
                let join = try await SleevesCommand.run("join", "--library", library, before[1].id, "First Light", in: scene)
                #expect(join.status == 0 && join.output == "Joined the albums into “First Light”.\n" && join.errors == "")
                let joined = try await SleevesCommand.list(library, in: scene)
                #expect(joined.count == 1)
                let info = try await SleevesCommand.run("info", "--library", library, joined[0].id, in: scene)
                #expect(info.output.contains("Joined by hand."))
                let split = try await SleevesCommand.run("split", "--library", library, "First", "Light", in: scene)
                #expect(split.status == 0 && split.output.hasPrefix("Split “") && split.errors == "")
                #expect(try await SleevesCommand.list(library, in: scene) == before)
                let again = try await SleevesCommand.run("split", "--library", library, before[0].id, in: scene)
                #expect(again.status == 65 && again.output == "" && again.errors.contains("cannot be split"))
                #expect(try await SleevesCommand.run("join", "--library", library, before[0].id, in: scene).status == 64)
                let undo = try await SleevesCommand.run("undo", "--library", library, in: scene)
                #expect(undo.output == "Undone: Split “First Light”.\n")
                #expect(try await SleevesCommand.list(library, in: scene).map(\.id) == joined.map(\.id))
            }
        }

        @Test("An identifier that names no album is status 66, one that is too short 65, and then nothing is removed")
        func unknown() async throws {
            try await Scene.play { scene in
                let library = try await Self.list(Self.three, in: scene)
                let before = try await SleevesCommand.list(library, in: scene)
                for (id, status) in [("ffffffffffff", 66), ("nonsense", 66), ("ab", 65)] {
                    let result = try await SleevesCommand.run("remove", "--library", library, before[0].id, id, in: scene)
                    #expect(result.status == Int32(status) && result.output == "" && result.errors.contains("“\(id)”"))
                }
                #expect(try await SleevesCommand.run("remove", "--library", library, in: scene).status == 64)
                #expect(try await SleevesCommand.list(library, in: scene) == before)
            }
        }

        @Test("An export as JSON, imported into another library, gives the same albums")
        func exportJSON() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let file = "\(scene.folder)/export.json"
                let result = try await SleevesCommand.run("export", "--library", library, file, in: scene)
                #expect(result.status == 0 && result.output == "Exported 35 albums.\n" && result.errors == "")
                let printed = try await SleevesCommand.run("export", "--library", library, "-", in: scene)
                #expect(printed.output == String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self))

                let other = try await SleevesCommand.makeLibrary(of: file, named: "other", in: scene)
                let keys = { (album: ListedAlbum) in
                    [album.id, album.title, album.artist, album.genre, album.source] + [album.details["Tracks"]]
                }
                #expect(try await SleevesCommand.list(other, in: scene).map(keys) == SleevesCommand.list(library, in: scene).map(keys))
            }
        }

        @Test("An export as CSV has Discogs' columns, comes in again, and holds no formula")
        func exportCSV() async throws {
            try await Scene.play { scene in
                let library = try await Self.list(Self.three, in: scene)
                let file = "\(scene.folder)/export.csv"
                #expect(try await SleevesCommand.run("export", "--library", library, file, in: scene).status == 0)
                let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
                #expect(text.hasPrefix("Catalog#,Artist,Title,"))
                #expect(text.contains(",'=C,Thr ee,") && !text.contains(",=C"))
                let other = try await SleevesCommand.makeLibrary(of: file, named: "other", in: scene)
                let names = { (album: ListedAlbum) in [album.title, album.artist] }
                #expect(try await SleevesCommand.list(other, in: scene).map(names) == SleevesCommand.list(library, in: scene).map(names))
                let printed = try await SleevesCommand.run("export", "--library", library, "--format", "csv", "-", in: scene)
                #expect(printed.output == text)
            }
        }

        @Test("A file that can't be written, or has no known extension, is reported by the status")
        func exportFailing() async throws {
            try await Scene.play { scene in
                let library = try await Self.list(Self.three, in: scene)
                for (file, status) in [("/nowhere/a.json", 73), ("/dev/full", 64), ("\(scene.folder)/a.txt", 64)] {
                    let result = try await SleevesCommand.run("export", "--library", library, file, in: scene)
                    #expect(result.status == Int32(status) && result.output == "" && result.errors.contains(status == 64 ? ".json" : file))
                }
                let full = try await SleevesCommand.run("export", "--library", library, "--format", "json", "/dev/full", in: scene)
                #expect(full.status == 74 && full.errors.contains("/dev/full"))
            }
        }

        @Test(
            "Output that can't be written is reported by the status; a closed pipe ends quietly",
            arguments: ["list", "list --format json", "stats", "sources", "export -", "status", "list --help", "--version"])
        func fullOutput(command: String) async throws {
            try await Scene.play { scene in
                let library = try await Self.list(Self.three, in: scene)
                let place = command.hasPrefix("--") || command.hasSuffix("--help") ? "" : "--library '\(library)'"
                let program = try SleevesCommand.path
                @MainActor func run(_ redirection: String) throws -> Program {
                    let line = "'\(program)' \(command) \(place) \(redirection)"
                    return try scene.start("/bin/sh", ["-c", line], environment: scene.bareEnvironment)
                }
                let full = try run("> /dev/full")
                #expect(try await full.finish() == 74 && full.errorText.contains("Standard output"))
                let closed = try run("| true")
                _ = try await closed.finish()
                #expect(closed.errorText == "")
            }
        }
    }
}
