import HorizontalScroller
import Testing

@MainActor
struct MetricsTests {
    @Test func `by default, items are 100 by 100 with a padding of 10, from left to right`() {
        let metrics = HorizontalScrollerMetrics()
        #expect(metrics.itemWidth == 100 && metrics.itemHeight == 100 && metrics.padding == 10)
        #expect(metrics.leadingOffset == nil && metrics.trailingOffset == nil)
        #expect(metrics.layoutDirection == .leftToRight)
    }

    @Test(arguments: HorizontalScrollerMetrics.LayoutDirection.allCases, [60.0, 320, 321.7, 2_000])
    func `the first and the last item can be centred in any viewport`(
        direction: HorizontalScrollerMetrics.LayoutDirection, width: Double
    ) {
        let stage = Stage(viewport: .init(width: width, height: 120), metrics: .init(layoutDirection: direction))
        for index in [0, 9] {
            stage.scroller.select(index, animated: false)
            #expect(stage.host.placement(of: index)?.distanceFromCentre == 0)
            #expect(abs((stage.host.placement(of: index)?.frame.centre.x ?? 0) - width / 2) < 1e-9)
            stage.check()
        }
    }

    @Test func `in right-to-left the first item is the rightmost`() {
        let stage = Stage(initial: 4, metrics: .init(layoutDirection: .rightToLeft))
        #expect(stage.host.placement(of: 3)?.frame.x == 220)
        #expect(stage.host.placement(of: 5)?.frame.x == 0)
        #expect(stage.host.placement(of: 5)?.distanceFromCentre == 1)
    }

    @Test func `with offsets of zero the strip stops where the first and the last item touch the viewport`() {
        let stage = Stage(metrics: .init(leadingOffset: 0, trailingOffset: 0))
        #expect(stage.host.placement(of: 0)?.frame.x == 0)
        stage.scroller.select(9, animated: false)
        #expect(stage.host.placement(of: 9)?.frame.x == 220)
        #expect(stage.scroller.offset == 10 * 110 - 10 - 320)
        stage.check()
        stage.scroller.keyPressed(.leftArrow)
        stage.finish()
        #expect(stage.scroller.currentIndex == 8)
        stage.check()
    }

    @Test func `a strip shorter than its viewport rests at its start`() {
        let stage = Stage(count: 2, metrics: .init(leadingOffset: 0, trailingOffset: 0))
        stage.drag(by: -300, velocity: -900)
        stage.finish()
        #expect(stage.scroller.offset == 0)
        stage.check()
    }

    @Test func `new metrics update the layout immediately and keep the current item centred`() {
        let stage = Stage(initial: 4)
        stage.scroller.metrics.itemWidth = 50
        #expect(stage.host.placement(of: 4)?.frame == ScrollerFrame(x: 135, y: 10, width: 50, height: 100))
        stage.scroller.metrics.itemHeight = 40
        #expect(stage.host.placement(of: 4)?.frame.y == 40)
        stage.scroller.metrics.padding = 0
        #expect(stage.host.placement(of: 5)?.frame.x == 185)
        stage.scroller.metrics.layoutDirection = .rightToLeft
        #expect(stage.host.placement(of: 5)?.frame.x == 85)
        stage.scroller.metrics.margin = 0
        #expect(stage.scroller.placedIndices == 1..<8)
        stage.check()
        #expect(stage.shelf.selections == [])
    }

    @Test func `a resize keeps the current item centred and makes no notification`() {
        let stage = Stage(initial: 4)
        for width in [500.0, 90, 333.3] {
            stage.host.viewportSize.width = width
            stage.scroller.hostDidResize()
            #expect(abs((stage.host.placement(of: 4)?.frame.centre.x ?? 0) - width / 2) < 1e-9)
            stage.check()
        }
        #expect(stage.shelf.selections == [])
    }

    @Test func `a resize does not interrupt a glide or a drag`() {
        let stage = Stage(initial: 4)
        stage.scroller.keyPressed(.rightArrow)
        stage.frame()
        stage.host.viewportSize.width = 400
        stage.scroller.hostDidResize()
        #expect(stage.scroller.isMoving)
        stage.finish()
        stage.scroller.dragBegan(at: .init(x: 10, y: 60))
        stage.scroller.dragMoved(by: -30)
        stage.host.viewportSize.width = 300
        stage.scroller.hostDidResize()
        #expect(stage.scroller.offset == 580)
        stage.check()
    }

    @Test func `new metrics complete a flick, and the delegate is notified once`() {
        let stage = Stage(count: 100)
        stage.drag(by: -20, velocity: -1_500)
        stage.frame()
        stage.scroller.metrics.itemWidth = 50
        #expect(stage.shelf.selections == [4])
        #expect(stage.scroller.offset == 240)
        stage.check()
    }
}
