import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @Suite("Labels", .enabled(if: DisplayTool.areInstalled("xdotool"), "needs xdotool"))
    @MainActor
    struct LabelTests {
        @Test("A label that doesn't fill its place breaks no word to become as high as that place", arguments: ["Chanson", "Bossa Nova"])
        func wholeWords(text: String) {
            _ = TestApplication.shared
            let label = Label(text)
            label.wraps = true
            label.horizontalAlignment = .end
            label.expandsHorizontally = true
            let row = Box(.horizontal, [Label("Genre"), label])
            row.setMinimumSize(height: 90)
            let window = TestApplication.show(row, width: 360, height: 100)
            defer { window.destroy() }
            let lines = String(cString: gtk_label_get_text(label.opaque)).split(separator: " ").count
            #expect(pango_layout_get_line_count(gtk_label_get_layout(label.opaque)) <= lines)
        }

        @Test("The link with the keyboard keeps it while the window reports the focus to screen readers again")
        func focusedLink() throws {
            _ = TestApplication.shared
            let label = Label()
            label.isSelectable = true
            label.showLinks(["Funk", "Soul"]) { _ in }
            let window = TestApplication.show(label)
            defer { window.destroy() }
            TestApplication.turn("the window has the keyboard") { DisplayInput.shared.focus(window.gtk) && window.isActive }
            window.clearFocus()
            func link() -> String? { gtk_label_get_current_uri(label.opaque).map { String(cString: $0) } }
            for expected in ["0", "1"] {
                gtk_widget_child_focus(label.gtk, GTK_DIR_TAB_FORWARD)
                #expect(link() == expected)
            }
            window.reportFocus()
            #expect(link() == "1")
        }

        @Test("A press beside the only link opens it, and one that begins on its text and ends beside it doesn't")
        func pressBeside() throws {
            _ = TestApplication.shared
            let label = Label()
            label.isSelectable = true
            label.textAlignment = 0
            var opened = 0
            label.showLinks(["A link"]) { _ in opened += 1 }
            let window = TestApplication.show(label, width: 400, height: 100)
            defer { window.destroy() }
            TestApplication.turnUntilIdle()
            let surface = try #require(gtk_native_get_surface(window.opaque))
            var (left, top) = (0.0, 0.0)
            gtk_native_get_surface_transform(window.opaque, &left, &top)
            var (x, y) = (0.0, 0.0)
            gtk_widget_translate_coordinates(label.gtk, window.gtk, 0, Double(label.height) / 2, &x, &y)
            let (onText, beside) = (Int(left + x) + 10, Int(left + x) + 300)
            let line = Int(top + y)
            withExtendedLifetime(surface) {}
            func drag(from start: Int, to end: Int) throws {
                try DisplayTool.run("xdotool", "mousemove", "\(start)", "\(line)", "mousedown", "1")
                TestApplication.turnUntilIdle()
                try DisplayTool.run("xdotool", "mousemove", "\(end)", "\(line)", "mouseup", "1")
                TestApplication.turnUntilIdle()
            }

            try drag(from: onText, to: beside)
            try drag(from: beside, to: beside)
            TestApplication.turn("the press beside has opened it") { opened > 0 }
            #expect(opened == 1)
        }
    }
}
