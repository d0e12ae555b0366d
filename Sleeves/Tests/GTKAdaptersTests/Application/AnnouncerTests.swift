import CAccessibleText
import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @Suite("Announcements")
    @MainActor
    struct AnnouncerTests {
        private let strip: Button
        private let other: Button
        private let window: ApplicationWindow

        init() {
            _ = TestApplication.shared
            (strip, other) = (Button("Albums"), Button("Other"))
            window = TestApplication.show(Box(.vertical, [strip, other]))
            strip.setAccessibleDescription("Kettle Blues")
        }

        private func description(of widget: Widget) -> String? {
            guard let text = sleeves_accessible_description(widget.object.pointer) else { return nil }
            defer { g_free(text) }
            return String(cString: text)
        }

        private func focus(_ widget: Widget) {
            TestApplication.turn("it has the focus") {
                widget.grabFocus()
                return widget.hasFocus
            }
        }

        private func waitUntil(_ widget: Widget, says text: String) {
            TestApplication.turn("“\(text)” is said") { description(of: widget) == text }
        }

        private func announceRemoval() {
            focus(strip)
            window.announcer.announce(toast: "Removed")
            waitUntil(strip, says: "Removed")
        }

        @Test("A message isn't interrupted when the same is described again, and follows when something else is")
        func describedAnew() {
            defer { window.destroy() }
            announceRemoval()
            strip.setAccessibleDescription("Kettle Blues")
            #expect(description(of: strip) == "Removed")
            strip.setAccessibleDescription("Canção do Farol")
            #expect(description(of: strip) == "Canção do Farol")
            waitUntil(strip, says: "Removed")
            focus(other)
            waitUntil(other, says: "Removed")
            #expect(description(of: strip) == "Canção do Farol")
        }

        @Test("What follows right after a toast is said with it")
        func consequence() {
            defer { window.destroy() }
            announceRemoval()
            strip.announce("34 albums")
            waitUntil(strip, says: "Removed, 34 albums")
        }
    }
}
