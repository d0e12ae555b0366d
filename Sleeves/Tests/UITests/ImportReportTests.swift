import Foundation
import Testing

extension UITests {
    /// The report of `sleeves import`.
    @MainActor
    @Suite("The report of an import")
    struct ImportReportTests {
        private struct Report: Decodable, Equatable {
            struct Albums: Decodable, Equatable { var total, new, changed, unchanged, gone, leftOut: Int }
            struct Files: Decodable, Equatable { var found, new, changed, moved, unchanged, gone, unusable: Int }
            struct Problem: Decodable, Equatable { var path, reason: String }
            var albums: Albums
            var files: Files
            var lists: Int
            var covers: Int
            var keysIgnored: Int
            var problems: [Problem]
        }

        private func report(_ arguments: String..., in scene: Scene) async throws -> Report {
            let program = try scene.start(SleevesCommand.path, ["import", "--json", "--library", "\(scene.folder)/library"] + arguments)
            #expect(try await program.finish() == 0)
            let data = Data(program.outputText.utf8)
            let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            #expect(
                Set(object.keys) == [
                    "albums", "files", "lists", "covers", "keysIgnored", "ignoredKeys", "wanted", "joined", "problems", "seconds",
                ])
            return try JSONDecoder().decode(Report.self, from: data)
        }

        @Test("As JSON it has exactly the promised keys, and names each problem with its path and reason")
        func json() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/music"
                try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: SleevesCommand.samples + "/Music/Lowtide Observatory", toPath: music + "/album")
                try Data("noise".utf8).write(to: URL(filePath: "\(music)/noise.mp3"))
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "T", "artist": "A", "isbn": 1}, {"title": "U"}]"#.utf8).write(to: URL(filePath: list))

                let first = try await report(music, list, in: scene)
                #expect(first.albums.new == 2 && first.albums.total == 2)
                #expect(first.files.new == first.files.found && first.files.unusable == 1)
                #expect(first.lists == 1 && first.covers == 1 && first.keysIgnored == 1)
                #expect(first.problems.map(\.path) == [list, "\(music)/noise.mp3"])
                #expect(first.problems.map(\.reason).allSatisfy { !$0.isEmpty })

                let again = try await report(music, list, in: scene)
                #expect(again.albums.unchanged == 2 && again.albums.total == 2)
                #expect(again.files.unchanged == first.files.found)
                #expect(again.problems == first.problems)
                #expect(again.covers == first.covers)
            }
        }

        @Test("Control-C in the middle leaves albums that the whole library has, too, and the next import goes on")
        func interrupted() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/music"
                for copy in 0..<12 {
                    try FileManager.default.createDirectory(atPath: "\(music)/\(copy)", withIntermediateDirectories: true)
                    try FileManager.default.copyItem(atPath: SleevesCommand.samples + "/Music", toPath: "\(music)/\(copy)/all")
                }
                let terminal = try Terminal()
                let arguments = ["import", "--library", "\(scene.folder)/library", music]
                let program = try scene.start(SleevesCommand.path, arguments, terminal: terminal)
                try await Eventually.holds("the import has begun") { terminal.text.contains("files read") }
                program.send(SIGINT)
                _ = try await program.finish()

                let whole = try await SleevesCommand.makeLibrary(of: music, named: "whole", in: scene)
                let expected = try await SleevesCommand.list(whole, in: scene)
                let listed = try await SleevesCommand.list("\(scene.folder)/library", in: scene)
                #expect(Set(listed.map(\.id)).isSubset(of: expected.map(\.id)))
                let again = try await report(music, in: scene)
                #expect(again.problems == [])
                let completed = try await SleevesCommand.list("\(scene.folder)/library", in: scene)
                #expect(completed.map(\.heading) == expected.map(\.heading))
                // The copies of an album that names nobody are alike in all that they are sorted by. They stand in the order in which they came.
                #expect(completed.sorted { $0.id < $1.id } == expected.sorted { $0.id < $1.id })
            }
        }
    }
}
