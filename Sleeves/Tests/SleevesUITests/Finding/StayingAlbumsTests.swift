import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    /// The albums that a change of the list doesn't concern, and their covers.
    @MainActor
    @Suite("Albums that stay in the list")
    struct StayingAlbumsTests {
        @Test("Removing an album and undoing that leaves all others their covers in each frame", arguments: ["wall", "strip"])
        func removal(layout: String) async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: layout, in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("Right", "Right")
                try await window.expectPage(of: albums[2])
                try await window.expectSteadyCovers(of: albums) {
                    try await window.press("Delete")
                    try await window.expectPage(of: albums[3])
                    try await window.equal("\(albums.count - 1) albums") { $0.subtitle }
                }
                try await window.expectSteadyCovers(of: albums) {
                    try await window.press("ctrl+z")
                    try await window.expectPage(of: albums[2])
                    try await window.equal("\(albums.count) albums") { $0.subtitle }
                }
            }
        }

        @Test("An album that gets another place leaves all others their covers, and keeps its own", arguments: ["wall", "strip"])
        func edit(layout: String) async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: layout, in: scene)
                try await window.expectPage(of: albums[0])
                try await window.expectSteadyCovers(of: albums) {
                    // After the next two.
                    try await window.library.edit([albums[0].id], setting: AlbumEdits(artist: albums[2].artist + " II"))
                    try await window.holds("the album has moved") { content in
                        let names = (content.cells + content.covers).map(\.name)
                        return names.firstIndex(of: albums[1].heading).map { first in
                            names.dropFirst(first).prefix(3).last?.hasPrefix(albums[2].artist + " II") == true
                        } ?? false
                    }
                }
            }
        }

        @Test("Albums that come from elsewhere leave all others their covers", arguments: ["wall", "strip"])
        func growth(layout: String) async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: layout, in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("Right", "Right")
                try await window.expectPage(of: albums[2])
                let between = [albums[0].artist + " II", albums[1].artist + " II", albums[2].artist + " II"]
                let list = "\(scene.folder)/others.json"
                try JSONEncoder().encode(between.map { ["title": "New", "artist": $0] }).write(to: URL(filePath: list))
                try await window.expectSteadyCovers(of: albums) {
                    try await Scene.fill("\(scene.folder)/library", with: [list])
                    try await window.equal("\(albums.count + 3) albums") { $0.subtitle }
                }
            }
        }

        @Test("A search, its end and another order leave those that stay in view their covers", arguments: ["wall", "strip"])
        func finding(layout: String) async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: layout, in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("Right")
                try await window.expectPage(of: albums[1])
                // The wall shows more albums that have the same letter.
                let words = layout == "wall" ? "a" : albums[1].title
                try await window.press("ctrl+f")
                try await window.holds("the search is open") { $0.isSearchOpen }
                try await window.expectSteadyCovers(of: albums) {
                    try await window.type(words)
                    try await window.holds("some are found") { $0.subtitle?.contains(" of ") == true }
                }
                try await window.expectSteadyCovers(of: albums) {
                    try await window.press("Escape")
                    try await window.equal("\(albums.count) albums") { $0.subtitle }
                }
                let byTitle = try await Scene.list("\(scene.folder)/library", sort: .title).map(\.heading)
                try await window.expectSteadyCovers(of: albums) {
                    try await window.choose("Title", from: "Sort")
                    try await window.holds("they have the other order") { content in
                        let names = (content.cells + content.covers).map(\.name)
                        return names.count > 2 && byTitle.indices.contains { byTitle[$0...].starts(with: names) }
                    }
                }
            }
        }
    }
}
