import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Watching")
    struct WatchingTests {
        private static let album = "Lowtide Observatory"

        @Test("The details of an album whose folder is away offer to forget it, which is undone like any change")
        func away() async throws {
            try await Scene.play { scene in
                let samples = SleevesCommand.samples + "/Music"
                _ = try await SleevesCommand.makeLibrary(of: samples + "/Cool Basement Stairs", in: scene)
                let music = scene.folder + "/Music"
                try FileManager.default.copyItem(atPath: samples + "/" + Self.album, toPath: music)
                let library = try await SleevesCommand.makeLibrary(of: music, in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let others = albums.filter { $0.artist != Self.album }
                #expect(albums.count == others.count + 1)
                // In the order of the artists, the other album comes first.
                let album = try #require(albums.last)
                let window = try await SleevesWindow.open(library, in: scene)
                _ = try await window.settledCovers()
                try await window.press("End")
                try await window.expectSelection(album)
                #expect(!window.texts.contains("Not Connected"))

                try FileManager.default.moveItem(atPath: music, toPath: music + "-aside")
                try await Eventually.holds("the details offer to forget the folder") { Self.forgetButton(of: window) != nil }
                // It is the last row of the details.
                try await window.wheel(down: 20, at: try #require(window.frame?.all("heading").first { $0.frame != nil }?.frame))
                let button = try await Eventually.still("the details stand still") { Self.forgetButton(of: window) }
                try await window.click(try #require(button))
                try await Eventually.holds("the folder's album is gone") {
                    try await SleevesCommand.list(library, in: scene) == others
                }
                try await Eventually.holds("it is said") { window.texts.contains("Forgot Music and its 1 album.") }
                try await window.press("ctrl+z")
                try await Eventually.holds("it is back") { try await SleevesCommand.list(library, in: scene) == albums }
            }
        }

        private static func forgetButton(of window: SleevesWindow) -> Frame? {
            window.frame?.first("push button", named: "Forget")?.frame
        }

        @Test("What the command imports and removes comes and goes in an open window, without a change of the focus")
        func command() async throws {
            try await Scene.play { scene in
                let samples = SleevesCommand.samples + "/Music"
                let library = try await SleevesCommand.makeLibrary(of: "\(samples)/Cool Basement Stairs", in: scene)
                let before = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the first albums are shown") { window.covers.map(\.name) == before.map(\.heading) }

                _ = try await SleevesCommand.makeLibrary(of: "\(samples)/\(Self.album)", in: scene)
                let after = try await SleevesCommand.list(library, in: scene)
                #expect(after.count == before.count + 1)
                try await Eventually.holds("the album has come") { window.covers.map(\.name) == after.map(\.heading) }

                let added = try #require(after.first { $0.artist == Self.album })
                let removal = try await SleevesCommand.run("remove", "--library", library, added.id, in: scene)
                #expect(removal.status == 0)
                try await Eventually.holds("it has gone") { window.covers.map(\.name) == before.map(\.heading) }
            }
        }

        @Test("While the window is open, an album that comes into the folder slides in, follows its files, and goes with them")
        func folder() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/music"
                let albums = try FileManager.default.contentsOfDirectory(atPath: SleevesCommand.samples + "/Music").sorted().prefix(3)
                try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
                for album in albums {
                    try FileManager.default.copyItem(atPath: "\(SleevesCommand.samples)/Music/\(album)", toPath: "\(music)/\(album)")
                }
                let library = try await SleevesCommand.makeLibrary(of: music, in: scene)
                let before = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the window tells of \(before.count) albums") {
                    window.texts.contains("\(before.count) albums")
                }

                try FileManager.default.copyItem(atPath: "\(SleevesCommand.samples)/Music/\(Self.album)", toPath: "\(music)/\(Self.album)")
                try await Eventually.holds("the album has come") { window.texts.contains("\(before.count + 1) albums") }
                // The folder that came is watched too.
                let came = try #require(try await SleevesCommand.list(library, in: scene).first { $0.artist == Self.album })
                let tracks = FileManager.default.enumerator(atPath: "\(music)/\(Self.album)")?.compactMap { $0 as? String } ?? []
                let track = try #require(
                    tracks.sorted().last {
                        $0.hasSuffix(".mp3") || $0.hasSuffix(".flac") || $0.hasSuffix(".ogg") || $0.hasSuffix(".opus")
                            || $0.hasSuffix(".m4a")
                    })
                try FileManager.default.removeItem(atPath: "\(music)/\(Self.album)/\(track)")
                try await Eventually.holds("the album has a track less") {
                    let now = try await SleevesCommand.list(library, in: scene).first { $0.id == came.id }
                    return now?.trackCount == came.trackCount.map { $0 - 1 }
                }

                try FileManager.default.removeItem(atPath: "\(music)/\(Self.album)")
                try await Eventually.holds("the album has gone") { window.texts.contains("\(before.count) albums") }
                #expect(try await SleevesCommand.list(library, in: scene) == before)
            }
        }
    }
}
