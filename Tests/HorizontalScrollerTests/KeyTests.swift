import HorizontalScroller
import Testing

@MainActor
struct KeyTests {
    @Test(arguments: HorizontalScrollerMetrics.LayoutDirection.allCases, ScrollerKey.allCases)
    func `every key moves the selection from every position, clamped at the ends`(
        direction: HorizontalScrollerMetrics.LayoutDirection, key: ScrollerKey
    ) {
        for position in 0..<10 {
            // 320 points hold three items of 100 with paddings of 10: 3 · 100 + 2 · 10.
            let wanted =
                switch (key, direction) {
                case (.leftArrow, .leftToRight), (.rightArrow, .rightToLeft): position - 1
                case (.rightArrow, .leftToRight), (.leftArrow, .rightToLeft): position + 1
                case (.home, _): 0
                case (.end, _): 9
                case (.pageUp, _): position - 3
                case (.pageDown, _): position + 3
                }
            let expected = min(max(wanted, 0), 9)
            let stage = Stage(initial: position, metrics: .init(layoutDirection: direction))
            #expect(stage.scroller.keyPressed(key))
            #expect(stage.scroller.currentIndex == expected)
            #expect(stage.shelf.selections == (expected == position ? [] : [expected]))
            stage.finish()
            #expect(stage.scroller.offset == Double(expected) * 110)
            stage.check()
        }
    }

    @Test func `keys pressed during a glide count from the selected item, not from the strip's position`() {
        let stage = Stage(count: 100)
        for _ in 0..<5 {
            stage.scroller.keyPressed(.rightArrow)
            stage.frame()
        }
        #expect(stage.shelf.selections == [1, 2, 3, 4, 5])
        stage.finish()
        #expect(stage.scroller.offset == 550)
    }

    @Test func `a key pressed during a flick stops it and counts from the nearest item`() {
        let stage = Stage(count: 1_000)
        stage.drag(by: -20, velocity: -4_000)
        for _ in 0..<10 { stage.frame() }
        let nearest = Int((stage.scroller.offset / 110).rounded())
        stage.scroller.keyPressed(.rightArrow)
        stage.finish()
        #expect(stage.shelf.selections == [nearest + 1])
    }

    @Test func `a page is one item even if none fits`() {
        let stage = Stage(initial: 4, viewport: .init(width: 60, height: 60))
        stage.scroller.keyPressed(.pageDown)
        #expect(stage.scroller.currentIndex == 5)
    }
}
