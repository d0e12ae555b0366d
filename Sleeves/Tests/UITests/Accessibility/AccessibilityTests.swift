import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    /// The window for those who do not see it, and for those who have no pointer.
    @MainActor
    @Suite("Accessibility")
    struct AccessibilityTests {
        @Test("Everything on the welcome page has a name and a role, and all of it can be reached by the Tab key")
        func welcome() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await Eventually.holds("the welcome page is shown") { window.texts.contains("Your Records Go Here") }
                try await AccessibilityAudit.expectNoComplaints(about: try await window.content())
                try await Self.expectTabReachesAll(of: window)
            }
        }

        @Test("Everything in a window with albums has a name and a role, and all of it can be reached by the Tab key")
        func albums() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                _ = try await window.settledCovers()
                try await AccessibilityAudit.expectNoComplaints(about: try await window.content())
                try await Self.expectTabReachesAll(of: window)
            }
        }

        @Test("A message that stands over the window has a name on each of its buttons")
        func message() async throws {
            try await Scene.play { scene in
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "Kettle Blues", "artist": "Copper Weatherby Trio"}]"#.utf8).write(to: URL(filePath: list))
                let window = try await SleevesWindow.open("\(scene.folder)/library", opening: [list], in: scene)
                try await Eventually.holds("the message is shown") { window.texts.contains("1 new album") }
                let frame = try await window.content()
                try await Eventually.holds("the message can be closed") {
                    frame.all("push button").contains { $0.name == "Close" && $0.frame?.y ?? 0 > 100 }
                }
                try await AccessibilityAudit.expectNoComplaints(about: frame)
            }
        }

        @Test("Everything in the main menu has a name and a role")
        func mainMenu() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                try await window.press("F10")
                try await Eventually.holds("the menu is open") { window.frame?.all("menu item").contains { $0.frame != nil } == true }
                try await AccessibilityAudit.expectNoComplaints(about: try await window.content())
            }
        }

        @Test("Everything of an open search has a name and a role, and can be reached by the Tab key")
        func search() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                try await window.press("ctrl+f")
                try await Eventually.holds("the search is open") { window.isSearchOpen }
                try await AccessibilityAudit.expectNoComplaints(about: try await window.content())
                try await Self.expectTabReachesAll(of: window)
                try await window.type("qqqq")
                try await Eventually.holds("nothing is found") { window.texts.contains("No Albums Found") }
                try await AccessibilityAudit.expectNoComplaints(about: try await window.content())
            }
        }

        @Test("Everything in the dialog that edits an album has a name and a role")
        func editing() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                try await window.press("ctrl+e")
                try await AccessibilityAudit.expectNoComplaints(about: window.dialog("Edit Album"))
            }
        }

        @Test("Everything in the list of keys and in the about window has a name and a role")
        func windows() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                try await window.press("ctrl+question")
                try await AccessibilityAudit.expectNoComplaints(about: window.dialog("Keyboard Shortcuts"))
                try await window.press("Escape")
                try await Eventually.holds("it is closed") { window.dialogs.isEmpty }
                try await window.focusWindow(named: "Sleeves")

                try await window.press("F10")
                try await Eventually.holds("the menu is open") { window.frame?.all("menu item").contains { $0.frame != nil } == true }
                try await window.press("Up", "Return")
                let about = try await Eventually.value("the about window is open") { window.dialogs.first }
                try await AccessibilityAudit.expectNoComplaints(about: about)
            }
        }

        /// Goes around the window with the Tab key, until it comes back to where it began.
        private static func expectTabReachesAll(of window: SleevesWindow) async throws {
            // The window's own buttons have keys of the desktop.
            let ofDesktop = Set(["Minimize", "Maximize", "Restore", "Close"].map { "\($0), push button" })
            let controls = try await Eventually.still("the controls stay") { window.frame?.usableControls.map(\.spoken) ?? [] }
            let wanted = Set(controls).subtracting(ofDesktop)
            var reached: [String] = []
            var last = try await Eventually.still("the keyboard stays") { window.frame?.focused?.frame }
            for _ in 0..<80 where !wanted.isSubset(of: reached) {
                try await window.press("Tab")
                let focused = try await Eventually.value("the keyboard goes on from \(reached.last ?? "the beginning")") {
                    window.frame?.focused.flatMap { $0.frame == last ? nil : $0 }
                }
                last = focused.frame
                reached.append(focused.spoken)
            }
            #expect(wanted.subtracting(reached) == [])
        }
    }
}
