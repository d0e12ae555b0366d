import Foundation
import Testing

extension UITests {
    /// The requests of several processes of one person to MusicBrainz.
    @MainActor
    @Suite("The pace of requests to MusicBrainz")
    struct MusicBrainzPaceTests {
        @Test("Two processes at once together ask no more than once a second")
        func pace() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Array(#"{"releases": []}"#.utf8))
                defer { server.stop() }
                server.release()
                var libraries: [String] = []
                for name in ["one", "two"] {
                    let list = "\(scene.folder)/\(name).json"
                    let entries = (1...4).map { #"{"title": "\#(name) \#($0)", "artist": "A"}"# }
                    try Data("[\(entries.joined(separator: ","))]".utf8).write(to: URL(filePath: list))
                    libraries.append(try await SleevesCommand.makeLibrary(of: list, named: name, in: scene))
                }
                // Nothing is found, so that the archive is not asked; but without one there would be nothing to search for.
                let address = "http://127.0.0.1:\(server.port)"
                let start = ContinuousClock.now
                let programs = try libraries.map { library in
                    let service = ["--cover-archive", address, "--musicbrainz", address]
                    return try scene.start(SleevesCommand.path, ["covers", "--library", library] + service)
                }
                for program in programs {
                    #expect(try await program.finish(within: .seconds(120)) == 0, "\(program.errorText)")
                    #expect(program.outputText.hasPrefix("4 covers missing: 0 fetched"))
                }
                let times = server.times
                #expect(Set(server.requests).count == 8)
                try #require(times.count >= 8)
                // From the beginning on: how late the server's own thread is to one request and to the next, nobody knows.
                for (number, time) in times.enumerated() { #expect(time - start >= .seconds(number)) }
            }
        }
    }
}
