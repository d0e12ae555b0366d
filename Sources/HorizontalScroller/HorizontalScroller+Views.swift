extension HorizontalScroller {
    /// Adds the views that are needed, removes the others, and tells the host where they are.
    func layOut(with delegate: (any HorizontalScrollerDelegate<ItemView>)?) {
        pool.capacity = geometry.capacity
        let window = stage == nil || delegate == nil ? 0..<0 : geometry.window(at: offset)
        if window != placedIndices {
            retireViews { !window.contains($0) }
            if let delegate { fill(window, from: delegate) }
        }
        place()
    }

    /// Removes all views from the screen.
    func retireAllViews() {
        retireViews { _ in true }
    }

    /// Removes the views from the former host's screen, and switches to the current host.
    func changeStage() {
        retireAllViews()
        if isClockRunning { stage?.stopClock() }
        isClockRunning = false
        stage = host
    }

    /// Returns an item's view and placement.
    func slot(at index: Int) -> Slot? {
        guard let first = slots.first, slots.indices.contains(index - first.index) else { return nil }
        return slots[index - first.index]
    }

    private func retireViews(where leaves: (Int) -> Bool) {
        let retired = slots.filter { leaves($0.index) }
        slots.removeAll { leaves($0.index) }
        for slot in retired {
            stage?.remove(slot.view)
            pool.put(slot.view)
        }
    }

    /// Asks the delegate for the missing views of the window, in index order.
    private func fill(_ window: Range<Int>, from delegate: any HorizontalScrollerDelegate<ItemView>) {
        var filled: [Slot] = []
        filled.reserveCapacity(window.count)
        for index in window {
            let slot = slot(at: index)
            filled.append(slot ?? Slot(index: index, view: delegate.horizontalScroller(self, viewAt: index)))
        }
        slots = filled
    }

    /// Tells the host each placement that has changed.
    private func place() {
        guard let stage else { return }
        for position in slots.indices {
            let index = slots[position].index
            let placement = geometry.placement(of: index, at: offset, isSelected: index == currentIndex)
            guard placement != slots[position].placement else { continue }
            slots[position].placement = placement
            stage.place(slots[position].view, at: placement)
        }
    }
}
