import HorizontalScroller
import Testing

@MainActor
struct TapTests {
    @Test(arguments: HorizontalScrollerMetrics.LayoutDirection.allCases, [-1, 0, 1])
    func `a tap centres the tapped item and notifies the delegate once`(direction: HorizontalScrollerMetrics.LayoutDirection, right: Int) {
        let stage = Stage(initial: 4, metrics: .init(layoutDirection: direction))
        let expected = 4 + (direction == .leftToRight ? right : -right)
        #expect(stage.scroller.index(at: stage.point(toTheRight: right)) == expected)
        stage.scroller.tap(at: stage.point(toTheRight: right))
        #expect(stage.shelf.selections == [expected])
        #expect(stage.scroller.currentIndex == expected)
        stage.finish()
        #expect(stage.shelf.selections == [expected])
        #expect(stage.host.placement(of: expected)?.distanceFromCentre == 0)
        #expect(stage.host.placement(of: expected)?.frame.centre == .init(x: 160, y: 60))
        stage.check()
    }

    @Test(arguments: [(215.0, 60.0), (105, 60), (160, 5), (160, 115), (-1, 60), (321, 60), (160, -1), (160, 121)])
    func `a tap in the padding or outside does nothing`(x: Double, y: Double) {
        let stage = Stage(initial: 4)
        stage.host.forgetEvents()
        #expect(stage.scroller.index(at: .init(x: x, y: y)) == nil)
        stage.scroller.tap(at: .init(x: x, y: y))
        stage.scroller.dragBegan(at: .init(x: x, y: y))
        stage.scroller.dragEnded(velocity: 0)
        #expect(stage.shelf.selections == [])
        #expect(stage.scroller.offset == 440)
        #expect(stage.host.events == [])
    }

    @Test func `a tap beside the ends of the strip does nothing`() {
        let stage = Stage(count: 1)
        stage.scroller.tap(at: stage.point(toTheRight: -1))
        stage.scroller.tap(at: stage.point(toTheRight: 1))
        #expect(stage.shelf.selections == [])
    }

    @Test(arguments: HorizontalScrollerMetrics.LayoutDirection.allCases, [0, 10, 1.1])
    func `every point of the viewport hits the item whose frame holds it, or none`(
        direction: HorizontalScrollerMetrics.LayoutDirection, padding: Double
    ) {
        for (width, translation) in [(320.0, 37.0), (340, 0), (333.3, 0.1)] {
            let stage = Stage(
                initial: 4, viewport: .init(width: width, height: 120), metrics: .init(padding: padding, layoutDirection: direction))
            stage.scroller.dragBegan(at: .init(x: 0, y: 60))
            stage.scroller.dragMoved(by: translation)
            let shown = stage.host.screen.values
            let edges = shown.flatMap { [$0.frame.x, $0.frame.x + $0.frame.width] }
            for x in Array(stride(from: 0, to: width, by: 0.5)) + edges where x >= 0 && x < width {
                let holding = shown.filter { $0.frame.x <= x && x < $0.frame.x + $0.frame.width }.map(\.index)
                let hit = stage.scroller.index(at: .init(x: x, y: 60))
                #expect(hit.map { holding.contains($0) } ?? holding.isEmpty, "\(x) hits \(String(describing: hit)) instead of \(holding)")
            }
        }
    }

    @Test func `from right to left, a left edge hits its item, and a right edge doesn't`() {
        let stage = Stage(viewport: .init(width: 340, height: 120), metrics: .init(layoutDirection: .rightToLeft))
        #expect([0, 120, 220].map { stage.scroller.index(at: .init(x: $0, y: 60)) } == [nil, 0, nil])
        stage.scroller.tap(at: .init(x: 0, y: 60))
        #expect(stage.shelf.selections == [])
    }

    @Test func `a press that barely moves is a tap where it began`() {
        let stage = Stage(initial: 4)
        stage.drag(by: 8, velocity: 5_000, from: stage.point(toTheRight: 1))
        #expect(stage.shelf.selections == [5])
        stage.finish()
        #expect(stage.scroller.currentIndex == 5)
        stage.check()
    }

    @Test func `a press that stops a glide is a tap`() {
        let stage = Stage(initial: 4)
        stage.scroller.keyPressed(.rightArrow)
        stage.frame()
        stage.frame()
        stage.drag(by: 0, from: .init(x: 290, y: 60))
        #expect(stage.shelf.selections == [5, 5])
        stage.finish()
        stage.check()
    }

    @Test func `a press in the padding during a glide lets the glide continue to its item`() {
        let stage = Stage(initial: 4)
        stage.scroller.keyPressed(.rightArrow)
        stage.frame()
        stage.scroller.dragBegan(at: .init(x: 160, y: 1))
        #expect(!stage.host.isClockRunning)
        stage.scroller.dragEnded(velocity: 0)
        stage.finish()
        #expect(stage.scroller.offset == 550)
        #expect(stage.shelf.selections == [5])
    }

    @Test func `a tap on the current item notifies the delegate again`() {
        let stage = Stage(initial: 4)
        stage.scroller.tap(at: stage.point(toTheRight: 0))
        #expect(stage.shelf.selections == [4])
        #expect(!stage.scroller.isMoving)
    }
}
