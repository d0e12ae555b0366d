// The input that a host reports. The host can make each call at any time. A call that makes no sense then, such as the end of a drag that
// ``HorizontalScroller/select(_:animated:)`` has ended, does nothing. So does a call with a number that isn't finite.

extension HorizontalScroller {
    /// Reports that the host is on screen: reloads everything, like ``reload()``, and enables animation.
    public func hostDidAppear() {
        run(.appear)
    }

    /// Reports that the host is no longer on screen: completes a movement immediately, and stops the clock.
    public func hostDidDisappear() {
        run(.disappear)
    }

    /// Reports that the host's ``HorizontalScrollerHost/viewportSize`` changed: keeps the current item centred.
    ///
    /// - Complexity: O(*v*), where *v* is the number of items that fit in the viewport.
    public func hostDidResize() {
        run(.resize)
    }

    /// Reports that a frame is due.
    ///
    /// A movement begins with the first frame after it was requested. A time that runs backwards leaves it at its start.
    ///
    /// - Parameter time: The frame's time, in seconds since any fixed moment.
    /// - Complexity: O(*v*), where *v* is the number of items that fit in the viewport.
    public func advance(to time: Double) {
        if time.isFinite { run(.advance(time: time)) }
    }

    /// Reports that a pointer was pressed. Stops a movement.
    ///
    /// The scroller decides whether the press becomes a drag or a tap: a host that reports presses doesn't report taps.
    ///
    /// - Parameter point: The position in the viewport, in points.
    public func dragBegan(at point: ScrollerPoint) {
        if point.x.isFinite, point.y.isFinite { run(.press(at: point)) }
    }

    /// Reports that the pressed pointer moved. The strip follows beyond ``HorizontalScrollerMotion/dragThreshold``.
    ///
    /// - Parameter translation: The pointer's distance from where it was pressed, in points, positive to the right.
    public func dragMoved(by translation: Double) {
        if translation.isFinite { run(.drag(translation: translation)) }
    }

    /// Reports that the pointer was released.
    ///
    /// A press that wasn't a drag is a tap where it began, unless it stopped a flick; then it selects the nearest item. A drag that is fast
    /// enough continues as a flick that ends with an item centred; any other drag centres the nearest item. Either way the delegate is
    /// notified once: of a flick when it ends, of anything else now.
    ///
    /// - Parameter velocity: The pointer's final velocity, in points per second, positive to the right.
    public func dragEnded(velocity: Double) {
        run(.release(rightwardVelocity: velocity.isFinite ? velocity : 0, movesStripWithPointer: true))
    }

    /// Reports that the toolkit cancelled the press. A drag ends without a flick; a press that wasn't a drag has no effect.
    public func dragCancelled() {
        run(.cancelHold)
    }

    /// Reports that fingers began to scroll on a touchpad. Stops a movement.
    public func scrollBegan() {
        run(.beginScroll)
    }

    /// Reports that fingers scroll on a touchpad. Begins a scroll if none has begun; ``scrollEnded(velocity:)`` must eventually follow.
    ///
    /// - Parameter delta: The distance since the last call, in points; positive to show items further right.
    public func scrollMoved(by delta: Double) {
        if delta.isFinite { run(.scroll(delta: delta)) }
    }

    /// Reports that fingers left the touchpad. Continues like ``dragEnded(velocity:)``.
    ///
    /// - Parameter velocity: The final velocity, in points per second; positive to show items further right.
    public func scrollEnded(velocity: Double) {
        run(.release(rightwardVelocity: velocity.isFinite ? velocity : 0, movesStripWithPointer: false))
    }

    /// Reports that a mouse wheel turned: selects the next or previous item for each whole click. Fractions of clicks add up.
    ///
    /// - Parameters:
    ///   - dx: Clicks to the right, for a wheel that tilts. Counts only without `dy`.
    ///   - dy: Clicks downwards; down moves to the next item in both layout directions.
    public func wheelTurned(dx: Double, dy: Double) {
        if dx.isFinite, dy.isFinite { run(.turnWheel(dx: dx, dy: dy)) }
    }

    /// Reports that an item was tapped, clicked, or activated by an assistive technology: centres it and notifies the delegate, even if it
    /// is already current. In the padding or outside, does nothing.
    ///
    /// For hosts that have no presses to report; see ``dragBegan(at:)``.
    ///
    /// - Parameter point: The position in the viewport, in points.
    public func tap(at point: ScrollerPoint) {
        if point.x.isFinite, point.y.isFinite { run(.tap(at: point)) }
    }

    /// Reports that a key was pressed: moves the selection. At an end, the selection stays, and the delegate isn't notified.
    ///
    /// - Parameter key: The key. The arrows mean left and right on the screen, so in right-to-left the left one moves forward.
    /// - Returns: Whether the key had a meaning, that is, whether there are items. If not, the host passes it on.
    @discardableResult
    public func keyPressed(_ key: ScrollerKey) -> Bool {
        let hasItems = delegate != nil && geometry.count > 0
        run(.key(key))
        return hasItems
    }
}
