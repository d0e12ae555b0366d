import CAdwaita
import Foundation
import Testing

extension OnScreen {
    /// The window for those who do not see it, and for those who have no pointer.
    @MainActor
    @Suite("Accessibility")
    struct AccessibilityTests {
        @Test("Everything on the welcome page has a name and a role, and all of it can be reached by the Tab key")
        func welcome() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await window.expectWelcome()
                try await window.expectNoComplaints()
                try await window.expectTabReachesAll()
            }
        }

        @Test("A message that stands over the window has a name on each of its buttons")
        func message() async throws {
            try await Scene.play { scene in
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "Kettle Blues", "artist": "Copper Weatherby Trio"}]"#.utf8).write(to: URL(filePath: list))
                let window = try await SleevesWindow.open("\(scene.folder)/library", opening: [list], in: scene)
                try await window.holds("the message is shown") { $0.texts.contains("1 new album") }
                try await window.holds("the message can be closed") { content in
                    content.all(GTK_ACCESSIBLE_ROLE_BUTTON).contains { $0.name == "Close" && $0.frame?.y ?? 0 > 100 }
                }
                try await window.expectNoComplaints()
            }
        }

        @Test("A message is said again where the focus goes, unless a key has moved it")
        func repeated() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let message = "Removed “\(albums[0].title)”"
                try await window.expectSelection(albums[0])
                try await window.press("Delete")
                try await window.holds("it is said") { $0.spoken.contains(message) }
                // As when a view takes the focus late, on a busy machine.
                for place in 0..<2 {
                    try await window.holds("the focus has moved to button \(place)") { content in
                        let buttons = content.all(GTK_ACCESSIBLE_ROLE_BUTTON).filter { $0.isFocusable && $0.isSensitive }
                        return buttons.count > place && buttons[place].grabFocus() && buttons[place].isFocused
                    }
                    try await window.holds("it is said there") { content in
                        content.focused?.role == GTK_ACCESSIBLE_ROLE_BUTTON && content.spoken.contains(message)
                    }
                }
                let button = try await window.value("the button has a name") { $0.focusedName }
                try await window.press("Tab")
                try await window.holds("the focus has moved on") { $0.focusedName != button }
                // What would say it again does so in the same step.
                try await window.holds("it is no longer said") { content in
                    content.nodes.allSatisfy { !$0.description.contains(message) }
                }
            }
        }

        @Test("Everything in the main menu has a name and a role")
        func mainMenu() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.openMainMenu()
                try await window.expectNoComplaints()
            }
        }

        @Test("Everything in the dialog that edits an album has a name and a role")
        func editing() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+e")
                try await window.dialog("Edit Album")
                try await window.expectNoComplaints(about: "Edit Album")
            }
        }

        @Test("Everything in the list of keys and in the about window has a name and a role")
        func windows() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+question")
                try await window.dialog("Keyboard Shortcuts")
                try await window.expectNoComplaints(about: "Keyboard Shortcuts")
                try await window.press("Escape")
                try await window.expectNoDialog()

                try await window.openMainMenu()
                try await window.press("Up", "Return")
                let about = try await window.value("the about window is open") { $0.dialogs.first?.name }
                try await window.expectNoComplaints(about: about)
            }
        }
    }
}

extension SleevesWindow {
    /// Goes around the window with the Tab key, until everything has had the keyboard.
    fileprivate func expectTabReachesAll(at place: SourceLocation = #_sourceLocation) async throws {
        // The window's own buttons have keys of the desktop.
        let ofDesktop: Set = ["Minimize", "Maximize", "Restore", "Close"]
        let controls = try await still("the controls stay", at: place) { $0.nodes.filter(\.isUsable).map(\.spokenName) }
        let wanted = Set(controls).subtracting(ofDesktop)
        var reached: [String] = []
        var last = try await focus(at: place)
        for _ in 0..<80 where !wanted.isSubset(of: reached) {
            last = try await tab(from: last, at: place)
            reached.append(last.name)
        }
        #expect(wanted.subtracting(reached) == [], sourceLocation: place)
    }
}
