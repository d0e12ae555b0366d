import Foundation
import Testing

extension UITests.WindowTests {
    /// Where the dialogs that ask for files and folders open.
    @MainActor
    @Suite("Choosers")
    struct ChooserTests {
        @Test("The choosers open at the folder that was imported last, at the last list, and at the album's folder")
        func choosers() async throws {
            try await Scene.play { scene in
                let (music, lists) = ("\(scene.folder)/Shellac", "\(scene.folder)/Typed")
                try FileManager.default.copyItem(atPath: "\(SleevesCommand.samples)/Music/Lowtide Observatory", toPath: music)
                try FileManager.default.createDirectory(atPath: lists, withIntermediateDirectories: false)
                try Data(#"[{"title": "Zz", "artist": "Zz"}]"#.utf8).write(to: URL(filePath: "\(lists)/list.json"))
                _ = try await SleevesCommand.makeLibrary(of: "\(lists)/list.json", in: scene)
                let library = try await SleevesCommand.makeLibrary(of: music, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.subtitle == "2 albums" }
                try await window.press("Home")
                for (keys, title, folder) in [
                    ("ctrl+o", "Choose a Music Folder", "Shellac"), ("ctrl+shift+o", "Choose a Collection", "Typed"),
                ] {
                    try await window.press(keys)
                    try await expectFolder(folder, title, in: window)
                }
                try await window.choose("Choose a Cover…", from: "Change the Album")
                try await expectFolder("2024 - Salt", "Choose a Cover", in: window)
            }
        }

        /// Expects that a chooser's path ends with a folder, and closes it.
        private func expectFolder(_ folder: String, _ title: String, in window: SleevesWindow) async throws {
            let chooser = try await window.dialog(title)
            try await Eventually.holds("“\(title)” shows \(folder)") {
                ["toggle button", "push button"].contains { role in
                    chooser.all(role).contains { button in
                        button.name == folder || button.all("label").contains { $0.name == folder }
                    }
                }
            }
            try await window.press("Escape")
            try await Eventually.holds("the chooser is closed") { window.dialogs.isEmpty }
            try await window.focusWindow(named: "Sleeves")
        }
    }
}
