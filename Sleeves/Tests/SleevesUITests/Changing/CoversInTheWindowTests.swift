import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    /// The missing covers of many albums, by key.
    @MainActor
    @Suite("Fetching covers, in the window")
    struct CoversInTheWindowTests {
        /// Makes a library of albums whose covers are at these paths of a server.
        private static func makeLibrary(of paths: [String], at server: CoverServer, in scene: Scene) async throws -> String {
            let entries = paths.map { path in
                #"{"title": "Album \#(path.dropFirst())", "artist": "A", "coverURL": "http://127.0.0.1:\#(server.port)\#(path)"}"#
            }
            let list = "\(scene.folder)/list.json"
            try Data("[\(entries.joined(separator: ","))]".utf8).write(to: URL(filePath: list))
            return try await scene.makeLibrary(of: list)
        }

        @Test("The covers of all selected albums are fetched, also of those out of view; one step of undo takes them back")
        func fetch() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: scene.jpeg)
                defer { server.stop() }
                server.release()
                let paths = (100..<200).map { "/\($0)" }
                let library = try await Self.makeLibrary(of: paths, at: server, in: scene)
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.holds("all are there") { $0.subtitle == "100 albums" && !$0.cells.isEmpty }
                try await window.press("ctrl+a")
                try await window.holds("all are selected") { $0.texts.contains("100 albums selected") }
                // Only until the first message is said: after 15 seconds without an answer, the program gives up, and soon the whole server.
                server.hold()
                try await window.press("ctrl+shift+f")
                try await window.holds("it is said") { $0.spoken.contains("Looking for missing covers…") }
                server.release()
                let count = try await window.value("the window says how many came") { content in
                    content.spoken.firstMatch(of: /Fetched ([0-9]+) covers/).flatMap { Int($0.1) }
                }
                try await scene.expectCovers(100, in: library)
                try await Eventually.holds("all were asked for") { Set(server.requests) == Set(paths) }
                // The others came by themselves: those that were in view by then.
                #expect(count > 0)
                try await window.press("ctrl+z")
                try await scene.expectCovers(100 - count, in: library)
            }
        }

        @Test("Where the person has not allowed the network, the window says so and leads to the preferences")
        func refused() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: scene.jpeg)
                defer { server.stop() }
                let library = try await Self.makeLibrary(of: ["/a", "/b"], at: server, in: scene)
                let network = NetworkSettings(
                    fetchesCovers: false, addresses: OnlineService.all(at: NetworkSettings.off),
                    allowsLocalNetwork: true)
                let window = try await SleevesWindow.open(library, as: "wall", network: network, in: scene)
                try await window.equal(2) { $0.cells.count }
                try await window.press("ctrl+shift+f")
                try await window.holds("it is said") {
                    $0.spoken.contains("Sleeves may not look for covers on the network. Allow it in the preferences.")
                }
                try await window.clickButton("Preferences")
                try await window.dialog("Preferences")
                #expect(server.requestCount == 0)
            }
        }
    }
}

extension Scene {
    /// Waits until so many albums of a library have a cover.
    fileprivate func expectCovers(_ count: Int, in library: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await Eventually.holds("\(count) albums have a cover", at: place) {
            try await Scene.list(library).count(where: \.hasCover) == count
        }
    }
}
