import CAdwaita
import Foundation
import Testing

extension OnScreen {
    /// The folders at which the dialogs for files and folders open.
    @MainActor
    @Suite("Choosers")
    struct ChooserTests {
        @Test("The choosers open at the folder that was imported last, at the last list, and at the album's folder")
        func choosers() async throws {
            try await Scene.play { scene in
                let (music, lists) = ("\(scene.folder)/Shellac", "\(scene.folder)/Typed")
                try FileManager.default.copyItem(atPath: "\(Scene.sampleMusic)/Lowtide Observatory", toPath: music)
                try FileManager.default.createDirectory(atPath: lists, withIntermediateDirectories: false)
                try Data(#"[{"title": "Zz", "artist": "Zz"}]"#.utf8).write(to: URL(filePath: "\(lists)/list.json"))
                let library = "\(scene.folder)/library"
                try await Scene.fill(library, with: ["\(lists)/list.json"])
                try await Scene.fill(library, with: [music])
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.equal("2 albums") { $0.subtitle }
                try await window.press("Home")
                for (keys, title, folder) in [
                    ("ctrl+o", "Choose a Music Folder", "Shellac"), ("ctrl+shift+o", "Choose a Collection", "Typed"),
                ] {
                    try await window.press(keys)
                    try await window.expectFolder(folder, title)
                }
                try await window.choose("Choose a Cover…", from: "Change the Album")
                try await window.expectFolder("2024 - Salt", "Choose a Cover")
            }
        }
    }
}

extension SleevesWindow {
    /// Expects that a chooser's path ends with a folder, and closes it.
    fileprivate func expectFolder(_ folder: String, _ title: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await chooser(title, at: place)
        try await holds("“\(title)” shows \(folder)", at: place) { content in
            content.dialog(title)?.all(GTK_ACCESSIBLE_ROLE_BUTTON).contains { $0.name == folder || $0.texts.contains(folder) } == true
        }
        try await press(["Escape"], at: place)
        try await expectNoDialog(at: place)
    }
}
