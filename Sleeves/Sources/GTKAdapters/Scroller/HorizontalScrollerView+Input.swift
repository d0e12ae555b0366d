internal import CAdwaita
internal import HorizontalScroller

extension HorizontalScrollerView {
    /// Passes the input of pointer, wheel, touchpad and keys to the scroller.
    func listenToInput() {
        listenToDrag()
        listenToScroll()
        listenToKeys()
    }

    private func listenToDrag() {
        // In the capture phase, so that a press arrives even if an item handles it. If the item claims the press, as a button does, this
        // gesture is cancelled.
        let drag = DragGesture(phase: .capture)
        drag.onBegin = { [weak self] x, y in
            guard let self else { return }
            grabFocus()
            removeStyle("keyboard")
            velocity.reset()
            scroller.dragBegan(at: ScrollerPoint(x: x, y: y))
        }
        drag.onUpdate = { [weak self, weak drag] dx, _ in
            guard let self, let drag else { return }
            velocity.add(dx, at: drag.eventSeconds)
            if abs(dx) > scroller.motion.dragThreshold { drag.claim() }
            scroller.dragMoved(by: dx)
        }
        drag.onEnd = { [weak self, weak drag] dx, _ in
            guard let self, let drag else { return }
            scroller.dragEnded(velocity: velocity.velocity(at: drag.eventSeconds))
        }
        drag.onCancel = { [weak self] in self?.scroller.dragCancelled() }
        add(drag)
    }

    private func listenToScroll() {
        let scroll = ScrollController()
        scroll.onScroll = { [weak self] dx, dy, isPixels in
            guard let self, scroller.numberOfViews > 0 else { return false }
            if isPixels {
                // A strip has one direction, but fingers may move in both. Down means forward, as with a wheel.
                let onwards = isRightToLeft ? -dy : dy
                scroller.scrollMoved(by: abs(dx) >= abs(dy) ? dx : onwards)
            } else {
                scroller.wheelTurned(dx: dx, dy: dy)
            }
            return true
        }
        scroll.onDecelerate = { [weak self] vx, vy in
            guard let self else { return }
            scroller.scrollEnded(velocity: abs(vx) >= abs(vy) ? vx : isRightToLeft ? -vy : vy)
        }
        add(scroll)
    }

    private func listenToKeys() {
        let keys = KeyController()
        keys.onKey = { [weak self] key, modifiers in
            guard let self else { return false }
            guard modifiers.isEmpty, let command = ScrollerKey(key), scroller.keyPressed(command) else {
                return onKey?(key, modifiers) ?? false
            }
            addStyle("keyboard")
            return true
        }
        add(keys)

        let focus = FocusController()
        focus.onEnter = { [weak self] in
            guard let self, isFocusMarked else { return }
            addStyle("keyboard")
        }
        focus.onLeave = { [weak self] in self?.removeStyle("keyboard") }
        add(focus)
    }
}

extension ScrollerKey {
    /// Maps a key to its meaning for a strip; nil if it has none.
    fileprivate init?(_ key: Key) {
        switch key {
        case .left: self = .leftArrow
        case .right: self = .rightArrow
        case .home: self = .home
        case .end: self = .end
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        default: return nil
        }
    }
}
