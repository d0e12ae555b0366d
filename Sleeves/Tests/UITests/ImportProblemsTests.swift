import Foundation
import Testing

extension UITests.WindowTests {
    /// What an import in the window says of what it could not use.
    @MainActor
    @Suite("Problems of an import")
    struct ImportProblemsTests {
        @Test("The message counts the problems, is announced to screen readers, and opens a list of paths with what to do")
        func list() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/music"
                try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    atPath: SleevesCommand.samples + "/Music/The Brass Cartographers", toPath: "\(music)/The Brass Cartographers")
                for name in ["empty.mp3", "noise & <more>.flac"] {
                    try Data((name == "empty.mp3" ? "" : "noise").utf8).write(to: URL(filePath: "\(music)/\(name)"))
                }
                let messages = SpokenMessages()
                let window = try await SleevesWindow.open("\(scene.folder)/library", opening: [music], in: scene)
                let words = "1 new album, 2 problems"
                try await Eventually.holds("it is counted") { window.texts.contains(words) }
                try await Eventually.holds("it is said") { messages.include(words) }
                let button = try await Eventually.value("there is a button") { window.frame?.first("push button", named: "Details")?.frame }
                try await window.click(button)

                let dialog = try await window.dialog("Not Imported")
                let shown = { dialog.all("label").filter { $0.frame != nil }.map(\.name) }
                try await Eventually.holds("each is listed with what to do; there is \(shown())") {
                    shown().contains("\(music)/empty.mp3") && shown().contains("\(music)/noise & <more>.flac")
                        && shown().contains { $0.hasPrefix("The file is empty") && $0.hasSuffix("Copy it again from its source.") }
                        && shown().contains { $0.hasPrefix("This is not an audio file") && $0.hasSuffix("or remove it from the folder.") }
                }
                try await AccessibilityAudit.expectNoComplaints(about: dialog)
                try await window.press("Escape")
                try await Eventually.holds("the list has gone") { window.dialogs.isEmpty }
            }
        }
    }
}
