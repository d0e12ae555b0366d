import Foundation
import Testing

extension UITests {
    /// `sleeves covers`, with a server on this computer.
    @MainActor
    @Suite("Fetching covers")
    struct CoversTests {
        static var picture: [UInt8] {
            get throws {
                let path = SleevesCommand.samples + "/Music/The Brass Cartographers/1974 - Uncharted Streets/cover.jpg"
                return Array(try Data(contentsOf: URL(filePath: path)))
            }
        }

        /// Makes a library of albums whose covers are at these paths of a server.
        static func makeLibrary(of paths: [String], at server: CoverServer, in scene: Scene) async throws -> String {
            let entries = paths.map { path in
                #"{"title": "Album \#(path.dropFirst())", "artist": "A", "coverURL": "http://127.0.0.1:\#(server.port)\#(path)"}"#
            }
            let list = "\(scene.folder)/list.json"
            try Data("[\(entries.joined(separator: ","))]".utf8).write(to: URL(filePath: list))
            return try await SleevesCommand.makeLibrary(of: list, in: scene)
        }

        @Test("Missing covers are fetched, failures are listed and counted, and a second run retries only what may succeed")
        func covers() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture, statuses: ["/gone": 404, "/ill": 500])
                defer { server.stop() }
                server.release()
                let good = (1...5).map { "/good\($0)" }
                let library = try await Self.makeLibrary(of: good + ["/gone", "/ill"], at: server, in: scene)

                let first = try await SleevesCommand.run("covers", "--library", library, in: scene)
                #expect(first.status == 0)
                #expect(first.output.hasPrefix("7 covers missing: 5 fetched"))
                #expect(first.output.contains("2 covers could not be fetched"))
                #expect(first.errors.contains("A – Album gone: http://127.0.0.1:\(server.port)/gone does not exist"))
                #expect(first.errors.contains("A – Album ill: http://127.0.0.1:\(server.port)/ill returned status 500"))
                #expect(first.errors.split(separator: "\n").count == 2)
                #expect(Set(server.requests) == Set(good + ["/gone", "/ill"]))
                #expect(server.requests.count == 7)
                let listed = try await SleevesCommand.list(library, in: scene)
                #expect(listed.count { $0.cover == "present" } == 5)
                #expect(listed.count { $0.cover == "failed" } == 2)

                let second = try await SleevesCommand.run("covers", "--library", library, in: scene)
                #expect(second.output.hasPrefix("1 cover missing: 0 fetched"))
                #expect(server.requests.dropFirst(7) == ["/ill"])

                let third = try await SleevesCommand.run("covers", "--library", library, "--retry", in: scene)
                #expect(third.status == 0)
                #expect(Set(server.requests.dropFirst(8)) == ["/ill", "/gone"])
            }
        }

        @Test("A progress bar is drawn on a terminal, and taken away")
        func progress() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture)
                defer { server.stop() }
                server.release()
                let library = try await Self.makeLibrary(of: ["/a", "/b"], at: server, in: scene)
                let terminal = try Terminal()
                let program = try scene.start(SleevesCommand.path, ["covers", "--library", library], terminal: terminal)
                let status = try await Eventually.value("all are fetched") {
                    _ = terminal.text
                    return program.status
                }
                #expect(status == 0)
                #expect(terminal.text.contains("covers requested"))
                #expect(terminal.text.hasSuffix("\r\u{1B}[K"))
            }
        }

        @Test("Control-C ends it with status 130 and keeps the fetched covers, and the next run continues")
        func interruption() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture)
                defer { server.stop() }
                let library = try await Self.makeLibrary(of: ["/a", "/b", "/c"], at: server, in: scene)
                let program = try scene.start(SleevesCommand.path, ["covers", "--library", library])
                try await Eventually.holds("the server is asked") { server.requestCount > 0 }
                program.send(SIGINT)
                #expect(try await program.finish() == 130)
                #expect(program.outputText.hasPrefix("3 covers missing: 0 fetched"))
                #expect(program.outputText.contains("3 covers not requested yet"))
                #expect(try await SleevesCommand.list(library, in: scene).allSatisfy { $0.cover == "missing" })
                server.release()
                let again = try await SleevesCommand.run("covers", "--library", library, in: scene)
                #expect(again.output.hasPrefix("3 covers missing: 3 fetched"))
            }
        }

        @Test("An address in a list can't lead to this computer, unless the user allows it")
        func privateNetwork() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture)
                defer { server.stop() }
                server.release()
                let library = try await Self.makeLibrary(of: ["/a"], at: server, in: scene)
                let variables = ["SLEEVES_LOCAL_NETWORK": ""]
                let refused = try await SleevesCommand.run("covers", "--library", library, variables: variables, in: scene)
                #expect(refused.status == 0)
                #expect(refused.errors.contains("leads to a private network"))
                #expect(server.requestCount == 0)
                let allowed = try await SleevesCommand.run(
                    "covers", "--library", library, "--retry", "--local-network", variables: variables, in: scene)
                #expect(allowed.output.hasPrefix("1 cover missing: 1 fetched"))
            }
        }

        @Test("If covers can't be saved, the reason is reported and the status is 74")
        func notKept() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture)
                defer { server.stop() }
                server.release()
                let library = try await Self.makeLibrary(of: ["/a", "/b"], at: server, in: scene)
                // A file where the folder of the thumbnails was, which no permission makes a folder.
                try? FileManager.default.removeItem(atPath: "\(library)/cache/covers")
                try Data().write(to: URL(filePath: "\(library)/cache/covers"))
                let result = try await SleevesCommand.run("covers", "--library", library, in: scene)
                #expect(result.status == 74)
                #expect(result.errors.contains("\(library)/cache/covers"))
                #expect(result.errors.split(separator: "\n").count == 1)
            }
        }

        @Test("With too few file descriptors it ends with a message, not with a signal")
        func fewDescriptors() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture)
                defer { server.stop() }
                server.release()
                let library = try await Self.makeLibrary(of: ["/a", "/b"], at: server, in: scene)
                let sleeves = try SleevesCommand.path
                for limit in 4...24 {
                    let command = "ulimit -n \(limit); exec '\(sleeves)' covers --retry --library '\(library)'"
                    let program = try scene.start("/bin/sh", ["-c", command])
                    let status = try await program.finish()
                    #expect((0..<128).contains(status), "with \(limit) descriptors: \(status), \(program.errorText)")
                    if status != 0 { #expect(!program.errorText.isEmpty) }
                }
            }
        }

        @Test("With too little memory every command ends with a message, not with a signal", arguments: [200, 300, 400, 511])
        func littleMemory(mebibytes: Int) async throws {
            try await Scene.play { scene in
                let library = "\(scene.folder)/library"
                let sleeves = try SleevesCommand.path
                for command in ["list", "import '\(SleevesCommand.samples)/Music'", "covers"] {
                    let limited = "ulimit -v \(mebibytes << 10); exec '\(sleeves)' \(command) --library '\(library)'"
                    let program = try scene.start("/bin/sh", ["-c", limited])
                    #expect(try await program.finish() == 71, "\(program.errorText)")
                    #expect(program.errorText.contains("needs 512 MiB of memory, but the system allows it only \(mebibytes) MiB"))
                }
            }
        }

        @Test("An archive that is no address is a wrong option")
        func usage() async throws {
            try await Scene.play { scene in
                let library = "\(scene.folder)/library"
                let result = try await SleevesCommand.run("covers", "--library", library, "--cover-archive", "nowhere", in: scene)
                #expect(result.status == 64)
                #expect(result.errors.contains("nowhere"))
                #expect(result.output == "")
            }
        }
    }
}
