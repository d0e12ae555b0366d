import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @Suite("The keyboard and removed widgets")
    @MainActor
    struct KeyboardFocusTests {
        @Test("Right after the widget with the keyboard was removed, a key reaches the window, and the keyboard goes to a neighbour")
        func removed() throws {
            _ = TestApplication.shared
            let (removed, neighbour) = (Button("Removed") {}, Button("Neighbour") {})
            let box = Box(.vertical, [removed, neighbour])
            let window = TestApplication.show(Box(.vertical, [Button("Other") {}, box]))
            defer { window.destroy() }
            var count = 0
            window.addAction("count", shortcuts: "<Control>k") { count += 1 }
            TestApplication.turn("the window has the keyboard") { DisplayInput.shared.focus(window.gtk) && window.isActive }
            for _ in 0..<20 {
                removed.grabFocus()
                TestApplication.turn("the button has the keyboard") { gtk_root_get_focus(window.opaque) == removed.gtk }
                let former = count
                box.remove(removed)
                DisplayInput.shared.press("ctrl+k")
                TestApplication.turn("the key is received") { count > former }
                TestApplication.turn("the keyboard is with the neighbour") { gtk_root_get_focus(window.opaque) == neighbour.gtk }
                box.prepend(removed)
            }
            #expect(count == 20)
        }
    }
}
