extension KeyValueObservable {
    /// The changes of the value at a key path, as an asynchronous sequence.
    ///
    /// ```swift
    /// for await change in album.changes(of: \.title) {
    ///     print(change.newValue!)
    /// }
    /// ```
    ///
    /// Observing begins with this call, not with the loop, so that nothing in between is missed.
    ///
    /// - Parameters:
    ///   - keyPath: What to observe, from this object on.
    ///   - options: What each change carries, and whether there is one at once.
    ///   - buffer: What happens to changes that come faster than they are taken.
    /// - Threading: Call it where the object may be read. The sequence may be iterated anywhere.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<Self, Value>,
        options: KeyValueObservingOptions = [.new],
        buffering buffer: KeyValueChangeBuffer = .unbounded
    ) -> KeyValueChanges<Value> {
        KeyValueChanges(buffering: buffer) { yield, finish in
            // Of a collection's elements, dropped changes would be missed for good.
            startObserving(keyPath, options: options, wholeValues: buffer != .unbounded, ended: finish) { _, change in yield(change) }
        }
    }
}
