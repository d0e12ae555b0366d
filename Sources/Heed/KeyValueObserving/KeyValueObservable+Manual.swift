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
    /// - Parameter keyPath: A stored property of this object.
    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        guard let property = handChangedProperty(at: keyPath) else { return }
        let thread = ThreadIdentity.current
        guard property.openByHand(on: thread) else { return }
        let old = self[keyPath: keyPath]
        property.keep(property.beginChange(of: self, old: old), old: old, on: thread)
    }

    /// Ends what ``willChangeValue(for:)`` announced. Without an announcement it does nothing.
    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        guard let property = handChangedProperty(at: keyPath),
            let (change, old) = property.closeByHand(on: .current)
        else { return }
        property.didChange(change, of: self, from: old as! Value, to: self[keyPath: keyPath])
    }

    private func handChangedProperty<Value>(at keyPath: KeyPath<Self, Value>) -> PropertyRegistry? {
        KeyPathReading.read(keyPath, of: self).sources.first { $0.isWholePath }?.property
    }
}
