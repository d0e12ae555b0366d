import CAdwaita
import DisplayTesting
import HorizontalScroller
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("The scroller's view")
    struct HorizontalScrollerViewTests {
        private let shelf = Shelf(count: 1_000)
        private let view: HorizontalScrollerView<Label>

        init() {
            _ = TestApplication.shared
            view = HorizontalScrollerView(accessibleLabel: "Things", metrics: .init(itemWidth: 100, itemHeight: 100, padding: 10))
            view.scroller.delegate = shelf
        }

        /// The place of an item in the strip, by GTK's own account.
        private func centre(of index: Int) -> Double? {
            guard let item = view.scroller.view(at: index) else { return nil }
            var bounds = graphene_rect_t()
            guard gtk_widget_compute_bounds(item.gtk, view.gtk, &bounds) != 0 else { return nil }
            return Double(bounds.origin.x + bounds.size.width / 2)
        }

        /// Shows the strip, and waits until its items have their places.
        private func show() -> ApplicationWindow {
            let window = TestApplication.show(Box(.vertical, [view]))
            settle()
            return window
        }

        private func settle() {
            TestApplication.turn { !view.scroller.isMoving && view.viewportSize.width > 0 && centreIsAllocated }
        }

        private var centreIsAllocated: Bool {
            guard let index = view.scroller.currentIndex, let centre = centre(of: index) else { return false }
            return abs(centre - view.viewportSize.width / 2) < 1
        }

        @Test("It shows few widgets of many items, the current one in the middle")
        func shows() {
            let window = show()
            #expect(view.scroller.currentIndex == 3)
            #expect(view.placed.count <= 800 / 110 + 6)
            #expect(shelf.made == view.placed.count)
            window.destroy()
        }

        @Test("Scrolling through everything makes no more widgets than fit, and keeps none that are not needed")
        func recycles() {
            let window = show()
            for index in stride(from: 0, to: 1_000, by: 7) { view.scroller.select(index, animated: false) }
            #expect(shelf.made <= 800 / 110 + 2 + 2 * 2 + 6)
            #expect(view.parked.count <= view.placed.count + 8)
            settle()
            window.destroy()
        }

        @Test("Moving allocates only the strip again, and measures nothing")
        func movesAlone() {
            let neighbour = Neighbour()
            let widget = Bystander(neighbour)
            let window = TestApplication.show(Box(.vertical, [view, widget]))
            settle()
            TestApplication.turnUntilIdle()
            let before = neighbour.questions
            let start = centre(of: 3)
            view.scroller.dragBegan(at: ScrollerPoint(x: 400, y: 50))
            for step in 1...4 {
                view.scroller.dragMoved(by: -10 * Double(step))
                let wish = (start ?? 0) - 10 * Double(step)
                TestApplication.turn { abs((centre(of: 3) ?? 0) - wish) < 1 }
            }
            #expect(neighbour.questions == before)
            view.scroller.dragCancelled()
            settle()
            window.destroy()
        }

        @Test("A selection glides to the middle by the frame clock, which then stops")
        func glides() {
            Settings.shared.animationsEnabled = true
            let window = show()
            view.scroller.select(6)
            #expect(view.scroller.isMoving)
            settle()
            #expect(view.scroller.currentIndex == 6)
            #expect(shelf.selected == [6])
            window.destroy()
        }

        @Test("The item in the middle is larger, its neighbours are not")
        func scales() {
            Settings.shared.animationsEnabled = true
            let window = show()
            #expect(abs(width(of: 3) - 115) < 0.5)
            #expect(abs(width(of: 4) - 100) < 0.5)
            window.destroy()
        }

        @Test("Without animations the strip jumps, and nothing is larger")
        func jumps() {
            let before = Settings.shared.animationsEnabled
            Settings.shared.animationsEnabled = false
            defer { Settings.shared.animationsEnabled = before }
            let window = show()
            view.scroller.select(6)
            #expect(!view.scroller.isMoving)
            settle()
            #expect(abs(width(of: 6) - 100) < 0.5)
            window.destroy()
        }

        @Test("From right to left the next item is on the left", arguments: [false, true])
        func direction(isRightToLeft: Bool) throws {
            view.isRightToLeft = isRightToLeft
            let window = show()
            let (third, fourth) = (try #require(centre(of: 3)), try #require(centre(of: 4)))
            #expect((fourth < third) == isRightToLeft)
            window.destroy()
        }

        @Test("A new size keeps the current item in the middle")
        func resizes() {
            let neighbour = Spinner()
            view.expandsHorizontally = true
            let window = TestApplication.show(Box(.horizontal, [view, neighbour]))
            settle()
            let before = view.viewportSize.width
            neighbour.setMinimumSize(width: 201)
            TestApplication.turn { view.viewportSize.width < before - 150 && centreIsAllocated }
            #expect(view.scroller.currentIndex == 3)
            window.destroy()
        }

        @Test("With a sizing, the items grow and shrink with the strip, and the current one never leaves the middle")
        func grows() {
            Settings.shared.animationsEnabled = true
            var sides: [Double] = []
            view.itemSizing = ItemSizing(sides: 60...300, widthShare: 0.5, padding: 0.1, margin: 10)
            view.onItemResize = { sides.append($0) }
            view.expandsVertically = true
            let below = Spinner()
            let window = TestApplication.show(Box(.vertical, [view, below]))
            settle()
            #expect(abs(width(of: 3) - min(300, view.viewportSize.height - 20)) < 1.5)
            let count = view.placed.count
            for height in [120, 200, 330, 250, 40] {
                let made = shelf.made
                below.setMinimumSize(height: height)
                let former = view.viewportSize.height
                TestApplication.turn("the strip has another height") { view.viewportSize.height != former }
                // Before and after the scroller knows the new size.
                for _ in 0..<2 {
                    let side = max(60, min(300, view.viewportSize.height - 20))
                    #expect(abs(width(of: 3) - side) < 1.5)
                    #expect(abs((centre(of: 3) ?? 0) - view.viewportSize.width / 2) < 1)
                    TestApplication.turnUntilIdle()
                }
                #expect(sides.last == max(60, min(300, view.viewportSize.height - 20)))
                #expect(view.scroller.currentIndex == 3)
                #expect(shelf.made - made <= max(0, view.placed.count - count) + 1, "a new size asks for no more items than it shows")
            }
            #expect(shelf.selected == [])
            window.destroy()
        }

        @Test("The current item has the class selected, and no other")
        func marks() {
            let window = show()
            view.scroller.select(4, animated: false)
            let marked = view.placed.values.filter { $0.item.hasStyle("selected") }.map(\.placement.index)
            #expect(marked == [4])
            window.destroy()
        }

        @Test("Releasing the strip finalises it and its items")
        func isFinalised() {
            let finalisations = Finalisations()
            weak var released: HorizontalScrollerView<Label>?
            do {
                let view = HorizontalScrollerView<Label>(accessibleLabel: "Things")
                view.scroller.delegate = shelf
                released = view
                finalisations.watch("strip", view.object)
                let window = TestApplication.show(view)
                TestApplication.turn { !view.placed.isEmpty }
                for (item, _) in view.placed.values { finalisations.watch("item \(item.text)", item.object) }
                window.destroy()
            }
            TestApplication.turnUntilIdle()
            #expect(released == nil)
            #expect(finalisations.missing == [])
        }

        private func width(of index: Int) -> Double {
            guard let item = view.scroller.view(at: index) else { return 0 }
            var bounds = graphene_rect_t()
            return gtk_widget_compute_bounds(item.gtk, view.gtk, &bounds) != 0 ? Double(bounds.size.width) : 0
        }
    }
}

