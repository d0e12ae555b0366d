/// The toolkit's side of a ``HorizontalScroller``: the widget that shows the views and passes on what the user does.
///
/// A host decides nothing. It shows views where it is told to, runs a frame clock when it is told to, and reports:
///
/// | The toolkit says | The host calls |
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
/// Points are the toolkit's logical pixels, measured from the left and top edges of the viewport in both layout
/// directions; x grows to the right. The frames given to ``place(_:at:)`` are already mirrored for right-to-left.
///
/// The scroller holds its host weakly; a widget that is a host usually owns its scroller.
///
/// ## Behavior
/// - Views are placed in turn for one index each, removed only if they were placed, and not placed again where they do not move.
/// - The clock runs only while something moves, and is never started or stopped twice.
/// - Nothing is shown while the viewport has no area.
/// - A host that is exchanged for another is left without views, and without a running clock.
/// - It may call the scroller back from within its requirements.
///
/// - Threading: Every requirement is called on the main actor.
/// - Reentrancy: A requirement may call the scroller back; the call takes effect when the work under way is complete. A
///   toolkit that forbids adding children while it gives out sizes (GTK does) should report a new size after that.
@MainActor
public protocol HorizontalScrollerHost<ItemView>: AnyObject {
    /// The toolkit's view for one item.
    associatedtype ItemView

    /// The size of the area that shows the views, in points. Nothing is shown while a side is zero.
    ///
    /// Read at each reload and resize, not at each frame.
    var viewportSize: ScrollerSize { get }

    /// Shows a view at a place, or moves it there if it is shown already.
    ///
    /// Called for each view whose placement changed, each frame while the strip moves: a few views, in index order.
    ///
    /// - Parameters:
    ///   - view: The item's view.
    ///   - placement: Where it goes, in points, and how far from the centre that is.
    func place(_ view: ItemView, at placement: ScrollerPlacement)

    /// Takes a view off the screen.
    ///
    /// The host keeps no reference to it: the scroller may hand the view out again for another item, or let it go.
    ///
    /// - Parameter view: A view that was placed before.
    func remove(_ view: ItemView)

    /// Starts calling ``HorizontalScroller/advance(to:)`` once for each frame.
    ///
    /// Never called twice without ``stopClock()`` in between.
    func startClock()

    /// Stops calling ``HorizontalScroller/advance(to:)``.
    ///
    /// A call that still comes after this does nothing.
    func stopClock()
}
