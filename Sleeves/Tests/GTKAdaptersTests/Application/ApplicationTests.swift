import CAdwaita
import DisplayTesting
import Foundation
import Heed
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("An application")
    struct ApplicationTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("Running it from a task traps with the fix")
        func runFromTask() async {
            await #expect(processExitsWith: .failure) {
                await MainActor.run { _ = Application(id: "org.example.Run", name: "Run").run() }
            }
        }

        @Test("Activating an action runs its handler, unless it is disabled")
        func action() {
            var calls = 0
            let action = TestApplication.shared.addAction("test-action", shortcuts: "<Control>t") { calls += 1 }
            let group = TestApplication.shared.object.opaque
            g_action_group_activate_action(group, "test-action", nil)
            action.isEnabled = false
            g_action_group_activate_action(group, "test-action", nil)
            #expect(calls == 1)
            #expect(TestApplication.shared.action("test-action") === action)
        }

        @Test("Nothing in a notification is a tag, however the desktop reads it")
        func notificationWithoutTags() {
            let text = "Ruth <a href=\"https://example.org/\">Tanner</a><img src='x'/> <!-- --> <3 & 1 < 2"
            #expect(Application.withoutTags(text) == "Ruth ‹a href=\"https://example.org/\">Tanner‹/a>‹img src='x'/> ‹!-- --> <3 & 1 < 2")
        }

        @Test("A choice reports another member once, but neither the same one nor one that the program sets")
        func choice() {
            var chosen: [String] = []
            let choice = TestApplication.shared.addChoice("test-choice", selection: "one") { chosen.append($0) }
            let group = TestApplication.shared.object.opaque
            for member in ["one", "two", "two"] {
                g_action_group_activate_action(group, "test-choice", g_variant_new_string(member))
            }
            #expect(chosen == ["two"])
            #expect(choice.selection == "two")
            choice.selection = "three"
            #expect(choice.selection == "three")
            #expect(chosen == ["two"])
        }

        @Test("Files to open arrive as paths, or as addresses if there is no path")
        func opening() {
            let application = TestApplication.shared
            var opened: [[String]] = []
            application.onOpen = { opened.append($0) }
            let words: [String] = ["file:///tmp/a%20b.csv", "/tmp/über", "https://example.org/list.json"]
            var files = words.map { g_file_new_for_commandline_arg($0) }
            g_application_open(application.object.cast(), &files, gint(files.count), "")
            application.onOpen = nil
            for file in files { g_object_unref(file.map(UnsafeMutableRawPointer.init)) }
            #expect(opened == [["/tmp/a b.csv", "/tmp/über", "https://example.org/list.json"]])
        }

        @Test("A window reports when it becomes visible and when it is hidden")
        func view() {
            let window = ApplicationWindow(TestApplication.shared, title: "Test", width: 300, height: 200)
            var changes: [Bool] = []
            window.onViewChange = { changes.append($0) }
            window.present()
            TestApplication.turn { changes == [true] }
            window.isVisible = false
            TestApplication.turn { changes == [true, false] }
            #expect(!window.isInView)
            window.destroy()
        }

        @Test(
            "A minimised window is out of view, until it is minimised no more",
            .enabled(if: Property.canBeSet, "needs xdotool and xprop")
        )
        func minimised() throws {
            let window = ApplicationWindow(TestApplication.shared, title: "Minimised", width: 300, height: 200)
            var changes: [Bool] = []
            window.onViewChange = { changes.append($0) }
            window.present()
            TestApplication.turn { changes == [true] }
            // What a window manager does; there is none.
            try Property.setState("_NET_WM_STATE_HIDDEN", ofWindowNamed: "Minimised")
            TestApplication.turn { changes == [true, false] }
            try Property.setState("_NET_WM_STATE_FOCUSED", ofWindowNamed: "Minimised")
            TestApplication.turn { changes == [true, false, true] }
            window.destroy()
        }

        @Test("A window has the title and the size that it was given")
        func window() {
            let window = TestApplication.show(Label("Text"), width: 500, height: 300)
            #expect(window.title == "Test")
            #expect(window.restorableSize == (500, 300))
            #expect(!window.isMaximized)
            window.destroy()
        }

        @Test("The animations setting can be read and observed")
        func animations() {
            let before = Settings.shared.animationsEnabled
            var changes: [Bool] = []
            let token = Settings.shared.observe(\.animationsEnabled, options: .new) { _, change in changes.append(change.newValue!) }
            Settings.shared.animationsEnabled = !before
            Settings.shared.animationsEnabled = before
            withExtendedLifetime(token) {}
            #expect(changes == [!before, before])
        }
    }
}

/// Sets what the desktop says of a window of this process.
private enum Property {
    static var canBeSet: Bool {
        DisplayTool.areInstalled("xdotool", "xprop")
    }

    @MainActor
    static func setState(_ state: String, ofWindowNamed name: String) throws {
        let pid = String(ProcessInfo.processInfo.processIdentifier)
        let window = try DisplayTool.run("xdotool", "search", "--onlyvisible", "--pid", pid, "--name", "^\(name)$")
        let identifier = try #require(window.split(separator: "\n").first.map(String.init))
        try DisplayTool.run("xprop", "-id", identifier, "-f", "_NET_WM_STATE", "32a", "-set", "_NET_WM_STATE", state)
    }
}
