/// A toolkit's widget that shows the views of a ``HorizontalScroller`` and reports user input.
///
/// A host makes no decisions. It shows views and runs a frame clock as requested, and reports events:
///
/// | Event in the toolkit | The host calls |
/// |---|---|
/// | shown, hidden | ``HorizontalScroller/hostDidAppear()``, ``HorizontalScroller/hostDidDisappear()`` |
/// | new size | ``HorizontalScroller/hostDidResize()`` |
/// | a frame is due, while the clock runs | ``HorizontalScroller/advance(to:)`` |
/// | a pointer's press | ``HorizontalScroller/dragBegan(at:)`` |
/// | its movement | ``HorizontalScroller/dragMoved(by:)`` |
/// | its release, or abort | ``HorizontalScroller/dragEnded(velocity:)``, ``HorizontalScroller/dragCancelled()`` |
/// | fingers on a touchpad | ``HorizontalScroller/scrollBegan()``, ``HorizontalScroller/scrollMoved(by:)`` |
/// | fingers leave it | ``HorizontalScroller/scrollEnded(velocity:)`` |
/// | a mouse wheel's clicks | ``HorizontalScroller/wheelTurned(dx:dy:)`` |
/// | a key | ``HorizontalScroller/keyPressed(_:)`` |
///
/// Points are the toolkit's logical pixels, measured from the left and top edges of the viewport in both layout directions; x grows to the
/// right. The frames passed to ``place(_:at:)`` are already mirrored for right-to-left.
///
/// The scroller holds its host weakly; a widget that is a host usually owns its scroller.
///
/// ## Behavior
/// - A view is placed for one index at a time, removed only if it was placed, and not placed again if it doesn't move.
/// - The clock runs only while something moves, and is never started or stopped twice.
/// - Nothing is shown while the viewport has no area.
/// - A host that is replaced by another is left without views, and without a running clock.
/// - The host can call the scroller from within its requirements.
///
/// - Threading: Every requirement is called on the main actor.
/// - Reentrancy: A requirement can call the scroller; the call takes effect when the work in progress is complete. If a toolkit forbids
///   adding children during size allocation (GTK does), report a new size after that.
@MainActor
public protocol HorizontalScrollerHost<ItemView>: AnyObject {
    /// The toolkit's view for one item.
    associatedtype ItemView

    /// The size of the area that shows the views, in points. Nothing is shown while a side is zero.
    ///
    /// Read at each reload and resize, not at each frame.
    var viewportSize: ScrollerSize { get }

    /// Shows a view at a place, or moves it there if it is already shown.
    ///
    /// Called for each view whose placement changed, on each frame while the strip moves: a few views, in index order.
    ///
    /// - Parameters:
    ///   - view: The item's view.
    ///   - placement: The view's frame, in points, and its distance from the centre.
    func place(_ view: ItemView, at placement: ScrollerPlacement)

    /// Removes a view from the screen.
    ///
    /// Don't keep a reference to the view: the scroller may return it for another item, or release it.
    ///
    /// - Parameter view: A view that was placed before.
    func remove(_ view: ItemView)

    /// Starts calling ``HorizontalScroller/advance(to:)`` once for each frame.
    ///
    /// Never called twice without ``stopClock()`` in between.
    func startClock()

    /// Stops calling ``HorizontalScroller/advance(to:)``.
    ///
    /// A call made after this does nothing.
    func stopClock()
}
