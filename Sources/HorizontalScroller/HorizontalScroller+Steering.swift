// The meaning of the user's input. Each function changes only numbers, and returns the index to report to the delegate, if any.

extension HorizontalScroller {
    /// Holds the strip.
    func hold(press: ScrollerPoint?) -> Int? {
        guard geometry.count > 0 else { return nil }
        let asked = rubberBand.asked(offset)
        phase = .held(.init(press: press, start: asked, asked: asked, hasMoved: false, caughtFlick: isFlicked))
        // The viewport may have shrunk since the strip was pulled this far.
        offset = rubberBand.shown(asked)
        return nil
    }

    /// Moves a held strip with the pointer.
    func dragHold(by translation: Double) -> Int? {
        guard case .held(var hold) = phase, hold.press != nil else { return nil }
        if abs(translation) > motion.dragThreshold { hold.hasMoved = true }
        guard hold.hasMoved else { return nil }
        hold.asked = hold.start - translation * geometry.rightwards
        phase = .held(hold)
        offset = rubberBand.shown(hold.asked)
        return nil
    }

    /// Moves a strip with fingers on a touchpad.
    func scrollHold(by delta: Double) -> Int? {
        guard geometry.count > 0 else { return nil }
        if case .held = phase {} else { _ = hold(press: nil) }
        guard delta != 0, case .held(var hold) = phase, hold.press == nil else { return nil }
        hold.hasMoved = true
        hold.asked += delta * geometry.rightwards
        phase = .held(hold)
        offset = rubberBand.shown(hold.asked)
        return nil
    }

    /// Releases the strip.
    ///
    /// - Parameter rightwardVelocity: The velocity of the viewport over the strip, in points per second, positive to the right.
    func releaseHold(rightwardVelocity: Double) -> Int? {
        guard case .held(let hold) = phase else { return nil }
        guard hold.hasMoved || hold.caughtFlick else {
            let tapped = hold.press.flatMap { index(at: $0) }
            return tapped.flatMap { chooseTapped($0) } ?? resume()
        }
        let velocity = rightwardVelocity * geometry.rightwards
        if hold.hasMoved, velocity != 0, abs(velocity) >= motion.minimumFlickVelocity {
            return flick(velocity: velocity)
        }
        return settle()
    }

    /// Releases the strip because the toolkit cancelled the press.
    func cancelHold() -> Int? {
        guard case .held(let hold) = phase else { return nil }
        return hold.hasMoved || hold.caughtFlick ? settle() : resume()
    }

    /// Continues to the current item after a hold that had no effect.
    private func resume() -> Int? {
        if let currentIndex { glide(to: currentIndex, animated: true) }
        return nil
    }

    /// Centres the tapped item.
    func tapItem(at point: ScrollerPoint) -> Int? {
        index(at: point).flatMap { chooseTapped($0) }
    }

    /// Centres an item, and reports it even if it is already current.
    private func chooseTapped(_ index: Int) -> Int? {
        currentIndex = index
        glide(to: index, animated: true)
        return index
    }

    /// Moves by whole clicks of a wheel.
    func turn(dx: Double, dy: Double) -> Int? {
        let clicks = dy != 0 ? dy : dx * geometry.rightwards
        guard clicks != 0, let origin = selectionOrigin else { return nil }
        // A turn back takes effect immediately, instead of first consuming the remainder of the turn forward.
        if clicks.sign != wheelRemainder.sign { wheelRemainder = 0 }
        wheelRemainder += clicks
        let whole = wheelRemainder.rounded(.towardZero)
        guard whole != 0 else { return nil }
        wheelRemainder -= whole
        let limit = Double(geometry.count)
        return choose(origin + Int(min(max(whole, -limit), limit)), animated: true)
    }

    /// Moves the selection by a key.
    func follow(_ key: ScrollerKey) -> Int? {
        guard let origin = selectionOrigin else { return nil }
        let onwards = geometry.metrics.layoutDirection == .leftToRight ? 1 : -1
        let index =
            switch key {
            case .leftArrow: origin - onwards
            case .rightArrow: origin + onwards
            case .home: 0
            case .end: geometry.count - 1
            case .pageUp: origin - min(geometry.itemsPerPage, geometry.count)
            case .pageDown: origin + min(geometry.itemsPerPage, geometry.count)
            }
        return choose(index, animated: true)
    }

    /// Makes an item current and centres it.
    func choose(_ index: Int, animated: Bool) -> Int? {
        guard geometry.count > 0 else { return nil }
        let index = min(max(index, 0), geometry.count - 1)
        let isChange = index != currentIndex
        currentIndex = index
        glide(to: index, animated: animated)
        return isChange ? index : nil
    }

    /// The item that keys and wheel start from: the current item, or the one in the centre while the strip is moving elsewhere.
    private var selectionOrigin: Int? {
        if case .held(let hold) = phase, hold.hasMoved || hold.caughtFlick { return geometry.nearestIndex(at: offset) }
        return isFlicked ? geometry.nearestIndex(at: offset) : currentIndex
    }

    /// Whether the strip is moving to an item that isn't current yet.
    private var isFlicked: Bool {
        if case .moving(let movement) = phase { movement.selectsAtEnd } else { false }
    }
}
