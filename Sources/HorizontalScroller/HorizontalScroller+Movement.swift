extension HorizontalScroller {
    /// The resistance of the strip beyond its ends.
    var rubberBand: RubberBand {
        RubberBand(range: geometry.range, dimension: max(0, geometry.viewport.width), elasticity: motion.rubberBanding)
    }

    /// Whether the strip moves with animation: it has a clock, and the motion asks for it.
    private var animates: Bool {
        isOnScreen && stage != nil && motion.centringDuration > 0
    }

    /// Centres an item that is already current.
    func glide(to index: Int, animated: Bool) {
        let end = geometry.restOffset(of: index)
        guard animated, animates, end != offset else {
            offset = end
            phase = .resting
            return
        }
        let reach = motion.longestGlide * geometry.viewport.width
        offset = min(max(offset, end - reach), end + reach)
        let glide = Glide(from: offset, to: end, duration: motion.centringDuration)
        phase = .moving(.init(curve: .glide(glide), target: index, selectsAtEnd: false))
    }

    /// Makes the item nearest to the centre current, and centres it.
    ///
    /// - Returns: That item, to report to the delegate.
    func settle() -> Int? {
        guard let index = geometry.nearestIndex(at: offset) else { return nil }
        currentIndex = index
        glide(to: index, animated: true)
        return index
    }

    /// Lets the strip continue to the item nearest to where its velocity carries it.
    ///
    /// - Returns: That item, to report to the delegate, if the strip reaches it immediately.
    func flick(velocity: Double) -> Int? {
        let projected = geometry.clamped(offset + Deceleration.distance(velocity: velocity, friction: motion.friction))
        guard let target = geometry.nearestIndex(at: projected) else { return nil }
        let end = geometry.restOffset(of: target)
        let curve: ScrollerPhase.Movement.Curve =
            if let flick = Deceleration(from: offset, velocity: velocity, friction: motion.friction, to: end) {
                .deceleration(flick)
            } else {
                .glide(Glide(from: offset, to: end, duration: motion.centringDuration))
            }
        phase = .moving(.init(curve: curve, target: target, selectsAtEnd: true))
        return animates && end != offset ? nil : land()
    }

    /// Moves the strip to its position at a time.
    ///
    /// - Returns: The index to report to the delegate, if the movement ended and selected it.
    func advanceMovement(to time: Double) -> Int? {
        guard case .moving(var movement) = phase else { return nil }
        guard let startTime = movement.startTime else {
            movement.startTime = time
            phase = .moving(movement)
            return nil
        }
        guard time - startTime < movement.duration else { return land() }
        offset = movement.offset(after: time - startTime)
        return nil
    }

    /// Ends a movement at its target.
    ///
    /// - Returns: The index to report to the delegate, if the movement selects one at its end.
    func land() -> Int? {
        guard case .moving(let movement) = phase else { return nil }
        phase = .resting
        offset = geometry.restOffset(of: movement.target)
        guard movement.selectsAtEnd else { return nil }
        currentIndex = movement.target
        return movement.target
    }

    /// Ends any movement, without animation.
    ///
    /// - Returns: The index to report to the delegate, if any.
    func stopMoving() -> Int? {
        let told: Int?
        switch phase {
        case .resting: told = nil
        case .held: told = cancelHold()
        case .moving: return land()
        }
        // Settling glides, but this must not.
        _ = land()
        return told
    }

    /// Starts or stops the host's clock, if that is a change.
    func runClockAsNeeded() {
        var isMovedByClock = false
        if case .moving = phase { isMovedByClock = isOnScreen }
        guard let stage else {
            isClockRunning = false
            return
        }
        guard isMovedByClock != isClockRunning else { return }
        isClockRunning = isMovedByClock
        if isMovedByClock {
            stage.startClock()
        } else {
            stage.stopClock()
        }
    }
}
