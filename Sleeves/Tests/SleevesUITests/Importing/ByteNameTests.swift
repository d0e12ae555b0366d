import Foundation
import Glibc
import Testing

extension OnScreen {
    @MainActor
    @Suite("Folders whose names aren't UTF-8")
    struct ByteNameTests {
        /// Writes a file of an album into a folder with a name in Latin 1.
        private static func write(_ number: Int, in scene: Scene) throws {
            let album = SilentMusic.Album(artist: "Ada", title: "First Light", seconds: [0, 0])
            let folder = Array("\(scene.folder)/Music/Gr".utf8) + [0xF6, 0xDF] + Array("e".utf8)
            func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
                (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { body($0.baseAddress!) }
            }
            _ = withPath(folder) { mkdir($0, 0o700) }
            try FileManager.default.createDirectory(atPath: "\(scene.folder)/other", withIntermediateDirectories: true)
            let file = "\(scene.folder)/other/\(number).wav"
            try SilentMusic.write(album, to: "\(scene.folder)/other")
            try #require(withPath(folder + Array("/\(number).wav".utf8)) { rename(file, $0) } == 0)
        }

        @Test("They are watched, and shown with a sign in the place of each unknown byte")
        func watched() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/Music"
                try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
                try Self.write(1, in: scene)
                let window = try await SleevesWindow.open(try await scene.makeLibrary(of: music), in: scene)
                try await window.equal("1") { $0.details["Tracks"] }
                try await window.holds("the folder is shown") { $0.texts.contains { $0.hasSuffix("/Gr\u{FFFD}\u{FFFD}e") } }
                try Self.write(2, in: scene)
                try await window.equal("2") { $0.details["Tracks"] }
            }
        }
    }
}
