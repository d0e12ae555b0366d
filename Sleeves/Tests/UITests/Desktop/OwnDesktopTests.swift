import Foundation
import Testing

extension UITests.WindowTests {
    /// The tests meet neither the desktop of the person who runs them nor one another.
    @MainActor
    @Suite("A desktop of their own")
    struct OwnDesktopTests {
        @Test("A program that a test starts inherits none of this process's sockets")
        func descriptors() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                // Without the flag that closes it, as some libraries open theirs.
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                defer { close(descriptor) }
                let list = try await scene.run(Tool(names: ["ls"], package: "coreutils"), ["/proc/self/fd"], on: stage)
                // The fourth is the folder that is being listed.
                #expect(list.outputText.split(separator: "\n") == ["0", "1", "2", "3"])
            }
        }

        @Test("None of the machine's applications opens audio files, whatever its defaults are")
        func applications() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                let answer = try await scene.run(Tool(names: ["gio"], package: "libglib2.0-bin"), ["mime", "audio/mpeg"], on: stage)
                #expect(answer.outputText.contains("No default applications"))
                #expect(!answer.outputText.contains(".desktop"))
            }
        }

        @Test("The library is in the home that the environment names, not in that of the person who runs the tests")
        func home() async throws {
            try await Scene.play { scene in
                let list = "\(scene.folder)/list.json"
                try #"[{"title": "A", "artist": "B"}]"#.write(toFile: list, atomically: true, encoding: .utf8)
                let result = try await SleevesCommand.run(
                    "import", list, variables: ["XDG_DATA_HOME": "", "XDG_CACHE_HOME": ""], in: scene)
                #expect(result.status == 0)
                #expect(FileManager.default.fileExists(atPath: "\(scene.folder)/home/.local/share/sleeves/library.sqlite"))
            }
        }

        @Test("The bus starts services for screen readers only")
        func services() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                let call = ["call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus"]
                let answer = try await scene.run(.busCalls, call + ["--method", "org.freedesktop.DBus.ListActivatableNames"], on: stage)
                let names = answer.outputText.matches(of: /'([^']+)'/).map { String($0.output.1) }
                #expect(Set(names).isSubset(of: ["org.freedesktop.DBus", "org.a11y.Bus", "org.heedswift.Sleeves"]), "\(names)")
            }
        }

        @Test("A wait that is too long says where, what was waited for and what was there instead, and keeps a picture of the screen")
        func tooLate() async throws {
            var error: Eventually.TooLate?
            let line = #_sourceLocation.line + 2
            do {
                try await Eventually.equal("the moon", "full", within: .zero) { "new" }
            } catch let late as Eventually.TooLate {
                error = late
            }
            let picture = try #require(error?.picture)
            defer { try? FileManager.default.removeItem(atPath: picture) }
            let words = "OwnDesktopTests.swift:\(line): not within 0.0 seconds: the moon is “full”; it was “new”"
            #expect(error?.description == words + "; the screen is in \(picture)")
            #expect(try Data(contentsOf: URL(filePath: picture)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }
}
