import Foundation
import Testing

extension OnScreen {
    @MainActor
    @Suite("Exporting a web page")
    struct WebPageTests {
        @Test("The page is made with its title in the chosen folder, by keyboard, and is opened from the message")
        func exporting() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                let folder = "\(scene.folder)/page"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
                try await window.choose("Export as Web Page…", from: "Main Menu")
                try await window.dialog("Export as Web Page")
                try await window.holds("the title has the keyboard") { $0.focusedName == "Title" }
                try await window.type("Ann's Records")
                try await window.press(["Return"])
                try await window.answerChooser("Folder for the Web Page", path: folder)
                try await window.holds("it is said") { $0.texts.contains("Exported 35 albums to \(folder).") }
                try await window.holds("there is a button") { content in content.nodes.contains { $0.name == "Open" && $0.isFocusable } }
                let page = try String(contentsOfFile: "\(folder)/index.html", encoding: .utf8)
                #expect(page.contains("<h1>Ann's Records</h1>"))
            }
        }

        @Test("Escape leaves the dialog without a page, and it can be opened again")
        func cancelling() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                for _ in 0..<2 {
                    try await window.choose("Export as Web Page…", from: "Main Menu")
                    try await window.dialog("Export as Web Page")
                    try await window.press(["Escape"])
                    try await window.expectNoDialog()
                }
            }
        }
    }
}
