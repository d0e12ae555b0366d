/// A strip of views that scrolls sideways, one of them centred and current.
///
/// The scroller knows no toolkit and no content. A ``HorizontalScrollerDelegate`` gives it views and hears what was
/// chosen; a ``HorizontalScrollerHost`` shows the views and reports what the user does. Every decision is made here.
///
/// ```swift
/// let scroller = HorizontalScroller<Label>()
/// scroller.host = strip          // a widget
/// scroller.delegate = shelf      // knows the items
/// scroller.reload()
/// ```
///
/// ## Behavior
/// - The first reload centres the delegate's initial item; the first one unless named.
/// - A reload asks for everything again, keeps the current index where it exists and clamps it where it does not. The
///   delegate is told only of a change.
/// - With no delegate or no items, nothing is shown and nobody is told.
/// - Coming on screen reloads.
/// - A tap centres the tapped item and tells the delegate once, at once, also if the item is current already. In the padding
///   or outside it does nothing.
/// - The end of a slow drag centres the nearest item and tells the delegate once, at once.
/// - A flick leaves with the pointer's velocity, lands with an item centred, and tells the delegate once, then.
/// - Offsets out of range are clamped at rest; beyond an end the strip follows less than the pointer, or not at all.
/// - Arrow keys, Home, End, Page Up and Page Down move the selection, in both layout directions.
/// - A wheel moves the selection by one item for each click; a touchpad scrolls like a drag.
/// - The first and the last item can be centred in any viewport, unless the metrics say otherwise.
/// - New metrics and a new size keep the current item centred.
/// - Only the visible items and the margin have views; views are used again, and spare ones are let go.
/// - With a centring duration of zero, or off screen, nothing is animated.
/// - Neither delegate nor host is retained.
/// - A delegate or host may call back at any time.
/// - Whatever the sequence of all of these, the scroller agrees with itself and with its screen.
///
/// - Threading: Everything happens on the main actor.
/// - Reentrancy: A delegate or host may call any command from within any of its requirements. The command is carried
///   out once the requirement has returned and the work under way is complete, in the order given, so a delegate never
///   sees a half-done state and is told of each change in turn. Until then the properties have their old values. Several
///   waiting reloads become one. A delegate that answers each command with another, without end, is stopped by a
///   precondition.
@MainActor
public final class HorizontalScroller<ItemView> {
    // State, all protected by the main actor:
    // - count, currentIndex, knownIndex: the content as of the last reload, changed by commands only.
    // - offset, phase, wheelRemainder: where the strip is and what moves it, changed by commands only.
    // - stage, slots, pool: the host, and the views on and off its screen, changed by commands, in the end by `layOut`;
    //   the pool by dequeuing, too.
    // - waiting, isRunning: the queue that keeps commands from running inside each other.

    /// Who provides the views and hears what was chosen. Held weakly.
    ///
    /// Another delegate means other content: the scroller shows nothing from then on, until ``reload()``.
    public weak var delegate: (any HorizontalScrollerDelegate<ItemView>)? {
        didSet {
            if delegate !== oldValue { run(.forgetDelegate) }
        }
    }

    /// Who shows the views. Held weakly; a widget that is the host usually owns the scroller.
    ///
    /// A former host is asked to remove the views; what moves on it ends where it was going. The new one is filled at once if
    /// there are items, and animates from its ``hostDidAppear()`` on.
    public weak var host: (any HorizontalScrollerHost<ItemView>)? {
        didSet {
            if host !== oldValue { run(.changeHost) }
        }
    }

    /// The measures of the items, in points. A new value is laid out at once.
    ///
    /// - Precondition: The sides of the item are more than 0, all other measures are 0 or more, all are finite.
    public var metrics: HorizontalScrollerMetrics {
        didSet {
            check(metrics.problem)
            if metrics != oldValue { run(.adopt(metrics: metrics)) }
        }
    }

    /// How the strip moves. A new value holds from the next movement on.
    ///
    /// - Precondition: The friction is more than 0, the rubber banding is from 0 to 1, all other measures are 0 or more.
    public var motion: HorizontalScrollerMotion {
        didSet { check(motion.problem) }
    }

    /// The item that is selected; `nil` while there are no items.
    ///
    /// A chosen item (tap, key, wheel, ``select(_:animated:)``) is current at once, while it still glides to the centre. An item
    /// that is reached by dragging or by a flick becomes current when the strip settles.
    public package(set) var currentIndex: Int?

    /// The distance from the start of the strip to the start of the viewport, in points and in reading order.
    ///
    /// From 0 up to the offset that shows the last item; beyond that only while the user pulls the strip, and on its way back.
    public package(set) var offset: Double = 0

    /// How many items there are, as of the last reload.
    public var numberOfViews: Int { geometry.count }

    /// Whether a drag, a flick or an animation is under way.
    public var isMoving: Bool { phase != .resting }

    /// The items that have views: those that show at least in part, and the margin.
    public var placedIndices: Range<Int> {
        guard let first = slots.first, let last = slots.last else { return 0..<0 }
        return first.index..<last.index + 1
    }

    /// The numbers that positions are computed from. Its metrics follow ``metrics`` once the queue comes to them.
    var geometry: StripGeometry

    /// The index that the delegate knows to be current: the last that it named or was told.
    var knownIndex: Int?

    var phase: ScrollerPhase = .resting
    var wheelRemainder: Double = 0
    var isOnScreen = false
    var isClockRunning = false

    /// The host that has the views. Follows ``host`` once the queue comes to it.
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

    /// Makes a scroller that shows nothing yet.
    ///
    /// - Parameters:
    ///   - metrics: The measures of the items, in points.
    ///   - motion: How the strip moves.
    /// - Precondition: The measures are in their ranges.
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
