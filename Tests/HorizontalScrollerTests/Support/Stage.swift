import HorizontalScroller
import Testing

/// A scroller with its delegate, its host and a manual clock.
///
/// The viewport is 320 points wide by default: with items of 100 and a padding of 10, the centred item spans
/// 110 to 210, its neighbours show, and item *i* rests at offset 110 · *i*.
@MainActor
final class Stage {
    let scroller: HorizontalScroller<Card>
    let shelf: Shelf
    let host: RecordingHost
    private(set) var now = 1_000.0

    init(
        count: Int = 10,
        initial: Int = 0,
        viewport: ScrollerSize = .init(width: 320, height: 120),
        metrics: HorizontalScrollerMetrics = .init(),
        motion: HorizontalScrollerMotion = .init(),
        isOnScreen: Bool = true
    ) {
        scroller = HorizontalScroller(metrics: metrics, motion: motion)
        shelf = Shelf(count: count, initial: initial)
        host = RecordingHost(viewportSize: viewport)
        scroller.host = host
        scroller.delegate = shelf
        if isOnScreen { scroller.hostDidAppear() }
    }

    /// Advances one frame, some seconds after the last.
    func frame(after seconds: Double = 1.0 / 60) {
        now += seconds
        scroller.advance(to: now)
    }

    /// Advances frames until the clock stops.
    func finish() {
        var frames = 0
        while host.isClockRunning, frames < 1_000 {
            frame()
            frames += 1
        }
        #expect(!host.isClockRunning, "the movement never ends")
    }

    /// Performs a complete drag.
    func drag(by translation: Double, velocity: Double = 0, from point: ScrollerPoint = .init(x: 160, y: 60)) {
        scroller.dragBegan(at: point)
        scroller.dragMoved(by: translation)
        scroller.dragEnded(velocity: velocity)
    }

    /// Returns the middle of the item that is a number of items to the right of the centre.
    func point(toTheRight items: Int) -> ScrollerPoint {
        ScrollerPoint(x: host.viewportSize.width / 2 + Double(items) * 110, y: host.viewportSize.height / 2)
    }

    /// Checks consistency: of the scroller with itself, and with its screen.
    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(scroller._checkInvariants() == [], sourceLocation: sourceLocation)
        #expect(host.complaints == [], sourceLocation: sourceLocation)
        #expect(host.shownIndices == Array(scroller.placedIndices), sourceLocation: sourceLocation)
        for index in scroller.placedIndices {
            #expect(scroller.view(at: index)?.index == index, sourceLocation: sourceLocation)
        }
    }
}
