import Foundation
import Testing

extension UITests {
    /// The output of `sleeves stats`, and the filters and orders of `sleeves list`.
    @MainActor
    @Suite("Statistics, filters and orders of the command")
    struct NumbersTests {
        private static let list = #"""
            [{"sleeves": 1, "id": "000000000000000000000001", "source": "json", "title": "First", "artist": "Abba", "genre": "Pop, Rock",
              "year": 1971, "tracks": [{"title": "Sunrise", "seconds": 3700}],
              "release": {"labels": [], "composers": ["Ada Byron"], "country": "UK", "copies": []}},
             {"title": "Second", "artist": "Björk", "genre": "Rock", "year": 1979}, {"title": "Third", "artist": "Cure"}]
            """#

        private func library(in scene: Scene) async throws -> String {
            let path = "\(scene.folder)/list.json"
            try Data(Self.list.utf8).write(to: URL(filePath: path))
            return try await SleevesCommand.makeLibrary(of: path, in: scene)
        }

        @Test("Statistics are printed as a table within the width, and as JSON; an empty library says how to fill it")
        func statistics() async throws {
            try await Scene.play { scene in
                let empty = try await SleevesCommand.run("stats", in: scene)
                #expect(empty.status == 0 && empty.output.contains("sleeves import"))
                let library = try await library(in: scene)
                let table = try await SleevesCommand.run("stats", "--library", library, variables: ["COLUMNS": "40"], in: scene)
                #expect(table.status == 0 && table.errors == "")
                for words in ["Albums", "3", "1970s", "Rock", "MISSING"] { #expect(table.output.contains(words), "\(words)") }
                for line in table.output.split(separator: "\n") { #expect(line.count <= 40, "\(line)") }
                let json = try await SleevesCommand.run("stats", "--library", library, "--json", "--top", "1", in: scene)
                let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
                #expect(object["albums"] as? Int == 3)
                #expect((object["missing"] as? [String: Int])?["years"] == 1)
                #expect(((object["genres"] as? [String: Any])?["top"] as? [[String: Any]])?.first?["name"] as? String == "Rock")
                #expect(try await SleevesCommand.run("stats", "--library", library, "--top", "-1", in: scene).status == 64)
            }
        }

        @Test("Albums are listed by facets, in reversed and random order, and by words of their tracks")
        func filters() async throws {
            try await Scene.play { scene in
                let library = try await library(in: scene)
                func titles(_ arguments: String...) async throws -> [String] {
                    let result = try await SleevesCommand.run(
                        arguments: ["list", "--library", library, "--format", "json"] + arguments, in: scene)
                    #expect(result.status == 0, "\(arguments)")
                    return try JSONDecoder().decode([ListedAlbum].self, from: Data(result.output.utf8)).map(\.title)
                }
                #expect(try await titles("--genre", "rock") == ["First", "Second"])
                #expect(try await titles("--genre", "rock", "--artist", "björk") == ["Second"])
                #expect(try await titles("--year", "1971", "--year", "1979", "--reverse") == ["Second", "First"])
                #expect(try await titles("--decade", "70s", "--sort", "year", "--reverse") == ["Second", "First"])
                #expect(try await titles("--label", "x").isEmpty)
                #expect(try await titles("--release-format", "LP").isEmpty)
                #expect(try await titles("--release-value", "Composer=ada byron", "--release-value", "country=UK") == ["First"])
                #expect(try await titles("--release-value", "conductors=Ada Byron").isEmpty)
                #expect(try await titles("--release-value", "Format=2xLP").isEmpty)
                #expect(try await titles("--folder", "/x").isEmpty)
                #expect(try await titles("--without-cover", "--sort", "random").sorted() == ["First", "Second", "Third"])
                #expect(try await titles("--tracks-missing").isEmpty)
                #expect(try await titles("--small-covers").isEmpty)
                #expect(try await titles("--search", "secnd") == ["Second"])
                #expect(try await titles("--search", "sunri") == ["First"])
                let none = try await SleevesCommand.run("list", "--library", library, "--year", "1", in: scene)
                #expect(none.output == "No album matches these options.\n")
                #expect(try await SleevesCommand.run("list", "--library", library, "--decade", "x", in: scene).status == 64)
                for value in ["Composer", "Barcode=1", "Mood=x"] {
                    #expect(try await SleevesCommand.run("list", "--library", library, "--release-value", value, in: scene).status == 64)
                }
            }
        }
    }
}
