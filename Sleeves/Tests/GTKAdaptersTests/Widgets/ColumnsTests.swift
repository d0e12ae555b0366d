import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("Columns")
    struct ColumnsTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("Two columns with enough room, one without, mirrored for right-to-left", arguments: [false, true])
        func columns(isRightToLeft: Bool) {
            let (first, second) = (Label("First"), Label("Second"))
            let columns = Columns(first, second)
            columns.isRightToLeft = isRightToLeft
            let window = TestApplication.show(Clamp(columns, width: 2000), width: 1000)
            TestApplication.turn { second.width > 0 }
            #expect(first.width + second.width + 24 == columns.width)
            #expect(first.width < second.width)
            let (x, other) = (place(of: first, in: columns).x, place(of: second, in: columns).x)
            #expect(isRightToLeft ? other + Double(second.width) < x : x + Double(first.width) < other)

            let narrow = TestApplication.show(Bin(Label("")), width: 400)
            window.content = nil
            narrow.content = columns
            TestApplication.turn { first.width == columns.width && columns.width > 0 }
            #expect(second.width == columns.width)
            #expect(place(of: second, in: columns).y >= Double(first.height + 24))
            window.destroy()
            narrow.destroy()
        }

        @Test(
            "A column that needs more than its share has it, and both are one below the other where they need more than there is",
            arguments: [0, 1], [false, true])
        func needs(wide: Int, isRightToLeft: Bool) {
            let labels = [Label("First"), Label("Second")]
            labels[wide].setMinimumSize(width: 300)
            let columns = Columns(labels[0], labels[1], threshold: 400, share: 50)
            columns.isRightToLeft = isRightToLeft
            let window = TestApplication.show(columns, width: 500)
            TestApplication.turn { labels[1].width > 0 }
            let rest = columns.width - 24 - 300
            let widths = wide == 0 ? [300, rest] : [rest, 300]
            #expect(labels.map(\.width) == widths)
            let start = Double(widths[isRightToLeft ? 1 : 0] + 24)
            #expect(labels.map { place(of: $0, in: columns).x } == (isRightToLeft ? [start, 0] : [0, start]))

            labels[1 - wide].setMinimumSize(width: rest + 1)
            TestApplication.turn("one is below the other") { labels.allSatisfy { $0.width == columns.width } }
            window.destroy()
        }

        @Test("A single visible column has the whole width")
        func alone() {
            let (first, second) = (Label("First"), Label("Second"))
            first.isVisible = false
            let columns = Columns(first, second)
            let window = TestApplication.show(columns, width: 1000)
            TestApplication.turn { second.width > 0 }
            #expect(second.width == columns.width)
            window.destroy()
        }

        private func place(of child: Widget, in parent: Widget) -> (x: Double, y: Double) {
            var (x, y) = (0.0, 0.0)
            gtk_widget_translate_coordinates(child.gtk, parent.gtk, 0, 0, &x, &y)
            return (x, y)
        }
    }
}
