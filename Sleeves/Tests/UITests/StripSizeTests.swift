import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("The size of the strip")
    struct StripSizeTests {
        @Test("The covers grow and shrink with the window, the selected one stays in the middle, and the details have room")
        func grows() async throws {
            try await Scene.play { scene in
                // Without animations, the cover in the middle isn't larger than the others.
                scene.animates = true
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.press("Right", "Right", "Right", "Right")
                try await window.expectSelection(albums[4])
                let cases = [(360, 640, 180...198), (1_270, 900, 350...400), (800, 600, 190...220), (360, 420, 112...120)]
                for (width, height, sides) in cases {
                    try await window.resize(width: width, height: height)
                    let cover = try await Eventually.value("the selected cover has a side of \(sides)") {
                        window.covers.first { $0.isSelected && sides.contains(Self.shownSide($0)) }
                    }
                    let side = Self.shownSide(cover)
                    #expect(cover.name == albums[4].heading)
                    #expect(abs(cover.frame.x + side / 2 - width / 2) <= 1)
                    let title = try #require(window.frame?.all("heading").first { $0.frame != nil }?.frame)
                    #expect(title.y > cover.frame.y + side && title.y + title.height < height - 40)
                }
            }
        }

        @Test("Larger thumbnails are made for the covers in view only, once the window has its size")
        func sharpens() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                try Data(#"{"layout": "strip", "windowWidth": 360, "windowHeight": 640}"#.utf8).write(
                    to: URL(filePath: library + "/state.json"))
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.press("Right")
                try await Eventually.holds("the cover is shown") { window.covers.contains { $0.isSelected && $0.hasPicture } }
                #expect(Self.larger(in: scene) == 0)
                // As if an edge were dragged.
                for width in stride(from: 400, through: 1_200, by: 100) {
                    try await window.stage.input("windowsize", window.window, "\(width)", "\(500 + width / 3)", in: scene)
                }
                try await Eventually.holds("the larger ones are there") { Self.larger(in: scene) > 0 }
                let made = try await Eventually.still("no more are made") { Self.larger(in: scene) }
                // Those in view, and two more on each side; some albums have no cover.
                #expect(made <= window.covers.filter(\.hasPicture).count)
                #expect(made <= 1_200 / 250 + 6)
                try await window.press("Left")
                try await Eventually.holds("a picture is shown all the time") { window.covers.contains { $0.isSelected && $0.hasPicture } }
            }
        }

        @Test("A cover that is searched for, and then missing, is searched for once, however large the strip is")
        func searchesOnce() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Array(#"{"releases": []}"#.utf8))
                defer { server.stop() }
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "T", "artist": "A"}]"#.utf8).write(to: URL(filePath: list))
                let library = try await SleevesCommand.makeLibrary(of: list, in: scene)
                try Data(#"{"layout": "strip", "windowWidth": 1200, "windowHeight": 860}"#.utf8).write(
                    to: URL(filePath: library + "/state.json"))
                let address = "http://127.0.0.1:\(server.port)"
                let variables = ["SLEEVES_MUSICBRAINZ": address, "SLEEVES_COVER_ARCHIVE": address, "SLEEVES_FETCH_COVERS": "1"]
                let window = try await SleevesWindow.open(library, variables: variables, in: scene)
                try await Eventually.holds("the service is asked") { server.requestCount == 1 }
                _ = try await Eventually.still("the cover keeps its size", for: .seconds(1)) { window.covers.map(\.frame.width) }
                server.release()
                let count = try await Eventually.still("the search is over", for: .seconds(3)) { server.requestCount }
                #expect(count == 1, "\(server.requests)")
            }
        }

        /// The side of the cover in the middle, which is drawn larger than what it says.
        private static func shownSide(_ cover: SleevesWindow.Cover) -> Int {
            Int((Double(cover.frame.width) * 200 / 176).rounded())
        }

        /// The number of thumbnails in the double size. An import makes only smaller ones.
        private static func larger(in scene: Scene) -> Int {
            let files = FileManager.default.enumerator(atPath: "\(scene.folder)/library/cache/covers")?.compactMap { $0 as? String } ?? []
            return files.count { $0.hasSuffix(".jpg") && !URL(filePath: $0).lastPathComponent.contains("-") }
        }
    }
}
