import CAdwaita
import Foundation
import Testing

extension OnScreen {
    /// The problems of an import, as the window lists them.
    @MainActor
    @Suite("Problems of an import")
    struct ImportProblemsTests {
        @Test("The message counts the problems, is announced to screen readers, and opens a list of paths with what to do")
        func list() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/music"
                try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    atPath: Scene.sampleMusic + "/The Brass Cartographers", toPath: "\(music)/The Brass Cartographers")
                for name in ["empty.mp3", "noise & <more>.flac"] {
                    try Data((name == "empty.mp3" ? "" : "noise").utf8).write(to: URL(filePath: "\(music)/\(name)"))
                }
                let window = try await SleevesWindow.open("\(scene.folder)/library", opening: [music], in: scene)
                let words = "1 new album, 2 problems"
                try await window.holds("it is counted") { $0.texts.contains(words) }
                try await window.holds("it is said") { $0.spoken.contains(words) }
                try await window.clickButton("Details")

                let dialog = "Not Imported"
                try await window.dialog(dialog)
                try await window.holds("each is listed with what to do") { content in
                    let shown = content.texts(of: dialog)
                    return shown.contains("\(music)/empty.mp3") && shown.contains("\(music)/noise & <more>.flac")
                        && shown.contains { $0.hasPrefix("The file is empty") && $0.hasSuffix("Copy it again from its source.") }
                        && shown.contains {
                            $0.hasPrefix("Sleeves does not know the format") && $0.hasSuffix("convert it to a common format.")
                        }
                }
                try await window.expectNoComplaints(about: dialog)
                try await window.press("Escape")
                try await window.expectNoDialog()
            }
        }
    }
}
