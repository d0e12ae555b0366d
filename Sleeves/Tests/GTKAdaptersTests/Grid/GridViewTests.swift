import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("The grid")
    struct GridViewTests {
        private let grid: GridView<Label>
        private let shown = Shown()

        init() {
            _ = TestApplication.shared
            grid = GridView(accessibleLabel: "Things", cellWidth: 100) {
                let label = Label()
                label.setMinimumSize(width: 100, height: 100)
                return label
            }
            grid.onShow = { [shown] label, place in
                label.text = "\(place)"
                shown.places.insert(place)
            }
        }

        /// Shows the grid with so many places, and waits until the first is filled.
        private func show(_ count: Int) -> ApplicationWindow {
            let window = TestApplication.show(ScrolledWindow(grid))
            grid.replace(0..<0, withCount: count)
            TestApplication.turn { shown.places.contains(0) }
            TestApplication.turnUntilIdle()
            return window
        }

        @Test("Of a hundred thousand places, it makes cells for some, and shows those in view and half a screen around it")
        func showsFew() {
            let window = show(100_000)
            #expect(grid.count == 100_000)
            #expect(grid.allCells.count < 1_000)
            #expect(shown.places.count <= grid.shownCells.count + 16)
            #expect(shown.places.count < 400)
            #expect(grid.shownCells.allSatisfy { $0.cell.text == "\($0.place)" })
            window.destroy()
        }

        @Test("It scrolls to a selected place, shows it, and reports the selection")
        func selects() {
            let window = show(100_000)
            var reports = 0
            grid.onSelect = { reports += 1 }
            grid.select(76_543)
            TestApplication.turn { grid.shownCells.contains { $0.place == 76_543 } }
            #expect(grid.selection == [76_543])
            #expect(reports == 1)
            #expect(grid.shownCells.allSatisfy { $0.cell.text == "\($0.place)" })
            window.destroy()
        }

        @Test("The Tab key leads out of the grid, also while the focus is about to move to another place")
        func leaves() {
            let button = Button("After")
            let window = TestApplication.show(Box(.vertical, [ScrolledWindow(grid), button]))
            grid.replace(0..<0, withCount: 6_000)
            TestApplication.turn { shown.places.contains(0) }
            grid.select(2, isFocused: true)
            TestApplication.turn { grid.focusedPlace == 2 }
            grid.scroll(to: 3_000, isFocused: true)
            #expect(grid.passFocus(GTK_DIR_TAB_FORWARD))
            TestApplication.turn { grid.shownCells.contains { $0.place == 3_000 } }
            TestApplication.turnUntilIdle()
            #expect(button.hasFocus && !grid.containsFocus)
            window.destroy()
        }

        @Test("A new place takes the focus from the one before it, whether that has it already or is about to", arguments: [false, true])
        func takesFocus(isPending: Bool) {
            let window = TestApplication.show(ScrolledWindow(grid))
            grid.replace(0..<0, withCount: 1)
            TestApplication.turn { shown.places.contains(0) }
            for place in 1..<8 {
                grid.scroll(to: place - 1, isFocused: true)
                if !isPending { TestApplication.turn { grid.focusedPlace == place - 1 } }
                grid.replace(place..<place, withCount: 1)
                grid.select(place, isFocused: grid.focusedPlace != nil)
                TestApplication.turn("the new place has the focus") { grid.focusedPlace == place }
                #expect(grid.selection == [place])
            }
            window.destroy()
        }

        @Test("A place whose list item GTK replaces keeps the focus with the selection")
        func keepsFocus() {
            let window = TestApplication.show(ScrolledWindow(grid))
            grid.replace(0..<0, withCount: 1)
            TestApplication.turn { shown.places.contains(0) }
            grid.select(0, isFocused: true)
            TestApplication.turn { grid.focusedPlace == 0 }
            grid.replace(1..<1, withCount: 1)
            grid.select(1, isFocused: true)
            TestApplication.turn("the new place has the focus") { grid.focusedPlace == 1 }
            // As when the list item that has just got the focus goes, before the next layout.
            grid.slots.first { $0.place == 0 }?.grabFocus()
            TestApplication.turn("the new place has the focus again") { grid.focusedPlace == 1 }
            #expect(grid.selection == [1])
            window.destroy()
        }

        @Test("The selection stays with its places when others come and go, and isn't reported")
        func staysSelected() {
            let window = show(100)
            grid.select([10, 20, 21])
            var reports = 0
            grid.onSelect = { reports += 1 }
            grid.replace(0..<5, withCount: 8)
            #expect(grid.selection == [13, 23, 24])
            grid.replace(13..<14, withCount: 0)
            #expect(grid.selection == [22, 23])
            #expect(grid.selectionCount == 2)
            #expect(reports == 0)
            grid.replace(0..<grid.count, withCount: 0)
            #expect(grid.selection == [] && grid.count == 0)
            window.destroy()
        }

        @Test("Scrolled twice between two frames, it shows the last view")
        func scrollsTwice() throws {
            let window = show(6_000)
            let adjustment = try #require(gtk_scrollable_get_vadjustment(grid.opaque))
            let height = gtk_adjustment_get_upper(adjustment)
            for share in [0.6, 0.1] { gtk_adjustment_set_value(adjustment, share * height) }
            TestApplication.turn { grid.placesInView?.contains(600) == true && grid.shownCells.contains { $0.place == 600 } }
            #expect(grid.shownCells.allSatisfy { $0.cell.text == "\($0.place)" })
            window.destroy()
        }

        @Test("Of a long list that is scrolled, the places that are left show themselves", arguments: [1, 15, 40])
        func shortens(count: Int) {
            let window = show(6_000)
            grid.scroll(to: 3_000)
            TestApplication.turn { grid.shownCells.contains { $0.place == 3_000 } }
            grid.onShow = { label, place in label.text = "new \(place)" }
            grid.replace(0..<6_000, withCount: count)
            TestApplication.turn { grid.shownCells.contains { $0.place == count - 1 } }
            TestApplication.turnUntilIdle()
            #expect(grid.placesInView.map { $0.upperBound < count } == true)
            #expect(grid.shownCells.allSatisfy { $0.cell.text == "new \($0.place)" })
            window.destroy()
        }

        @Test("Other contents of places are shown by the cells that are there, whose number changes only with that of the places")
        func keepsCells() {
            let window = show(40)
            grid.select(2, isFocused: true)
            TestApplication.turn { grid.focusedPlace == 2 }
            let first = grid.shownCells.first { $0.place == 0 }?.cell
            var fills: [Int: Int] = [:]
            grid.onShow = { _, place in fills[place, default: 0] += 1 }
            let replacements: [(places: Range<Int>, newCount: Int)] = [(0..<40, 100_000), (0..<100_000, 5), (0..<5, 100_000)]
            for (places, newCount) in replacements {
                fills = [:]
                grid.replace(places, withCount: newCount)
                TestApplication.turn { fills[4] != nil }
                TestApplication.turnUntilIdle()
                #expect(grid.shownCells.first { $0.place == 0 }?.cell === first)
                #expect(fills.values.allSatisfy { $0 == 1 } && fills[0] == 1)
                #expect(grid.focusedPlace == 2 && grid.selection == [])
            }
            window.destroy()
        }

        @Test("A cell stays with what it shows when that gets another place, and isn't filled again")
        func movesCells() {
            var contents = Array(0..<40)
            let shows: @MainActor () -> [Int: ObjectIdentifier] = { [grid] in
                Dictionary(uniqueKeysWithValues: grid.shownCells.map { (Int($0.cell.text) ?? -1, ObjectIdentifier($0.cell)) })
            }
            let window = show(40)
            TestApplication.turn { grid.shownCells.count == 40 }
            var filled: [Int] = []
            var emptied = 0
            grid.onShow = { label, place in
                label.text = "\(contents[place])"
                filled.append(contents[place])
            }
            grid.onHide = { _ in emptied += 1 }
            // One goes, some come, all change places, and most of this in one step.
            let changes: [[Int]] = [
                Array(0..<10) + (11..<40), [100] + (0..<10) + [101, 102] + (11..<40), ([102, 100, 101] + (0..<10) + (11..<40)).reversed(),
                [103] + (0..<10) + [104] + (20..<40), Array(0..<10) + (20..<40),
            ]
            for new in changes {
                let (former, before) = (contents, shows())
                (filled, emptied) = ([], 0)
                contents = new
                grid.replace([(0..<former.count, new.count)]) { places in
                    Dictionary(uniqueKeysWithValues: places.compactMap { place in new.firstIndex(of: former[place]).map { (place, $0) } })
                }
                // At once, so that no frame shows anything else.
                let stay = Set(former).intersection(new)
                #expect(shows().filter { stay.contains($0.key) } == before.filter { stay.contains($0.key) })
                TestApplication.turn { grid.shownCells.count == new.count }
                TestApplication.turnUntilIdle()
                #expect(grid.shownCells.allSatisfy { $0.cell.text == "\(new[$0.place])" })
                #expect(Set(filled) == Set(new).subtracting(former) && filled.count == Set(filled).count)
                #expect(emptied == Set(former).subtracting(new).count)
            }
            window.destroy()
        }

        @Test("GTK's actions select all places and none, and each is reported once")
        func selectsAll() {
            let window = show(100_000)
            var reports = 0
            grid.onSelect = { reports += 1 }
            let act = { (name: String, parameters: OpaquePointer?) in _ = gtk_widget_activate_action_variant(grid.gtk, name, parameters) }
            act("list.select-all", nil)
            #expect(grid.selectionCount == 100_000 && reports == 1)
            act("list.unselect-all", nil)
            #expect(grid.selection == [] && reports == 2)
            window.destroy()
        }

        @Test("Cells in view stay filled when GTK gives their places other list items, as it does when others are selected")
        func staysFilled() throws {
            let window = show(24)
            defer { window.destroy() }
            var emptied: [String] = []
            grid.onHide = { emptied.append($0.text) }
            for _ in 1...2 {
                for place in 0..<24 {
                    grid.select(place)
                    TestApplication.turnUntilIdle()
                    grid.replace([(0..<3, 3)]) { places in [0: 2, 1: 0, 2: 1].filter { places.contains($0.key) } }
                    TestApplication.turnUntilIdle()
                }
            }
            #expect(emptied == [])
        }

        @Test("GTK complains of no drag over places that don't exist or aren't laid out yet, and a later drag selects places")
        func dragBeforeLayout() throws {
            let window = show(13)
            defer { window.destroy() }
            let input = DisplayInput.shared
            defer { input.hidePointer() }
            let origin = try #require(input.origin(of: window.gtk))
            // Sees each event before the grid does.
            let observer = EventController(gtk_event_controller_legacy_new(), phase: .capture)
            var (seen, onEvent): (Int, () -> Void) = (0, {})
            observer.listen(deciding: "event") { _ in
                seen += 1
                onEvent()
                return false
            }
            window.content?.add(observer)
            // Behind and below the last place.
            let start = (x: origin.x + grid.width - 60, y: origin.y + 150)
            func drag(afterMoving distance: Int = 0, changing steps: Range<Int> = 0..<0, _ change: @escaping () -> Void = {}) {
                input.movePointer(x: start.x, y: start.y)
                input.setButton(1, isDown: true)
                input.movePointer(x: start.x - distance, y: start.y)
                TestApplication.turnUntilIdle()
                if steps.isEmpty { change() }
                defer { onEvent = {} }
                for step in 1...11 {
                    onEvent = { if steps.contains(step) { change() } }
                    let before = seen
                    if step < 11 {
                        input.movePointer(x: start.x - step * grid.width / 12, y: start.y - step * 10)
                    } else {
                        input.setButton(1, isDown: false)
                    }
                    // GTK joins movements between two frames.
                    if steps.isEmpty { TestApplication.turnUntilIdle() } else { TestApplication.turn { seen > before } }
                }
                TestApplication.turnUntilIdle()
            }
            drag()
            TestApplication.turn("a drag selects") { grid.selectionCount > 1 }
            for count in [5, 14, 1, 0, 13, 3, 22, 9, 17, 2, 30, 0, 13] {
                // Less than GTK takes for a drag.
                for distance in [0, 4] {
                    drag(afterMoving: distance) { grid.replace(0..<grid.count / 2, withCount: count) }
                    drag(afterMoving: distance) { grid.replace(0..<grid.count, withCount: count) }
                    drag(afterMoving: distance) { TestApplication.turn { grid.isLaidOut } }
                }
            }
            TestApplication.turn { grid.isLaidOut && grid.shownCells.count == 13 }
            grid.select([])
            drag()
            TestApplication.turn("a drag selects again") { grid.selectionCount > 1 }
            // Albums come and go while the user selects some.
            for steps in [4..<10, 11..<12] {
                for count in [31, 2, 47, 8, 1, 13] {
                    drag(changing: steps) { grid.replace(0..<min(1, grid.count), withCount: 1 + abs(count - grid.count) % 4) }
                    drag(changing: steps) { grid.replace(0..<grid.count, withCount: count) }
                    TestApplication.turn { grid.isLaidOut }
                }
            }
            TestApplication.turn { grid.isLaidOut && grid.shownCells.count == 13 }
            drag()
            TestApplication.turn { grid.selectionCount > 1 }
            grid.select([])
            drag(changing: 4..<6) { grid.replace(12..<13, withCount: 1) }
            TestApplication.turn("the rubber band goes on") { grid.selectionCount > 1 }
        }

        @Test("Releasing the grid finalises its cells")
        func isFinalised() {
            weak var released: GridView<Label>?
            weak var cell: Label?
            do {
                let grid = GridView<Label>(accessibleLabel: "Things", cellWidth: 100) { Label("x") }
                let window = TestApplication.show(ScrolledWindow(grid))
                grid.replace(0..<0, withCount: 10)
                TestApplication.turn { !grid.shownCells.isEmpty }
                (released, cell) = (grid, grid.allCells.first)
                window.content = nil
                window.destroy()
            }
            TestApplication.turn { released == nil && cell == nil }
            #expect(released == nil && cell == nil)
        }

        private final class Shown {
            var places: Set<Int> = []
        }
    }
}
