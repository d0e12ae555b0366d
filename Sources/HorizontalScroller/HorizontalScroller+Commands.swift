extension HorizontalScroller {
    /// The number of commands that may follow from one before they count as an endless loop of the delegate.
    private var followUpLimit: Int { 1_000 }

    /// Performs a command now, or after the current one.
    func run(_ command: ScrollerCommand) {
        // A waiting reload asks for everything anyway.
        if command == .reload, waiting.contains(.reload) { return }
        waiting.append(command)
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        var followUps = -1
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            followUps += 1
            precondition(
                followUps <= followUpLimit,
                """
                HorizontalScroller: its delegate or host has answered \(followUpLimit) commands in a row with another one, \
                the last being \(next). Do not call reload() or select(_:animated:) unconditionally from a delegate's methods.
                """
            )
            perform(next)
        }
    }

    /// Performs one command: first updates the numbers, then the views, then notifies the delegate.
    private func perform(_ command: ScrollerCommand) {
        let delegate = delegate
        if delegate == nil || command == .forgetDelegate { forgetContent() }
        let told = decide(command, delegate)
        layOut(with: delegate)
        runClockAsNeeded()
        guard let told, let delegate else { return }
        knownIndex = told
        delegate.horizontalScroller(self, didSelectViewAt: told)
    }

    /// Updates the numbers. Asks the delegate only about the content, and doesn't notify it.
    ///
    /// - Returns: The index to report to the delegate, if any.
    private func decide(_ command: ScrollerCommand, _ delegate: (any HorizontalScrollerDelegate<ItemView>)?) -> Int? {
        switch command {
        case .forgetDelegate: return nil
        case .changeHost:
            let told = stopMoving()
            isOnScreen = false
            changeStage()
            return adopt(with(viewport: stage?.viewportSize ?? .zero)) ?? told
        case .reload: return delegate.flatMap { takeContent(from: $0) }
        case .appear:
            isOnScreen = stage != nil
            return delegate.flatMap { takeContent(from: $0) }
        case .disappear:
            let told = stopMoving()
            isOnScreen = false
            return told
        case .adopt(let metrics): return adopt(with(metrics: metrics))
        case .resize: return adopt(with(viewport: stage?.viewportSize ?? .zero))
        case .advance(let time): return advanceMovement(to: time)
        case .press(let point): return hold(press: point)
        case .drag(let translation): return dragHold(by: translation)
        case .beginScroll: return hold(press: nil)
        case .scroll(let delta): return scrollHold(by: delta)
        case .release(let velocity, let withPointer): return releaseHold(rightwardVelocity: withPointer ? -velocity : velocity)
        case .cancelHold: return cancelHold()
        case .tap(let point): return tapItem(at: point)
        case .turnWheel(let dx, let dy): return turn(dx: dx, dy: dy)
        case .key(let key): return follow(key)
        case .select(let index, let animated): return choose(index, animated: animated)
        }
    }

    private func with(metrics: HorizontalScrollerMetrics) -> StripGeometry {
        var new = geometry
        new.metrics = metrics
        return new
    }

    private func with(viewport: ScrollerSize) -> StripGeometry {
        var new = geometry
        new.viewport = viewport
        return new
    }
}
