import Foundation
import Testing

extension UITests {
    /// Libraries as twenty years leave them: made by the script that makes the samples, with every kind of damage.
    @MainActor
    @Suite("Generated libraries")
    struct GeneratedLibraryTests {
        /// The larger ones take minutes to make, so they are for whoever changes the import: `SLEEVES_LARGE_LIBRARIES=1`.
        nonisolated private static let sizes =
            ProcessInfo.processInfo.environment["SLEEVES_LARGE_LIBRARIES"] == nil ? [24] : [24, 1_000, 5_000]

        private struct Report: Decodable {
            struct Problem: Decodable { var path, reason: String }
            struct Files: Decodable { var found, unchanged, changed, unusable: Int }
            var files: Files
            var problems: [Problem]
        }

        private func imported(_ music: String, in scene: Scene) async throws -> Report {
            let arguments = ["import", "--json", "--library", "\(scene.folder)/library", music]
            let program = try scene.start(SleevesCommand.path, arguments)
            #expect(try await program.finish(within: .seconds(600)) == 0)
            return try JSONDecoder().decode(Report.self, from: Data(program.outputText.utf8))
        }

        @Test("A library with every kind of damage becomes exactly the expected albums, and each broken file is named", arguments: sizes)
        func damage(albums: Int) async throws {
            try await Scene.play { scene in
                let (music, description) = ("\(scene.folder)/music", "\(scene.folder)/expected.json")
                let script = ["\(SleevesCommand.samples)/generate.py", "--albums", String(albums), "--damage", "--out", music]
                let generator = try scene.start(Tool.python.path, script + ["--expected", description])
                #expect(try await generator.finish(within: .seconds(300 + 10 * albums)) == 0, "\(generator.errorText)")
                let expected = ExpectedAlbum.sorted(try ExpectedAlbum.read(description))
                #expect(expected.count == albums)

                let first = try await imported(music, in: scene)
                let listed = try await SleevesCommand.list("\(scene.folder)/library", in: scene)
                #expect(ExpectedAlbum.sorted(listed.map(ExpectedAlbum.init)) == expected)
                let broken = first.problems.filter { $0.path.contains("/Damaged/") }
                #expect(broken.count >= 70 && broken.allSatisfy { !$0.reason.isEmpty })
                #expect(first.problems.allSatisfy { $0.path.hasPrefix(music) })

                let again = try await imported(music, in: scene)
                #expect(again.files.unchanged == first.files.found && again.files.unusable == first.files.unusable)
                #expect(again.problems.map(\.path) == first.problems.map(\.path))
                #expect(try await SleevesCommand.list("\(scene.folder)/library", in: scene) == listed)
            }
        }
    }
}
