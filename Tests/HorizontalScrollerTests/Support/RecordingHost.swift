import HorizontalScroller

/// A host without a toolkit that records its views and the calls it receives.
@MainActor
final class RecordingHost: HorizontalScrollerHost {
    enum Event: Equatable {
        case placed(Int)
        case removed(Int)
        case clockStarted
        case clockStopped
    }

    var viewportSize: ScrollerSize
    private(set) var events: [Event] = []
    private(set) var screen: [ObjectIdentifier: ScrollerPlacement] = [:]
    private(set) var isClockRunning = false
    /// Violations of the host's contract: sentences for the failure message.
    private(set) var complaints: [String] = []
    var onPlace: ((ScrollerPlacement) -> Void)?

    init(viewportSize: ScrollerSize) {
        self.viewportSize = viewportSize
    }

    func place(_ view: Card, at placement: ScrollerPlacement) {
        events.append(.placed(placement.index))
        if view.index != placement.index { complaints.append("the card of \(view.index) was placed for \(placement.index)") }
        screen[ObjectIdentifier(view)] = placement
        if screen.values.count(where: { $0.index == placement.index }) > 1 {
            complaints.append("two views represent \(placement.index)")
        }
        onPlace?(placement)
    }

    func remove(_ view: Card) {
        events.append(.removed(view.index))
        if screen.removeValue(forKey: ObjectIdentifier(view)) == nil {
            complaints.append("a view was removed that is not on the screen")
        }
    }

    func startClock() {
        events.append(.clockStarted)
        if isClockRunning { complaints.append("the clock was started twice") }
        isClockRunning = true
    }

    func stopClock() {
        events.append(.clockStopped)
        if !isClockRunning { complaints.append("the clock was stopped twice") }
        isClockRunning = false
    }

    /// The indices on the screen, in order.
    var shownIndices: [Int] { screen.values.map(\.index).sorted() }

    /// The placement of an item.
    func placement(of index: Int) -> ScrollerPlacement? {
        screen.values.first { $0.index == index }
    }

    func forgetEvents() {
        events = []
    }
}
