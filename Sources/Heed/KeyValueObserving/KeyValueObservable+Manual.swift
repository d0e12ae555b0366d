extension KeyValueObservable {
    /// Announces a change of a property that Heed can't detect itself.
    ///
    /// Follow each call with one of ``didChangeValue(for:)`` on the same thread. Pairs can nest: the outermost pair notifies observers
    /// once, with the value from before it and the value after it. Setters in between stay silent.
    ///
    /// An observer that registers in between receives, at the end of the pair, what has changed since then. If the setter doesn't notify, or
    /// there is none, it receives the value in any case, provided that the property had an observer before the pair.
    ///
    /// ```swift
    /// cart.willChangeValue(for: \.total)
    /// cart.recompute()
    /// cart.didChangeValue(for: \.total)
    /// ```
    ///
    /// - Parameter keyPath: A stored or computed property of this object, or a key path that starts here. If it isn't stored, only
    ///   observers of exactly this key path are notified: not those whose key path starts from a superclass, a subclass or a protocol. To
    ///   reach these too, announce a stored property that the computed one reads; see ``ManuallyNotified()``.
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        var location = KeyPathReading.locate(keyPath, of: self, includingOverridden: true)
        if let place = location, let tracked = place.tracked?.takeUnretainedValue() {
            tracked.willSet(place.index)
            // The announcement may have made the program register the property's first observer.
            location = KeyPathReading.locate(keyPath, of: self, includingOverridden: true)
        }
        guard let property = handChangedProperty(at: keyPath, location) else { return }
        let thread = ThreadIdentity.current
        let grouped = ChangeGroup.current?.change(property, of: self) { self[keyPath: keyPath] }
        guard property.openByHand(on: thread), grouped == nil else { return }
        let old = self[keyPath: keyPath]
        property.keep(property.beginChange(of: self, old: old), old: old, on: thread)
    }

    /// Ends a change announced by ``willChangeValue(for:)``. Does nothing without an announcement.
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        let location = KeyPathReading.locate(keyPath, of: self, includingOverridden: true)
        if let location, let tracked = location.tracked?.takeUnretainedValue() {
            tracked.didSet(location.index, isShared: Self.isShared)
        }
        guard let property = handChangedProperty(at: keyPath, location) else { return }
        if let grouped = ChangeGroup.current?.grouped(property) {
            _ = property.closeByHand(on: .current)
            grouped.take(self[keyPath: keyPath], present: turnReader(keyPath))
            if isUnseen(at: location) { grouped.admitNewcomersWithoutOld() }
            return
        }
        guard let closed = property.closeByHand(on: .current), var change = closed.change, let old = closed.old else { return }
        let new = Self.isShared ? read(keyPath, taking: { change.takeTurn() }) : self[keyPath: keyPath]
        property.didChange(change, of: self, from: old as! Value, to: new, endingWith: closed, isUnseen: isUnseen(at: location))
    }

    /// Returns whether changes of a property go unnoticed without an announcement. In a class that threads share, this makes no difference.
    private func isUnseen(at location: PropertyLocation?) -> Bool {
        !Self.isShared && !(location?.notifies ?? false)
    }

    /// Returns the observers to notify of a change of this key path, or `nil` if there are none.
    private func handChangedProperty<Value>(at keyPath: KeyPath<Self, Value>, _ location: PropertyLocation?) -> PropertyRegistry? {
        if let location { return location.property }
        return _heedManuallyNotifiedPaths(creating: false).registryIfPresent(for: keyPath)
    }
}
