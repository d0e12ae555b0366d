import CAdwaita
import Foundation
import SleevesLibrary
import Testing

@testable import GTKAdapters
@testable import SleevesUI

extension OnScreen {
    @MainActor
    @Suite("The size of the strip")
    struct StripSizeTests {
        @Test("The covers grow and shrink with the window, the selected one stays in the middle, and the details have room")
        func grows() async throws {
            try await Scene.play { scene in
                // Without animations, the cover in the middle isn't larger than the others.
                scene.animates = true
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.press("Right", toReach: albums[4])
                let cases = [(360, 640, 180...198), (1_220, 850, 330...400), (800, 600, 190...220), (360, 420, 112...120)]
                for (width, height, sides) in cases {
                    try await window.resize(width: width, height: height)
                    let (cover, title) = try await window.still("the selected cover stands still") { content in
                        content.covers.first(where: \.isSelected).flatMap { cover in
                            content.first(GTK_ACCESSIBLE_ROLE_HEADING)?.frame.map { Places(cover: cover, title: $0) }
                        }
                    }.pair
                    let side = cover.frame.width
                    #expect(sides.contains(side))
                    #expect(cover.name == albums[4].heading)
                    #expect(abs(cover.frame.x + side / 2 - width / 2) <= 1)
                    #expect(title.y > cover.frame.y + side && title.y + title.height < height - 40)
                }
            }
        }

        @Test("A narrow window has room for the heading before its first album is known, too")
        func hasRoomWithoutAlbum() async throws {
            try await Scene.play { scene in
                let (window, _) = try await SleevesWindow.openSamples(in: scene)
                try await window.resize(width: 360, height: 640)
                for isWide in [true, false] {
                    let heading = AlbumHeading(style: "title-2", isWide: isWide)
                    var least: gint = 0
                    gtk_widget_measure(heading.gtk, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
                    #expect(least <= 360 - 24)
                }
            }
        }

        private struct Places: Equatable, Sendable {
            let cover: WindowContent.Cover
            let title: Frame
            var pair: (WindowContent.Cover, Frame) { (cover, title) }
        }

        @Test("Larger thumbnails are made for the covers in view only, once the window has its size")
        func sharpens() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                try Data(#"{"layout": "strip", "windowWidth": 360, "windowHeight": 640}"#.utf8).write(
                    to: URL(filePath: library + "/state.json"))
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.press("Right")
                try await window.holds("the cover is shown") { $0.covers.contains { $0.isSelected && $0.hasPicture } }
                // On a busy machine, the window may keep a first size for so long that it is taken for its size.
                let before = Self.larger(in: library)
                // As if an edge were dragged.
                for width in stride(from: 400, through: 1_200, by: 100) {
                    try await window.resize(width: width, height: 450 + width / 3)
                }
                try await window.holds("the larger ones are there") { _ in Self.larger(in: library) > before }
                let made = try await window.still("no more are made", for: .milliseconds(400)) { _ in Self.larger(in: library) }
                // Those in view, and two more on each side; some albums have no cover.
                try await window.holds("\(made) are not more than what is in view") { made <= $0.covers.filter(\.hasPicture).count }
                #expect(made <= 1_200 / 250 + 6)
                try await window.press("Left")
                try await window.holds("a picture is shown all the time") { $0.covers.contains { $0.isSelected && $0.hasPicture } }
            }
        }

        @Test("A cover that is searched for, and then missing, is searched for once, however large the strip is")
        func searchesOnce() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Array(#"{"releases": []}"#.utf8))
                defer { server.stop() }
                let library = try await scene.makeLibrary(of: scene.writeList(["T"]))
                try Data(#"{"layout": "strip", "windowWidth": 1200, "windowHeight": 840}"#.utf8).write(
                    to: URL(filePath: library + "/state.json"))
                let address = "http://127.0.0.1:\(server.port)"
                let network = NetworkSettings(
                    fetchesCovers: true, addresses: OnlineService.all(at: address), allowsLocalNetwork: true)
                let window = try await SleevesWindow.open(library, network: network, in: scene)
                try await window.equal(1) { _ in server.requestCount }
                _ = try await window.still("the cover keeps its size", for: .seconds(1)) { $0.covers.map(\.frame.width) }
                server.release()
                let count = try await window.still("the search is over", for: .seconds(3)) { _ in server.requestCount }
                #expect(count == 1, "\(server.requests)")
            }
        }

        /// The number of thumbnails in the double size. An import makes only smaller ones.
        private static func larger(in library: String) -> Int {
            let files = FileManager.default.enumerator(atPath: "\(library)/cache/covers")?.compactMap { $0 as? String } ?? []
            return files.count { $0.hasSuffix(".jpg") && !URL(filePath: $0).lastPathComponent.contains("-") }
        }
    }
}
