import Foundation
import Testing

extension UITests {
    /// Folders that are followed, by the command.
    @MainActor
    @Suite("Sources")
    struct SourcesTests {
        private struct Source: Decodable, Equatable {
            let path: String
            let albums: Int
            let files: Int
            let away: Bool
            let kind: String
            let problems: Int
            let lastRead: Date?
        }

        private static let artist = "Cool Basement Stairs"

        private func sources(_ library: String, in scene: Scene) async throws -> [Source] {
            let result = try await SleevesCommand.run("sources", "--library", library, "--json", in: scene)
            #expect(result.status == 0)
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.decode([Source].self, from: Data(result.output.utf8))
        }

        @Test("A folder that is moved away is away, is forgotten, and is back by undo; the statuses say what went wrong")
        func away() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/Music"
                try FileManager.default.copyItem(atPath: "\(SleevesCommand.samples)/Music/\(Self.artist)", toPath: music)
                let library = try await SleevesCommand.makeLibrary(of: music, in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let before = try await sources(library, in: scene)
                #expect(before.map(\.path) == [music] && before.map(\.albums) == [albums.count] && before.map(\.away) == [false])

                try FileManager.default.moveItem(atPath: music, toPath: music + "-aside")
                #expect(try await sources(library, in: scene).map(\.away) == [true])
                let listed = try await SleevesCommand.run("list", "--library", library, "--format", "json", in: scene)
                let away = try #require(try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
                #expect(away.map { $0["away"] as? Bool } == albums.map { _ in true })
                #expect(try await SleevesCommand.list(library, in: scene) == albums)

                let unknown = try await SleevesCommand.run("forget", "--library", library, "\(scene.folder)/nowhere", in: scene)
                #expect(unknown.status == 66 && unknown.errors.contains("nowhere"))
                let forgotten = try await SleevesCommand.run("forget", "--library", library, music, in: scene)
                #expect(forgotten.status == 0)
                #expect(try await SleevesCommand.list(library, in: scene) == [])
                #expect(try await sources(library, in: scene) == [])
                let undone = try await SleevesCommand.run("undo", "--library", library, in: scene)
                #expect(undone.output == "Undone: Forget “Music”.\n")
                #expect(try await SleevesCommand.list(library, in: scene) == albums)
            }
        }

        @Test("A list is a source with its albums and problems, and is forgotten with the albums that only it names")
        func list() async throws {
            try await Scene.play { scene in
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "T", "artist": "A"}, {"title": "U"}]"#.utf8).write(to: URL(filePath: list))
                let library = try await SleevesCommand.makeLibrary(of: list, in: scene)
                let source = try #require(try await sources(library, in: scene).first)
                #expect(source.path == list && source.kind == "list" && source.albums == 1 && source.problems == 1)
                #expect(source.lastRead != nil)
                let printed = try await SleevesCommand.run("sources", "--library", library, in: scene)
                #expect(printed.output == "\(list): 1 album\n")
                let forgotten = try await SleevesCommand.run("forget", "--library", library, list, in: scene)
                #expect(forgotten.status == 0)
                #expect(try await SleevesCommand.list(library, in: scene) == [])
                #expect(try await sources(library, in: scene) == [])
                #expect(FileManager.default.fileExists(atPath: list))
            }
        }

        @Test("An import is previewed without a change, is made, and is undone as one step")
        func undo() async throws {
            try await Scene.play { scene in
                let library = "\(scene.folder)/library"
                let music = "\(SleevesCommand.samples)/Music/\(Self.artist)"
                let preview = try await SleevesCommand.run("import", "--dry-run", "--library", library, music, in: scene)
                #expect(preview.status == 0)
                #expect(preview.output.hasPrefix("Nothing was changed."))
                #expect(preview.output.contains("new  \(Self.artist) – Demos, Mostly"))
                #expect(try await SleevesCommand.list(library, in: scene) == [])
                #expect(try await sources(library, in: scene) == [])

                let albums = try await SleevesCommand.run("import", "--library", library, music, in: scene)
                #expect(albums.status == 0)
                let count = try await SleevesCommand.list(library, in: scene).count
                #expect(count > 0)
                let undone = try await SleevesCommand.run("undo", "--library", library, in: scene)
                #expect(undone.output.hasPrefix("Undone: Import "))
                #expect(try await SleevesCommand.list(library, in: scene) == [])
                _ = try await SleevesCommand.run("redo", "--library", library, in: scene)
                #expect(try await SleevesCommand.list(library, in: scene).count == count)
            }
        }
    }
}
