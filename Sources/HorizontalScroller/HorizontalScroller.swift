/// A strip of views that scrolls sideways, one of them centred and current.
///
/// The scroller is independent of toolkit and content. A ``HorizontalScrollerDelegate`` provides the views and is notified of selections. A
/// ``HorizontalScrollerHost`` shows the views and reports user input. The scroller makes all decisions.
///
/// ```swift
/// let scroller = HorizontalScroller<Label>()
/// scroller.host = strip          // a widget
/// scroller.delegate = shelf      // provides the items
/// scroller.reload()
/// ```
///
/// ## Behavior
/// - The first reload centres the delegate's initial item; by default the first one.
/// - A reload asks for everything again. It keeps the current index if it exists, and clamps it otherwise. The delegate is notified only of
///   a change.
/// - Without a delegate or items, the scroller shows nothing and makes no notification.
/// - Appearing on screen reloads.
/// - A tap centres the tapped item and notifies the delegate once, immediately, even if the item is already current. In the padding or
///   outside it does nothing.
/// - The end of a slow drag centres the nearest item and notifies the delegate once, immediately.
/// - A flick starts with the pointer's velocity, ends with an item centred, and notifies the delegate once, at its end.
/// - Offsets out of range are clamped at rest; beyond an end, the strip follows less than the pointer, or not at all.
/// - Arrow keys, Home, End, Page Up and Page Down move the selection, in both layout directions.
/// - A wheel moves the selection by one item for each click; a touchpad scrolls like a drag.
/// - The first and the last item can be centred in any viewport, unless the metrics prevent it.
/// - New metrics and a new size keep the current item centred.
/// - Only the visible items and the margin have views. Views are reused, and surplus ones are released.
/// - With a centring duration of zero, or off screen, nothing is animated.
/// - The scroller retains neither delegate nor host.
/// - A delegate or host can call back at any time.
/// - After any sequence of these, the scroller is consistent with itself and with its screen.
///
/// - Threading: Everything happens on the main actor.
/// - Reentrancy: A delegate or host can call any command from within any of its requirements. The scroller performs the command after the
///   requirement has returned and the work in progress is complete, in the order given. So a delegate never sees an incomplete state, and
///   is notified of each change in turn. Until then, the properties have their old values. Several waiting reloads become one. A
///   precondition stops a delegate that endlessly answers each command with another.
@MainActor
public final class HorizontalScroller<ItemView> {
    // State, all protected by the main actor:
    // - count, currentIndex, knownIndex: the content as of the last reload, changed only by commands.
    // - offset, phase, wheelRemainder: the strip's position and movement, changed only by commands.
    // - stage, slots, pool: the host, and the views on and off its screen, changed by commands, last by `layOut`; the pool also by
    //   dequeuing.
    // - waiting, isRunning: the queue that keeps commands from running inside each other.

    /// The object that provides the views and is notified of selections. Held weakly.
    ///
    /// Setting another delegate means other content: the scroller then shows nothing until ``reload()``.
    public weak var delegate: (any HorizontalScrollerDelegate<ItemView>)? {
        didSet {
            if delegate !== oldValue { run(.forgetDelegate) }
        }
    }

    /// The object that shows the views. Held weakly; a widget that is the host usually owns the scroller.
    ///
    /// When you set another host, the scroller asks the former one to remove the views, and completes a movement immediately. If there are
    /// items, the new host is filled immediately, and animates from its ``hostDidAppear()`` on.
    public weak var host: (any HorizontalScrollerHost<ItemView>)? {
        didSet {
            if host !== oldValue { run(.changeHost) }
        }
    }

    /// The dimensions of the items, in points. Setting them updates the layout immediately.
    ///
    /// - Precondition: The sides of the item are greater than 0, all other values are 0 or more, and all are finite.
    public var metrics: HorizontalScrollerMetrics {
        didSet {
            check(metrics.problem)
            if metrics != oldValue { run(.adopt(metrics: metrics)) }
        }
    }

    /// The way in which the strip moves. A new value applies from the next movement on.
    ///
    /// - Precondition: The friction is greater than 0, the rubber banding is from 0 to 1, and all other values are 0 or more.
    public var motion: HorizontalScrollerMotion {
        didSet { check(motion.problem) }
    }

    /// The selected item; `nil` while there are no items.
    ///
    /// An item selected by a tap, a key, the wheel or ``select(_:animated:)`` is current immediately, while it still glides to the centre.
    /// An item reached by a drag or a flick becomes current when the strip settles.
    public package(set) var currentIndex: Int?

    /// The distance from the start of the strip to the start of the viewport, in points and in reading order.
    ///
    /// From 0 up to the offset that shows the last item; beyond that only while the user pulls the strip, and on its way back.
    public package(set) var offset: Double = 0

    /// The number of items, as of the last reload.
    public var numberOfViews: Int { geometry.count }

    /// Whether a drag, a flick or an animation is in progress.
    public var isMoving: Bool { phase != .resting }

    /// The items that have views: those visible at least in part, and the margin.
    public var placedIndices: Range<Int> {
        guard let first = slots.first, let last = slots.last else { return 0..<0 }
        return first.index..<last.index + 1
    }

    /// The numbers that determine positions. Its metrics follow ``metrics`` when the queue reaches that change.
    var geometry: StripGeometry

    /// The index that the delegate knows to be current: the last one that it named or was notified of.
    var knownIndex: Int?

    var phase: ScrollerPhase = .resting
    var wheelRemainder: Double = 0
    var isOnScreen = false
    var isClockRunning = false

    /// The host that has the views. Follows ``host`` when the queue reaches that change.
    weak var stage: (any HorizontalScrollerHost<ItemView>)?

    var slots: [Slot] = []
    var pool = ViewPool<ItemView>()

    var waiting: [ScrollerCommand] = []
    var isRunning = false

    /// An item's view on the screen, and where the host last placed it.
    struct Slot {
        let index: Int
        let view: ItemView
        var placement: ScrollerPlacement?
    }

    /// Creates a scroller that shows nothing yet.
    ///
    /// - Parameters:
    ///   - metrics: The dimensions of the items, in points.
    ///   - motion: The way in which the strip moves.
    /// - Precondition: All values are in their ranges.
    public init(metrics: HorizontalScrollerMetrics = .init(), motion: HorizontalScrollerMotion = .init()) {
        self.metrics = metrics
        self.motion = motion
        self.geometry = StripGeometry(metrics: metrics, viewport: .zero, count: 0)
        check(metrics.problem)
        check(motion.problem)
    }

    private func check(_ problem: String?) {
        if let problem { preconditionFailure("HorizontalScroller: \(problem).") }
    }
}
