extension KeyValueObservable {
    /// Announces a change of a property that the object's own code makes behind Heed's back.
    ///
    /// Each call is followed by one of ``didChangeValue(for:)`` on the same thread. Pairs may nest: observers are told once, by the
    /// outermost pair, with the value from before it and the value after it; setters in between stay silent.
    ///
    /// ```swift
    /// cart.willChangeValue(for: \.total)
    /// cart.recompute()
    /// cart.didChangeValue(for: \.total)
    /// ```
    ///
    /// - Parameter keyPath: A property of this object, stored or computed, or a key path that starts here. Of what is not stored,
    ///   those are told who observe this very key path.
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        guard let property = handChangedProperty(at: keyPath) else { return }
        let thread = ThreadIdentity.current
        let grouped = ChangeGroup.current?.change(property, of: self) { self[keyPath: keyPath] }
        guard property.openByHand(on: thread), grouped == nil else { return }
        let old = self[keyPath: keyPath]
        property.keep(property.beginChange(of: self, old: old), old: old, on: thread)
    }

    /// Ends what ``willChangeValue(for:)`` announced. Without an announcement it does nothing.
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        guard let property = handChangedProperty(at: keyPath) else { return }
        if let grouped = ChangeGroup.current?.grouped(property) {
            _ = property.closeByHand(on: .current)
            return grouped.take(self[keyPath: keyPath], isShared: Self._HeedSharing.self == _SharedByThreads.self)
        }
        guard let (change, old) = property.closeByHand(on: .current) else { return }
        property.didChange(change, of: self, from: old as! Value, to: self[keyPath: keyPath])
    }

    /// Whose observers are to be told of a change of this key path. `nil` if there are none.
    private func handChangedProperty<Value>(at keyPath: KeyPath<Self, Value>) -> PropertyRegistry? {
        if let location = KeyPathReading.locate(keyPath, of: self) { return location.property }
        return _heedManuallyNotifiedPaths(creating: false).registryIfPresent(for: keyPath)
    }
}
