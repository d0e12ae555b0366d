extension KeyValueObservable {
    /// Announces a change of a property that Heed can't detect itself.
    ///
    /// Follow each call with one of ``didChangeValue(for:)`` on the same thread. Pairs can nest: the outermost pair notifies observers
    /// once, with the value from before it and the value after it. Setters in between stay silent.
    ///
    /// ```swift
    /// cart.willChangeValue(for: \.total)
    /// cart.recompute()
    /// cart.didChangeValue(for: \.total)
    /// ```
    ///
    /// - Parameter keyPath: A stored or computed property of this object, or a key path that starts here. If it isn't stored, only
    ///   observers of exactly this key path are notified.
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
            return grouped.take(self[keyPath: keyPath], present: turnReader(keyPath))
        }
        guard let closed = property.closeByHand(on: .current) else { return }
        var change = closed.change
        let new = Self.isShared ? read(keyPath, taking: { change.takeTurn() }) : self[keyPath: keyPath]
        property.didChange(change, of: self, from: closed.old as! Value, to: new)
    }

    /// Returns the observers to notify of a change of this key path, or `nil` if there are none.
    private func handChangedProperty<Value>(at keyPath: KeyPath<Self, Value>, _ location: PropertyLocation?) -> PropertyRegistry? {
        if let location { return location.property }
        return _heedManuallyNotifiedPaths(creating: false).registryIfPresent(for: keyPath)
    }
}
