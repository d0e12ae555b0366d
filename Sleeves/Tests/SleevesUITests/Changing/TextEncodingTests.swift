import CAdwaita
import Foundation
import Testing

extension OnScreen {
    /// The choice of an encoding for texts that don't declare theirs.
    @MainActor
    @Suite("Choosing a text encoding")
    struct TextEncodingTests {
        private static let name = "Text Encoding"

        /// A file of two characters in GBK, which are too few to detect, declared as Latin 1.
        private static func file() -> Data {
            func frame(_ name: String, _ text: [UInt8]) -> [UInt8] {
                Array(name.utf8) + [0, 0, 0, UInt8(text.count + 1), 0, 0, 0] + text
            }
            let frames = frame("TALB", [0xB0, 0xAE]) + frame("TIT2", [0xD3, 0xEA]) + frame("TPE1", Array("Lin".utf8))
            let sound = Array(repeatElement([0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413), count: 38).joined())
            return Data(Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frames.count)] + frames + sound)
        }

        @Test("The dialog shows the album's texts in each encoding; the chosen one is used until it is undone")
        func choose() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/Music"
                try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
                try Self.file().write(to: URL(filePath: "\(music)/1.mp3"))
                let window = try await SleevesWindow.open(try await scene.makeLibrary(of: music), in: scene)
                try await window.equal("°®") { $0.details["Album"] }
                try await window.choose("Text Encoding…", from: "Change the Album")
                try await window.dialog(Self.name)
                try await window.holds("the texts are shown in each encoding") { content in
                    let texts = content.texts(of: Self.name)
                    return texts.contains { $0.contains("爱 · 雨") } && texts.contains { $0.contains("°® · Óê") }
                }
                try await window.use("Simplified Chinese (GB 18030)", in: Self.name)
                try await window.equal("爱") { $0.details["Album"] }
                try await window.expectNoDialog()
                try await window.press("ctrl+z")
                try await window.equal("°®") { $0.details["Album"] }
                try await window.press("ctrl+shift+z")
                try await window.equal("爱") { $0.details["Album"] }
            }
        }
    }
}
