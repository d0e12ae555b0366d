import Foundation
import Testing

extension UITests.WindowTests {
    /// Once shown, a cover is the library's own: neither the music files nor the network are needed again.
    @MainActor
    @Suite("Offline")
    struct OfflineTests {
        @Test("With the music files and the server gone, every cover shows as it did before")
        func coversStay() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/music"
                try Self.copyMusic(to: music)
                let server = try CoverServer(picture: Self.picture)
                defer { server.stop() }
                let library = try await SleevesCommand.makeLibrary(of: music, in: scene)
                try await Self.addServedAlbum(from: server, to: library, in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                try #require(albums[0].coverURL != nil)

                scene.animates = true
                let online = try await SleevesWindow.open(library, in: scene)
                try await Self.watchCoverArrive(from: server, in: online)
                // A key, since the strip marks its album where it is worked by keys.
                try await online.press("Home")
                var before: [Pixels] = []
                try await Self.walkThrough(albums, in: online) { _, strip in
                    before.append(try await Eventually.still("the strip stands still") { try await online.pixels(strip) })
                }
                try await online.press("ctrl+q")
                #expect(try await online.program.finish() == 0)
                // More than one where the machine was too busy for the first to be in time.
                let requests = server.requestCount
                #expect(try await SleevesCommand.list(library, in: scene)[0].cover == "present")

                server.stop()
                try FileManager.default.removeItem(atPath: music)

                let offline = try await SleevesWindow.open(library, in: scene)
                try await offline.press("Home")
                try await offline.expectSelection(albums[0])
                try await Self.walkThrough(albums, in: offline) { index, strip in
                    try await Eventually.holds("the strip at \(albums[index].heading) looks as it did before") {
                        try await offline.pixels(strip).difference(from: before[index]) < 0.002
                    }
                }
                #expect(server.requestCount == requests)
            }
        }

        /// Copies some of the samples: of one artist the cover lies beside the files, of others it is inside of them, of one album it lacks.
        private static func copyMusic(to folder: String) throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for artist in ["Cool Basement Stairs", "Copper Weatherby Trio", "The Brass Cartographers", "Unsorted", "새벽온실"] {
                try FileManager.default.copyItem(atPath: "\(SleevesCommand.samples)/Music/\(artist)", toPath: "\(folder)/\(artist)")
            }
        }

        /// Sees the stand-in with its spinner while the server holds its answer, and then the cover without one.
        private static func watchCoverArrive(from server: CoverServer, in window: SleevesWindow) async throws {
            try await Eventually.holds("the server is asked") { server.requestCount == 1 }
            let place = try await window.settledCovers()[0].frame.inset(10)
            try await Eventually.equal("whether the first album has a picture", false) { window.covers.first?.hasPicture }
            let standIn = try await window.pixels(place)
            try await Eventually.holds("the spinner turns") { try await window.pixels(place) != standIn }
            server.release()
            try await Eventually.equal("whether the first album has a picture", true) { window.covers.first?.hasPicture }
            try await Eventually.holds("the cover is drawn, and the spinner has stopped") {
                try await Eventually.still("nothing turns") { try await window.pixels(place) }.difference(from: standIn) > 0.5
            }
        }

        /// Goes from album to album, and stops at each when its cover has come.
        private static func walkThrough(
            _ albums: [ListedAlbum],
            in window: SleevesWindow,
            stop: (_ index: Int, _ strip: Frame) async throws -> Void
        ) async throws {
            let strip = try await window.shown("list", named: "Albums")
            for (index, album) in albums.enumerated() {
                if index > 0 { try await window.press("Right") }
                let hasCover = album.cover == "present" || album.coverURL != nil
                do {
                    try await Eventually.holds("\(album.heading) \(hasCover ? "has its cover" : "has none")") {
                        let chosen = window.covers.first(where: \.isSelected)
                        return chosen?.name == album.heading && chosen?.hasPicture == hasCover
                    }
                } catch {
                    Issue.record("the strip has \(window.covers)")
                    throw error
                }
                try await stop(index, strip)
            }
        }

        /// Imports one album whose cover only the server has, and whose artist comes before all others.
        private static func addServedAlbum(from server: CoverServer, to library: String, in scene: Scene) async throws {
            let list = """
                [{"title": "First Light", "artist": "Aardvark Avenue", "year": 2001, "coverURL": "http://127.0.0.1:\(server.port)/cover.jpg"}]
                """
            let path = "\(scene.folder)/list.json"
            try Data(list.utf8).write(to: URL(filePath: path))
            let result = try await SleevesCommand.run("import", "--library", library, path, in: scene)
            #expect(result.status == 0, "\(result.errors)")
        }

        private static var picture: [UInt8] {
            get throws {
                let path = SleevesCommand.samples + "/Music/The Brass Cartographers/1974 - Uncharted Streets/cover.jpg"
                return Array(try Data(contentsOf: URL(filePath: path)))
            }
        }
    }
}
