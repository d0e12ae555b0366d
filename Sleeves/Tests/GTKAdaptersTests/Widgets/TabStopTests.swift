import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @Suite("A stop of the Tab key")
    @MainActor
    struct TabStopTests {
        private let before: Button
        private let parts: [Button]
        private let after: Button
        private let stop: TabStop
        private let window: ApplicationWindow

        init() {
            _ = TestApplication.shared
            (before, after) = (Button("Before"), Button("After"))
            parts = (1...3).map { Button("Part \($0)") }
            stop = TabStop(Box(.vertical, parts))
            window = TestApplication.show(Box(.vertical, [before, stop, after]))
        }

        /// Moves the focus as the key does, and returns the number of the part that has it then.
        private func move(_ direction: GtkDirectionType) -> Int? {
            _ = gtk_widget_child_focus(window.gtk, direction)
            return parts.firstIndex(where: \.hasFocus)
        }

        @Test("The key leads to the first part, then out; later to the part that had the focus last, from both sides")
        func order() {
            defer { window.destroy() }
            TestApplication.turn("the first button has the focus") {
                before.grabFocus()
                return before.hasFocus
            }
            #expect(move(GTK_DIR_TAB_FORWARD) == 0)
            #expect(move(GTK_DIR_TAB_FORWARD) == nil)
            #expect(after.hasFocus)
            #expect(move(GTK_DIR_TAB_BACKWARD) == 0)
            #expect(move(GTK_DIR_DOWN) == 1)
            #expect(move(GTK_DIR_TAB_BACKWARD) == nil)
            #expect(before.hasFocus)
            #expect(move(GTK_DIR_TAB_FORWARD) == 1)
            parts[2].grabFocus()
            after.grabFocus()
            #expect(move(GTK_DIR_TAB_BACKWARD) == 2)
            stop.forgetFocus()
            before.grabFocus()
            #expect(move(GTK_DIR_TAB_FORWARD) == 0)
        }

        @Test("A part that had the focus last and can't take it any more is passed over, and so is a container without parts")
        func gone() {
            defer { window.destroy() }
            parts[1].grabFocus()
            before.grabFocus()
            parts[1].isVisible = false
            #expect(move(GTK_DIR_TAB_FORWARD) == 0)
            before.grabFocus()
            for part in parts { part.isVisible = false }
            #expect(move(GTK_DIR_TAB_FORWARD) == nil)
            #expect(after.hasFocus)
        }

        @Test("A container that goes away unparents its content")
        func release() {
            weak var content: Button?
            do {
                let button = Button("Part")
                content = button
                let other = TestApplication.show(TabStop(button))
                button.grabFocus()
                other.destroy()
            }
            TestApplication.turnUntilIdle()
            #expect(content == nil)
            window.destroy()
        }
    }
}
