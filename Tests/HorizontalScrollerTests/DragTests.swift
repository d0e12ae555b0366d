import HorizontalScroller
import Testing

@MainActor
struct DragTests {
    @Test func `the strip stays under the pointer`() {
        let stage = Stage(initial: 4)
        stage.scroller.dragBegan(at: .init(x: 160, y: 60))
        for translation in [-10.0, -60, 35, 120] {
            stage.scroller.dragMoved(by: translation)
            #expect(stage.host.placement(of: 4)?.frame.x == 110 + translation)
            stage.check()
        }
        #expect(stage.shelf.selections == [])
        #expect(stage.scroller.currentIndex == 4)
    }

    @Test(arguments: [(-54.0, 4), (-56, 5), (-166, 6), (56, 3), (9, 4)])
    func `a slow drag centres the nearest item and notifies the delegate once, at its end`(translation: Double, expected: Int) {
        let stage = Stage(initial: 4)
        stage.drag(by: translation, velocity: 49)
        #expect(stage.shelf.selections == [expected])
        stage.finish()
        #expect(stage.shelf.selections == [expected])
        #expect(stage.scroller.offset == Double(expected) * 110)
        stage.check()
    }

    @Test func `a flick notifies the delegate once, when it has landed with an item centred`() {
        let stage = Stage(count: 100, initial: 4)
        stage.drag(by: -20, velocity: -1_500)
        #expect(stage.shelf.selections == [])
        #expect(stage.scroller.currentIndex == 4)
        var last = stage.scroller.offset
        while stage.host.isClockRunning {
            stage.frame()
            #expect(stage.scroller.offset >= last)
            last = stage.scroller.offset
        }
        // 440 + 20 dragged + 1500 / 4 flicked = 835, nearest to item 8 at 880.
        #expect(stage.shelf.selections == [8])
        #expect(stage.scroller.offset == 880)
        stage.check()
    }

    @Test func `a flick starts with the pointer's velocity`() {
        let stage = Stage(count: 100, initial: 4)
        stage.drag(by: -20, velocity: -1_500)
        stage.frame()
        let before = stage.scroller.offset
        stage.frame(after: 0.001)
        #expect(abs((stage.scroller.offset - before) / 0.001 - 1_500) < 15)
    }

    @Test func `in right-to-left a drag to the right moves forward`() {
        let stage = Stage(initial: 4, metrics: .init(layoutDirection: .rightToLeft))
        stage.drag(by: 100)
        #expect(stage.shelf.selections == [5])
        stage.finish()
        stage.drag(by: 20, velocity: 600)
        stage.finish()
        #expect(stage.shelf.selections == [5, 7])
    }

    @Test(arguments: [-100_000.0, 100_000], [-100_000.0, 0, 100_000])
    func `offsets out of range are clamped at rest, after any drag`(translation: Double, velocity: Double) {
        let stage = Stage(initial: 4)
        stage.drag(by: translation, velocity: velocity)
        stage.finish()
        #expect((0...990).contains(stage.scroller.offset))
        #expect(stage.shelf.selections.count == 1)
        stage.check()
    }

    @Test func `beyond an end the strip follows less than the pointer, and returns`() {
        let stage = Stage()
        stage.scroller.dragBegan(at: .init(x: 160, y: 60))
        stage.scroller.dragMoved(by: 100)
        #expect(stage.scroller.offset < -40 && stage.scroller.offset > -55)
        stage.scroller.dragEnded(velocity: 0)
        stage.finish()
        #expect(stage.scroller.offset == 0)
        #expect(stage.shelf.selections == [0])
    }

    @Test func `without rubber banding the strip stops at its end`() {
        let stage = Stage(motion: .init(rubberBanding: 0))
        stage.scroller.dragBegan(at: .init(x: 160, y: 60))
        stage.scroller.dragMoved(by: 100)
        #expect(stage.scroller.offset == 0)
    }

    @Test func `a strip caught while returning from beyond an end does not jump`() {
        let stage = Stage()
        stage.drag(by: 200)
        stage.frame()
        stage.frame()
        let offset = stage.scroller.offset
        #expect(offset < 0)
        stage.scroller.dragBegan(at: .init(x: 100, y: 60))
        stage.scroller.dragMoved(by: 0.001)
        #expect(abs(stage.scroller.offset - offset) < 0.01)
    }

    @Test func `a strip caught beyond its end in a viewport that shrank stays within that`() {
        let stage = Stage()
        stage.drag(by: 400)
        stage.frame()
        stage.host.viewportSize.width = 60
        stage.scroller.hostDidResize()
        stage.scroller.dragBegan(at: .init(x: 30, y: 60))
        #expect(stage.scroller.offset > -60)
        stage.check()
    }

    @Test func `a press that stops a flick selects the nearest item, once, and is not a tap`() {
        let stage = Stage(count: 100)
        stage.drag(by: -20, velocity: -4_000)
        for _ in 0..<10 { stage.frame() }
        let nearest = Int((stage.scroller.offset / 110).rounded())
        stage.drag(by: 0, from: .init(x: 315, y: 60))
        #expect(stage.shelf.selections == [nearest])
        stage.finish()
        #expect(stage.shelf.selections == [nearest])
        stage.check()
    }

    @Test func `a cancelled drag ends without a flick`() {
        let stage = Stage(initial: 4)
        stage.scroller.dragBegan(at: .init(x: 160, y: 60))
        stage.scroller.dragMoved(by: -100)
        stage.scroller.dragCancelled()
        stage.scroller.dragEnded(velocity: -5_000)
        stage.finish()
        #expect(stage.shelf.selections == [5])
    }

    @Test func `a press cancelled before it moved has no effect`() {
        let stage = Stage(initial: 4)
        stage.scroller.dragBegan(at: stage.point(toTheRight: 1))
        stage.scroller.dragCancelled()
        #expect(stage.shelf.selections == [])
        #expect(!stage.scroller.isMoving)
    }

    @Test func `a drag ended by select no longer moves the strip`() {
        let stage = Stage(initial: 4)
        stage.scroller.dragBegan(at: .init(x: 160, y: 60))
        stage.scroller.dragMoved(by: -100)
        stage.scroller.select(8, animated: false)
        stage.scroller.dragMoved(by: -300)
        stage.scroller.dragEnded(velocity: -5_000)
        #expect(stage.scroller.offset == 880)
        #expect(stage.shelf.selections == [8])
        stage.check()
    }

    @Test func `numbers that are not finite are ignored`() {
        let stage = Stage(initial: 4)
        for wild in [Double.nan, .infinity, -.infinity] {
            stage.scroller.tap(at: .init(x: wild, y: 60))
            stage.scroller.dragBegan(at: .init(x: wild, y: wild))
            stage.scroller.dragBegan(at: .init(x: 160, y: 1))
            stage.scroller.dragMoved(by: wild)
            stage.scroller.dragEnded(velocity: wild)
            stage.scroller.scrollMoved(by: wild)
            stage.scroller.wheelTurned(dx: wild, dy: wild)
            stage.scroller.advance(to: wild)
            stage.check()
        }
        #expect(stage.scroller.offset == 440)
        #expect(stage.shelf.selections == [])
    }
}
