import HorizontalScroller
import Testing

@MainActor
struct LifetimeTests {
    @Test func `the scroller retains neither its delegate nor its host`() {
        let scroller = HorizontalScroller<Card>()
        weak var weakShelf: Shelf?
        weak var weakHost: RecordingHost?
        do {
            let shelf = Shelf(count: 10)
            let host = RecordingHost(viewportSize: .init(width: 320, height: 120))
            (weakShelf, weakHost) = (shelf, host)
            scroller.delegate = shelf
            scroller.host = host
            scroller.hostDidAppear()
            scroller.select(5)
        }
        #expect(weakShelf == nil)
        #expect(weakHost == nil)
    }

    @Test func `when the delegate is deallocated, nothing is shown and nothing is kept`() {
        let scroller = HorizontalScroller<Card>()
        let host = RecordingHost(viewportSize: .init(width: 320, height: 120))
        scroller.host = host
        weak var card: Card?
        do {
            let shelf = Shelf(count: 10)
            scroller.delegate = shelf
            scroller.hostDidAppear()
            card = scroller.view(at: 0)
            scroller.select(5)
        }
        scroller.advance(to: 1)
        #expect(host.shownIndices == [])
        #expect(!host.isClockRunning)
        #expect(scroller.currentIndex == nil)
        #expect(card == nil)
        #expect(scroller._checkInvariants() == [])
    }

    @Test func `when the host is deallocated, the scroller still responds`() {
        let scroller = HorizontalScroller<Card>()
        let shelf = Shelf(count: 10)
        scroller.delegate = shelf
        do {
            let host = RecordingHost(viewportSize: .init(width: 320, height: 120))
            scroller.host = host
            scroller.hostDidAppear()
            scroller.select(5)
            scroller.advance(to: 1)
        }
        scroller.select(7)
        #expect(shelf.selections == [5, 7])
        #expect(!scroller.isMoving)
        #expect(scroller.placedIndices.isEmpty)
        #expect(scroller._checkInvariants() == [])
    }

    @Test func `a former host is left without views and without a running clock`() {
        let stage = Stage(count: 100)
        stage.drag(by: -20, velocity: -1_500)
        stage.frame()
        let other = RecordingHost(viewportSize: .init(width: 500, height: 120))
        stage.scroller.host = other
        #expect(stage.host.shownIndices == [])
        #expect(!stage.host.isClockRunning)
        #expect(stage.shelf.selections == [4])
        stage.scroller.hostDidAppear()
        #expect(other.shownIndices == Array(stage.scroller.placedIndices))
        #expect(other.complaints == [] && stage.host.complaints == [])
        #expect(stage.scroller._checkInvariants() == [])
    }

    @Test func `a released scroller leaves no views behind in memory`() {
        weak var card: Card?
        weak var scroller: HorizontalScroller<Card>?
        do {
            let stage = Stage()
            scroller = stage.scroller
            stage.scroller.select(9, animated: false)
            card = stage.scroller.view(at: 9)
            #expect(card != nil)
        }
        #expect(card == nil)
        #expect(scroller == nil)
    }
}
