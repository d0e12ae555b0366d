import HorizontalScroller
import Testing

@MainActor
struct ReloadTests {
    @Test func `the first reload centres the delegate's initial item without notifying it`() {
        let stage = Stage(count: 10, initial: 4)
        #expect(stage.scroller.currentIndex == 4)
        #expect(stage.scroller.offset == 440)
        #expect(stage.host.placement(of: 4)?.frame == ScrollerFrame(x: 110, y: 10, width: 100, height: 100))
        #expect(stage.shelf.selections == [])
        stage.check()
    }

    @Test func `a delegate that names no initial item begins with the first`() {
        @MainActor final class Plain: HorizontalScrollerDelegate {
            func numberOfViews(for scroller: HorizontalScroller<Int>) -> Int { 3 }
            func horizontalScroller(_ scroller: HorizontalScroller<Int>, viewAt index: Int) -> Int { index }
            func horizontalScroller(_ scroller: HorizontalScroller<Int>, didSelectViewAt index: Int) {}
        }
        let plain = Plain()
        let scroller = HorizontalScroller<Int>()
        scroller.delegate = plain
        scroller.reload()
        #expect(scroller.currentIndex == 0)
    }

    @Test(arguments: [(-3, 0), (10, 9), (99, 9)])
    func `an initial item out of range is clamped and the delegate notified`(initial: Int, expected: Int) {
        let stage = Stage(count: 10, initial: initial)
        #expect(stage.scroller.currentIndex == expected)
        #expect(stage.shelf.selections == [expected])
    }

    @Test func `a reload keeps an existing current index without notifying the delegate`() {
        let stage = Stage(count: 10, initial: 4)
        stage.shelf.count = 7
        stage.scroller.reload()
        #expect(stage.scroller.currentIndex == 4)
        #expect(stage.scroller.offset == 440)
        #expect(stage.shelf.selections == [])
        stage.check()
    }

    @Test func `a reload clamps a current index that no longer exists and notifies the delegate once`() {
        let stage = Stage(count: 10, initial: 8)
        stage.shelf.count = 3
        stage.scroller.reload()
        #expect(stage.scroller.currentIndex == 2)
        #expect(stage.scroller.offset == 220)
        #expect(stage.shelf.selections == [2])
        stage.scroller.reload()
        #expect(stage.shelf.selections == [2])
        stage.check()
    }

    @Test func `a reload asks for the number once and for each visible view again, in order`() {
        let stage = Stage(count: 100, initial: 50)
        stage.shelf.forgetRecords()
        stage.scroller.reload()
        #expect(stage.shelf.countQuestions == 1)
        #expect(stage.shelf.viewQuestions == Array(stage.scroller.placedIndices))
        #expect(stage.shelf.cardsMade == 0)
    }

    @Test(arguments: [0, -5])
    func `without items the scroller shows nothing and makes no notification`(count: Int) {
        let stage = Stage(count: 10, initial: 4)
        stage.shelf.count = count
        stage.shelf.forgetRecords()
        stage.scroller.reload()
        #expect(stage.scroller.currentIndex == nil)
        #expect(stage.scroller.numberOfViews == 0)
        #expect(stage.host.shownIndices == [])
        stage.drag(by: -200, velocity: -2_000)
        stage.scroller.tap(at: stage.point(toTheRight: 0))
        stage.scroller.select(3)
        stage.scroller.wheelTurned(dx: 0, dy: 1)
        #expect(!stage.scroller.keyPressed(.end))
        #expect(stage.shelf.selections == [])
        #expect(stage.shelf.viewQuestions == [])
        stage.check()
    }

    @Test func `a negative number of views counts as 0`() {
        let stage = Stage(count: -3)
        #expect(stage.host.shownIndices == [])
        #expect(stage.scroller.currentIndex == nil)
        #expect(stage.shelf.viewQuestions == [] && stage.shelf.selections == [])
        stage.check()
    }

    @Test func `items that return start with the initial item again`() {
        let stage = Stage(count: 10, initial: 4)
        stage.scroller.select(9, animated: false)
        stage.shelf.count = 0
        stage.scroller.reload()
        stage.shelf.count = 10
        stage.scroller.reload()
        #expect(stage.scroller.currentIndex == 4)
        #expect(stage.shelf.selections == [9])
    }

    @Test func `without a delegate the scroller shows nothing`() {
        let stage = Stage()
        stage.scroller.delegate = nil
        #expect(stage.host.shownIndices == [])
        stage.scroller.reload()
        stage.scroller.keyPressed(.end)
        #expect(stage.scroller.currentIndex == nil)
        #expect(stage.shelf.selections == [])
        stage.check()
    }

    @Test func `another delegate receives no calls before the reload`() {
        let stage = Stage(count: 10, initial: 4)
        let other = Shelf(count: 3, initial: 1)
        stage.scroller.delegate = other
        #expect(stage.host.shownIndices == [])
        #expect(other.countQuestions == 0)
        stage.scroller.reload()
        #expect(stage.scroller.currentIndex == 1)
        #expect(other.cardsMade == 3)
        stage.check()
    }

    @Test func `appearing on screen reloads`() {
        let stage = Stage(count: 10, initial: 4)
        stage.scroller.hostDidDisappear()
        stage.shelf.count = 2
        stage.shelf.forgetRecords()
        stage.scroller.hostDidAppear()
        #expect(stage.shelf.countQuestions == 1)
        #expect(stage.scroller.currentIndex == 1)
        stage.check()
    }

    @Test func `a reload during a drag lets the drag continue`() {
        let stage = Stage(count: 10, initial: 4)
        stage.scroller.dragBegan(at: .init(x: 160, y: 60))
        stage.scroller.dragMoved(by: -50)
        stage.shelf.count = 20
        stage.scroller.reload()
        #expect(stage.scroller.offset == 490)
        stage.scroller.dragMoved(by: -220)
        stage.scroller.dragEnded(velocity: 0)
        #expect(stage.shelf.selections == [6])
        stage.check()
    }

    @Test func `a reload during a glide lets the glide continue, if its item stays where it was`() {
        let stage = Stage(count: 10)
        stage.scroller.select(5)
        stage.frame()
        stage.frame()
        let offset = stage.scroller.offset
        stage.scroller.reload()
        #expect(stage.scroller.isMoving && stage.scroller.offset == offset)
        stage.shelf.count = 3
        stage.scroller.reload()
        #expect(!stage.scroller.isMoving && stage.scroller.offset == 220)
        #expect(stage.shelf.selections == [5, 2])
        stage.check()
    }

    @Test func `a reload that shortens the strip under a glide lands it instead of showing nothing`() {
        let stage = Stage(count: 30, initial: 29)
        stage.scroller.keyPressed(.home)
        stage.frame()
        stage.frame()
        stage.shelf.count = 2
        stage.scroller.reload()
        #expect(stage.scroller.offset == 0)
        #expect(stage.host.shownIndices == [0, 1])
        stage.check()
    }

    @Test func `a reload that removes a flick's item lands on the last item and reports it once`() {
        let stage = Stage(count: 100)
        stage.drag(by: -20, velocity: -3_000)
        stage.frame()
        stage.shelf.count = 3
        stage.scroller.reload()
        #expect(stage.shelf.selections == [2])
        stage.finish()
        #expect(stage.shelf.selections == [2])
        stage.check()
    }
}