/// Items that are their numbers.
@MainActor
private final class Shelf: HorizontalScrollerDelegate {
    let count: Int
    private(set) var made = 0
    private(set) var selected: [Int] = []

    init(count: Int) {
        self.count = count
    }

    func numberOfViews(for scroller: HorizontalScroller<Label>) -> Int { count }

    func horizontalScroller(_ scroller: HorizontalScroller<Label>, viewAt index: Int) -> Label {
        let label: Label
        if let used = scroller.dequeueReusableView() {
            label = used
        } else {
            label = Label()
            made += 1
        }
        label.text = "\(index)"
        return label
    }

    func horizontalScroller(_ scroller: HorizontalScroller<Label>, didSelectViewAt index: Int) {
        selected.append(index)
    }

    func initialViewIndex(for scroller: HorizontalScroller<Label>) -> Int { 3 }
}

/// A widget that counts how often its window lays it out.
@MainActor
private final class Neighbour: StripContent {
    private(set) var questions = 0

    func measure(_ orientation: Orientation, width: Int?) -> (minimum: Int, natural: Int) {
        questions += 1
        return (20, 20)
    }

    func layOut(width: Int, height: Int) {
        questions += 1
    }

    var drawingOrder: [Widget] { [] }
}

@MainActor
private final class Bystander: Widget {
    init(_ content: any StripContent) {
        super.init(StripWidget.make(content))
    }
}
