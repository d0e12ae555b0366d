import HorizontalScroller
import Testing

@MainActor
struct SelectTests {
    @Test func `select glides to an item and notifies the delegate immediately, once`() {
        let stage = Stage()
        stage.scroller.select(3)
        #expect(stage.shelf.selections == [3])
        #expect(stage.scroller.currentIndex == 3)
        #expect(stage.scroller.offset == 0)
        stage.finish()
        #expect(stage.scroller.offset == 330)
        #expect(stage.shelf.selections == [3])
        stage.check()
    }

    @Test func `a glide takes its duration and eases out`() {
        let stage = Stage(motion: .init(centringDuration: 0.5))
        stage.scroller.select(1)
        stage.frame()
        #expect(stage.scroller.offset == 0)
        stage.frame(after: 0.25)
        #expect(stage.scroller.offset == 96.25)
        #expect(stage.host.isClockRunning)
        stage.frame(after: 0.25)
        #expect(stage.scroller.offset == 110)
        #expect(!stage.host.isClockRunning)
    }

    @Test func `from one end of 100,000 items to the other, the strip jumps most of the way, and only the rest asks for views`() {
        let stage = Stage(count: 100_000, motion: .init(longestGlide: 2))
        stage.shelf.forgetRecords()
        stage.scroller.keyPressed(.end)
        #expect(stage.scroller.offset == 99_999 * 110 - 2 * 320)
        #expect(stage.shelf.selections == [99_999])
        stage.finish()
        #expect(stage.scroller.offset == 99_999 * 110)
        // Two viewports with what shows at their ends and the margins.
        #expect(stage.shelf.viewQuestions.count <= 2 * 4 + 2 * 5)
        stage.scroller.keyPressed(.home)
        #expect(stage.scroller.offset == 2 * 320)
        stage.finish()
        #expect(stage.scroller.offset == 0)
        stage.check()
    }

    @Test func `a clock that runs backwards does no harm`() {
        let stage = Stage()
        stage.scroller.select(3)
        stage.frame()
        stage.frame(after: -10)
        #expect(stage.scroller.offset == 0)
        stage.check()
    }

    @Test func `select without animation jumps`() {
        let stage = Stage()
        stage.scroller.select(3, animated: false)
        #expect(stage.scroller.offset == 330)
        #expect(!stage.host.events.contains(.clockStarted))
        stage.check()
    }

    @Test(arguments: [(-1, 0), (10, 9), (Int.max, 9), (Int.min, 0)])
    func `an index out of range is clamped`(index: Int, expected: Int) {
        let stage = Stage(initial: 4)
        stage.scroller.select(index)
        #expect(stage.shelf.selections == [expected])
    }

    @Test func `selecting the current item makes no notification`() {
        let stage = Stage(initial: 4)
        stage.scroller.select(4)
        #expect(stage.shelf.selections == [])
    }

    @Test func `with a centring duration of zero nothing is animated`() {
        let stage = Stage(count: 100, motion: .init(centringDuration: 0))
        stage.scroller.select(3)
        #expect(stage.scroller.offset == 330)
        stage.drag(by: -20, velocity: -1_500)
        #expect(stage.scroller.offset == 770)
        stage.scroller.tap(at: stage.point(toTheRight: 1))
        stage.scroller.keyPressed(.home)
        #expect(stage.shelf.selections == [3, 7, 8, 0])
        #expect(!stage.host.events.contains(.clockStarted))
        stage.check()
    }

    @Test func `off screen nothing is animated`() {
        let stage = Stage(isOnScreen: false)
        stage.scroller.reload()
        stage.scroller.select(3)
        #expect(stage.scroller.offset == 330)
        #expect(!stage.scroller.isMoving)
        stage.check()
    }

    @Test func `a flick completes when its host disappears, and the delegate is notified once`() {
        let stage = Stage(count: 100)
        stage.drag(by: -20, velocity: -1_500)
        stage.frame()
        stage.scroller.hostDidDisappear()
        #expect(stage.shelf.selections == [4])
        #expect(stage.scroller.offset == 440)
        #expect(!stage.host.isClockRunning)
        stage.check()
    }

    @Test func `a drag settles immediately when its host disappears`() {
        let stage = Stage()
        stage.scroller.dragBegan(at: .init(x: 160, y: 60))
        stage.scroller.dragMoved(by: -200)
        stage.scroller.hostDidDisappear()
        #expect(stage.shelf.selections == [2])
        #expect(stage.scroller.offset == 220)
        stage.check()
    }
}
