import HorizontalScroller
import Testing

@MainActor
struct TouchpadAndWheelTests {
    @Test(arguments: [(HorizontalScrollerMetrics.LayoutDirection.leftToRight, 5), (.rightToLeft, 3)])
    func `a touchpad scrolls to items further right, and its end centres the nearest item`(
        direction: HorizontalScrollerMetrics.LayoutDirection, expected: Int
    ) {
        let stage = Stage(initial: 4, metrics: .init(layoutDirection: direction))
        stage.scroller.scrollBegan()
        for _ in 0..<10 { stage.scroller.scrollMoved(by: 10) }
        #expect(stage.shelf.selections == [])
        stage.scroller.scrollEnded(velocity: 0)
        stage.finish()
        #expect(stage.shelf.selections == [expected])
        stage.check()
    }

    @Test func `a touchpad's fling continues and notifies the delegate once, when it has landed`() {
        let stage = Stage(count: 100, initial: 4)
        stage.scroller.scrollMoved(by: 20)
        stage.scroller.scrollEnded(velocity: 1_500)
        #expect(stage.shelf.selections == [])
        stage.finish()
        #expect(stage.shelf.selections == [8])
    }

    @Test func `fingers that touch and leave without scrolling select nothing`() {
        let stage = Stage(initial: 4)
        stage.scroller.scrollBegan()
        stage.scroller.scrollEnded(velocity: 0)
        #expect(stage.shelf.selections == [])
        #expect(!stage.scroller.isMoving)
    }

    @Test func `each click of a wheel moves the selection by one item`() {
        let stage = Stage(initial: 4)
        stage.scroller.wheelTurned(dx: 0, dy: 1)
        stage.scroller.wheelTurned(dx: 0, dy: 1)
        stage.scroller.wheelTurned(dx: 0, dy: -3)
        #expect(stage.shelf.selections == [5, 6, 3])
        stage.finish()
        #expect(stage.scroller.offset == 330)
    }

    @Test func `fractions of a click add up, and a turn back takes effect immediately`() {
        let stage = Stage(initial: 4)
        for _ in 0..<3 { stage.scroller.wheelTurned(dx: 0, dy: 0.25) }
        #expect(stage.shelf.selections == [])
        stage.scroller.wheelTurned(dx: 0, dy: 0.25)
        #expect(stage.shelf.selections == [5])
        stage.scroller.wheelTurned(dx: 0, dy: 0.75)
        stage.scroller.wheelTurned(dx: 0, dy: -1)
        #expect(stage.shelf.selections == [5, 4])
    }

    @Test func `a wheel tilted to the right moves right, and one turned down moves forward`() {
        let stage = Stage(initial: 4, metrics: .init(layoutDirection: .rightToLeft))
        stage.scroller.wheelTurned(dx: 1, dy: 0)
        stage.scroller.wheelTurned(dx: 0, dy: 1)
        #expect(stage.shelf.selections == [3, 4])
    }

    @Test func `an extreme turn of the wheel ends at the last item`() {
        let stage = Stage(initial: 4)
        stage.scroller.wheelTurned(dx: 0, dy: 1e300)
        #expect(stage.shelf.selections == [9])
    }
}
