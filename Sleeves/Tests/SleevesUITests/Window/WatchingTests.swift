import CAdwaita
import Foundation
import Testing

extension OnScreen {
    @MainActor
    @Suite("Watching")
    struct WatchingTests {
        private static let album = "Lowtide Observatory"

        @Test("The details of an album whose folder is away offer to forget it, which is undone like any change")
        func away() async throws {
            try await Scene.play { scene in
                let samples = Scene.sampleMusic
                let music = scene.folder + "/Music"
                try FileManager.default.copyItem(atPath: samples + "/" + Self.album, toPath: music)
                let library = "\(scene.folder)/library"
                try await Scene.fill(library, with: [samples + "/Cool Basement Stairs"])
                try await Scene.fill(library, with: [music])
                let albums = try await Scene.list(library)
                let others = albums.filter { $0.artist != Self.album }
                #expect(albums.count == others.count + 1)
                // In the order of the artists, the other album comes first.
                let album = try #require(albums.last)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.press("Right", toReach: album)
                try await window.expectSelection(album)
                try await window.holds("the folder is there") { !$0.texts.contains("Not Connected") }

                try FileManager.default.moveItem(atPath: music, toPath: music + "-aside")
                try await window.holds("the details offer to forget the folder") { $0.texts.contains("Not Connected") }
                // It is the last row of the details.
                let heading = try await window.still("there is a title") { $0.first(GTK_ACCESSIBLE_ROLE_HEADING)?.frame }
                try await window.wheel(down: 20, at: heading)
                try await window.clickButton("Forget")
                try await window.equal(others.map(\.heading)) { $0.covers.map(\.name) }
                #expect(try await Scene.list(library) == others)
                try await window.holds("it is said") { $0.texts.contains("Forgot Music and its 1 album.") }
                try await window.press("ctrl+z")
                try await window.equal(albums.map(\.heading)) { $0.covers.map(\.name) }
                #expect(try await Scene.list(library) == albums)
            }
        }

        @Test("What came into the folder while no window was open, and what went, comes and goes when one opens")
        func meanwhile() async throws {
            try await Scene.play { scene in
                let samples = Scene.sampleMusic
                let music = scene.folder + "/Music"
                try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
                for name in ["Cool Basement Stairs", Self.album] {
                    try FileManager.default.copyItem(atPath: "\(samples)/\(name)", toPath: "\(music)/\(name)")
                }
                let library = try await scene.makeLibrary(of: music)
                let before = try await Scene.list(library)
                try FileManager.default.moveItem(atPath: "\(music)/\(Self.album)", toPath: "\(scene.folder)/aside")
                var window = try await SleevesWindow.open(library, in: scene)
                let rest = before.filter { $0.artist != Self.album }
                #expect(rest.count == before.count - 1)
                try await window.equal(rest.map(\.heading)) { $0.covers.map(\.name) }
                try await window.end()

                try FileManager.default.moveItem(atPath: "\(scene.folder)/aside", toPath: "\(music)/\(Self.album)")
                window = try await SleevesWindow.open(library, in: scene)
                try await window.equal(before.map(\.heading)) { $0.covers.map(\.name) }
            }
        }

        @Test("What another program imports and removes comes and goes in an open window, without a change of the focus")
        func otherProgram() async throws {
            try await Scene.play { scene in
                let samples = Scene.sampleMusic
                let library = try await scene.makeLibrary(of: "\(samples)/Cool Basement Stairs")
                let before = try await Scene.list(library)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.equal(before.map(\.heading)) { $0.covers.map(\.name) }

                try await Scene.fill(library, with: ["\(samples)/\(Self.album)"])
                let after = try await Scene.list(library)
                #expect(after.count == before.count + 1)
                try await window.equal(after.map(\.heading)) { $0.covers.map(\.name) }

                try await Scene.remove(after.filter { $0.artist == Self.album }, from: library)
                try await window.equal(before.map(\.heading)) { $0.covers.map(\.name) }
            }
        }
    }
}
