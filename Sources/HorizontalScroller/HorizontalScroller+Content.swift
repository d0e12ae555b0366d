extension HorizontalScroller {
    /// Reloads everything from the delegate: the number of items, and each visible view.
    ///
    /// The current index stays the same if it still exists, and is clamped otherwise. The delegate is notified only if it changes. If no
    /// item was current, the delegate's ``HorizontalScrollerDelegate/initialViewIndex(for:)`` becomes current. Without a delegate or items,
    /// the scroller shows nothing and makes no notification. A drag or movement in progress continues where the new content allows it. Call
    /// this also after inserting or removing items.
    ///
    /// - Complexity: O(*v*), where *v* is the number of items that fit in the viewport.
    /// - Reentrancy: If you call this from a requirement of the delegate or host, it waits until the work in progress is complete.
    public func reload() {
        run(.reload)
    }

    /// Makes an item current and centres it.
    ///
    /// An index out of range is clamped. If the current index changes, the delegate is notified immediately. Without items, this does
    /// nothing. It ends a drag in progress.
    ///
    /// - Parameters:
    ///   - index: The item's index.
    ///   - animated: Whether the item glides to the centre. If not, or without a host on screen, the strip jumps.
    /// - Complexity: O(*v*), where *v* is the number of items that fit in the viewport.
    /// - Reentrancy: If you call this from a requirement of the delegate or host, it waits until the work in progress is complete.
    public func select(_ index: Int, animated: Bool = true) {
        run(.select(index: index, animated: animated))
    }

    /// Returns the view that currently shows an item, or `nil` if the item has none.
    ///
    /// - Parameter index: The item's index.
    /// - Complexity: O(1).
    public func view(at index: Int) -> ItemView? {
        slot(at: index)?.view
    }

    /// Returns the item at a point of the viewport, or `nil` in the padding between items and outside.
    ///
    /// - Parameter point: A position in the viewport, in points.
    /// - Complexity: O(1).
    public func index(at point: ScrollerPoint) -> Int? {
        geometry.index(at: point, offset: offset)
    }

    /// Returns a view that left the screen, for reuse, or `nil` if there is none and you must create one.
    ///
    /// Call this in ``HorizontalScrollerDelegate/horizontalScroller(_:viewAt:)``. The scroller keeps no more reusable views than the
    /// viewport can show.
    ///
    /// - Complexity: O(1).
    public func dequeueReusableView() -> ItemView? {
        pool.take()
    }
}

extension HorizontalScroller {
    /// Adopts the delegate's current content.
    ///
    /// - Returns: The index to report to the delegate, if any.
    func takeContent(from delegate: any HorizontalScrollerDelegate<ItemView>) -> Int? {
        let count = max(0, delegate.numberOfViews(for: self))
        let initial = count > 0 && currentIndex == nil ? delegate.initialViewIndex(for: self) : nil

        retireAllViews()
        var new = geometry
        new.count = count
        new.viewport = stage?.viewportSize ?? .zero

        guard count > 0 else {
            geometry = new
            forgetPosition()
            return nil
        }
        if let initial {
            knownIndex = initial
            currentIndex = min(max(initial, 0), count - 1)
        } else {
            currentIndex = min(currentIndex ?? 0, count - 1)
        }
        let landed = adopt(new)
        return landed ?? (currentIndex == knownIndex ? nil : currentIndex)
    }

    /// Adapts to new metrics, a new viewport or a new number of items.
    ///
    /// - Returns: The index to report to the delegate, if a movement that would have selected one ended early.
    func adopt(_ new: StripGeometry) -> Int? {
        let old = geometry
        geometry = new
        guard let currentIndex else { return nil }
        let itemsStay = old.pitch == new.pitch && old.firstCentre == new.firstCentre
        switch phase {
        case .resting:
            offset = new.restOffset(of: currentIndex)
        case .held(var hold):
            // Keep the item under the pointer there, as far as the items are where they were.
            if !itemsStay {
                hold.start = new.firstCentre + (hold.start - old.firstCentre) / old.pitch * new.pitch
                hold.asked = new.firstCentre + (hold.asked - old.firstCentre) / old.pitch * new.pitch
            }
            phase = .held(hold)
            offset = rubberBand.shown(hold.asked)
        case .moving(var movement):
            movement.target = movement.selectsAtEnd ? min(movement.target, new.count - 1) : currentIndex
            phase = .moving(movement)
            // If the strip got shorter, it may extend beyond its new end and show nothing.
            let hasItems = old.range == new.range || new.range.contains(offset)
            let isUndisturbed = itemsStay && hasItems && movement.end == new.restOffset(of: movement.target)
            if !isUndisturbed { return land() }
        }
        return nil
    }

    /// Resets to having no items and no position.
    func forgetPosition() {
        currentIndex = nil
        knownIndex = nil
        offset = 0
        phase = .resting
        wheelRemainder = 0
    }

    /// Resets to having no content, and no views to show it with.
    func forgetContent() {
        retireAllViews()
        pool.removeAll()
        geometry.count = 0
        forgetPosition()
    }
}
