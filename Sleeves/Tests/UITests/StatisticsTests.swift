import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Statistics")
    struct StatisticsTests {
        @Test("Everything in the statistics has a name and a role, with albums and without", arguments: [true, false])
        func names(hasAlbums: Bool) async throws {
            try await Scene.play { scene in
                let library = hasAlbums ? try await SleevesCommand.makeLibrary(in: scene) : "\(scene.folder)/empty"
                let window = try await SleevesWindow.open(library, in: scene)
                let shown = hasAlbums ? "35 albums" : "Your Records Go Here"
                try await Eventually.holds("the library is shown") { window.texts.contains(shown) }
                try await window.choose("Statistics", from: "Main Menu")
                let dialog = try await window.dialog("Statistics")
                try await Eventually.holds("there is something in it") { dialog.all("label").count > 1 }
                try await AccessibilityAudit.expectNoComplaints(about: dialog)
            }
        }
    }
}
