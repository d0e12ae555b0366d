extension HorizontalScroller {
    /// Asks the delegate for everything again: how many items there are, and each view that shows.
    ///
    /// The current index is kept where it still exists, and clamped where it does not; the delegate is told only if it
    /// changed. If no item was current, the delegate's ``HorizontalScrollerDelegate/initialViewIndex(for:)`` becomes
    /// current. With no delegate or no items, nothing is shown and nobody is told. A drag or movement under way goes on
    /// where the new content allows it. Insertions and removals are announced by this call, too.
    ///
    /// - Complexity: O(*v*), where *v* is the number of items that fit in the viewport.
    /// - Reentrancy: From within a delegate's or host's requirement, waits until the work under way is complete.
    public func reload() {
        run(.reload)
    }

    /// Makes an item current and brings it to the centre.
    ///
    /// An index out of range is clamped. The delegate is told at once if this changes the current index. With no items, does
    /// nothing. Takes the strip away from a drag under way.
    ///
    /// - Parameters:
    ///   - index: The item's position.
    ///   - animated: Whether the item glides to the centre. If not, or if there is no host on screen, the strip jumps.
    /// - Complexity: O(*v*), where *v* is the number of items that fit in the viewport.
    /// - Reentrancy: From within a delegate's or host's requirement, waits until the work under way is complete.
    public func select(_ index: Int, animated: Bool = true) {
        run(.select(index: index, animated: animated))
    }

    /// The view that shows an item at this moment, or `nil` if the item has none.
    ///
    /// - Parameter index: The item's position.
    /// - Complexity: O(1).
    public func view(at index: Int) -> ItemView? {
        slot(at: index)?.view
    }

    /// The item under a point of the viewport, or `nil` for the padding between items and for outside.
    ///
    /// - Parameter point: A position in the viewport, in points.
    /// - Complexity: O(1).
    public func index(at point: ScrollerPoint) -> Int? {
        geometry.index(at: point, offset: offset)
    }

    /// A view that left the screen, to be filled again; `nil` if there is none, and a new one must be made.
    ///
    /// For use in ``HorizontalScrollerDelegate/horizontalScroller(_:viewAt:)``. The scroller keeps no more used views than the
    /// viewport can show.
    ///
    /// - Complexity: O(1).
    public func dequeueReusableView() -> ItemView? {
        pool.take()
    }
}

extension HorizontalScroller {
    /// Takes over the delegate's present content.
    ///
    /// - Returns: The index to tell the delegate, if any.
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

    /// Puts everything in its place for new measures, a new viewport or a new number of items.
    ///
    /// - Returns: The index to tell the delegate, if a movement that would have selected one ended early.
    func adopt(_ new: StripGeometry) -> Int? {
        let old = geometry
        geometry = new
        guard let currentIndex else { return nil }
        let itemsStay = old.pitch == new.pitch && old.firstCentre == new.firstCentre
        switch phase {
        case .resting:
            offset = new.restOffset(of: currentIndex)
        case .held(var hold):
            // The item under the pointer stays there, as far as the items are where they were.
            if !itemsStay {
                hold.start = new.firstCentre + (hold.start - old.firstCentre) / old.pitch * new.pitch
                hold.asked = new.firstCentre + (hold.asked - old.firstCentre) / old.pitch * new.pitch
            }
            phase = .held(hold)
            offset = rubberBand.shown(hold.asked)
        case .moving(var movement):
            movement.target = movement.selectsAtEnd ? min(movement.target, new.count - 1) : currentIndex
            phase = .moving(movement)
            // Where the strip got shorter, it may hang beyond its new end with nothing to show.
            let hasItems = old.range == new.range || new.range.contains(offset)
            let isUndisturbed = itemsStay && hasItems && movement.end == new.restOffset(of: movement.target)
            if !isUndisturbed { return land() }
        }
        return nil
    }

    /// Has no items and no place any more.
    func forgetPosition() {
        currentIndex = nil
        knownIndex = nil
        offset = 0
        phase = .resting
        wheelRemainder = 0
    }

    /// Has no content any more, and no views to show it with.
    func forgetContent() {
        retireAllViews()
        pool.removeAll()
        geometry.count = 0
        forgetPosition()
    }
}
