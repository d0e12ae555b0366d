// What a host reports. Every call may come at any time: one that makes no sense then, such as the end of a drag that
// ``HorizontalScroller/select(_:animated:)`` has taken over, does nothing. So does one with a number that is not finite.

extension HorizontalScroller {
    /// The host is on screen from now on: asks for everything again, as ``reload()`` does, and may animate.
    public func hostDidAppear() {
        run(.appear)
    }

    /// The host is no longer on screen: ends what moves, where it would have ended, and stops the clock.
    public func hostDidDisappear() {
        run(.disappear)
    }

    /// The host's ``HorizontalScrollerHost/viewportSize`` changed: keeps the current item centred.
    ///
    /// - Complexity: O(*v*), where *v* is the number of items that fit in the viewport.
    public func hostDidResize() {
        run(.resize)
    }

    /// A frame is due.
    ///
    /// A movement begins with the first frame after it was asked for. Times that run backwards leave it where it is at its start.
    ///
    /// - Parameter time: The frame's time, in seconds since any fixed moment.
    /// - Complexity: O(*v*), where *v* is the number of items that fit in the viewport.
    public func advance(to time: Double) {
        if time.isFinite { run(.advance(time: time)) }
    }

    /// A pointer was pressed. Stops what moves.
    ///
    /// Whether it becomes a drag or a tap is decided here: a host reports no taps of its own beside its presses.
    ///
    /// - Parameter point: Where, in points of the viewport.
    public func dragBegan(at point: ScrollerPoint) {
        if point.x.isFinite, point.y.isFinite { run(.press(at: point)) }
    }

    /// The pressed pointer moved: the strip follows, once ``HorizontalScrollerMotion/dragThreshold`` is passed.
    ///
    /// - Parameter translation: How far the pointer is from where it was pressed, in points, positive to the right.
    public func dragMoved(by translation: Double) {
        if translation.isFinite { run(.drag(translation: translation)) }
    }

    /// The pointer was released.
    ///
    /// A press that was no drag is a tap where it began, unless it stopped a flick: then the nearest item is chosen. A drag
    /// that is fast enough goes on as a flick that ends with an item centred; any other centres the nearest item. Either
    /// way the delegate is told, once: of a flick when it ends, of anything else now.
    ///
    /// - Parameter velocity: How fast the pointer moved in the end, in points per second, positive to the right.
    public func dragEnded(velocity: Double) {
        run(.release(rightwardVelocity: velocity.isFinite ? velocity : 0, movesStripWithPointer: true))
    }

    /// The toolkit took the press away. A drag ends without a flick; a press that was no drag is forgotten.
    public func dragCancelled() {
        run(.cancelHold)
    }

    /// Fingers began to scroll on a touchpad. Stops what moves.
    public func scrollBegan() {
        run(.beginScroll)
    }

    /// Fingers scroll on a touchpad. Begins a scroll if none had begun; ``scrollEnded(velocity:)`` must follow in the end.
    ///
    /// - Parameter delta: How far since the last call, in points; positive shows what lies further right.
    public func scrollMoved(by delta: Double) {
        if delta.isFinite { run(.scroll(delta: delta)) }
    }

    /// Fingers left the touchpad. Goes on like ``dragEnded(velocity:)``.
    ///
    /// - Parameter velocity: How fast they scrolled in the end, in points per second; positive shows what lies further right.
    public func scrollEnded(velocity: Double) {
        run(.release(rightwardVelocity: velocity.isFinite ? velocity : 0, movesStripWithPointer: false))
    }

    /// A mouse wheel turned: selects the next or previous item for each whole click. Fractions of clicks add up.
    ///
    /// - Parameters:
    ///   - dx: Clicks to the right, for a wheel that tilts. Counts only without `dy`.
    ///   - dy: Clicks downwards; down is on to the next item in both layout directions.
    public func wheelTurned(dx: Double, dy: Double) {
        if dx.isFinite, dy.isFinite { run(.turnWheel(dx: dx, dy: dy)) }
    }

    /// An item was tapped, or clicked, or activated by an assistive technology: centres it and tells the delegate, also
    /// if it is current already. In the padding or outside, does nothing.
    ///
    /// For hosts without presses to report; see ``dragBegan(at:)``.
    ///
    /// - Parameter point: Where, in points of the viewport.
    public func tap(at point: ScrollerPoint) {
        if point.x.isFinite, point.y.isFinite { run(.tap(at: point)) }
    }

    /// A key was pressed: moves the selection. At an end the selection stays, and the delegate is not told.
    ///
    /// - Parameter key: The key. The arrows mean left and right on the screen, so in right-to-left the left one goes on.
    /// - Returns: Whether the key meant something, that is, whether there are items. If not, the host passes it on.
    @discardableResult
    public func keyPressed(_ key: ScrollerKey) -> Bool {
        let hasItems = delegate != nil && geometry.count > 0
        run(.key(key))
        return hasItems
    }
}
