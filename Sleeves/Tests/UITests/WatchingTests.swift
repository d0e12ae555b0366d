import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Watching")
    struct WatchingTests {
        private static let album = "Lowtide Observatory"

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
