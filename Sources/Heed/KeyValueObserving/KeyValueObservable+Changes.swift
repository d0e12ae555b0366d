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
    ///   - isolation: The isolation of the caller, where the key path is read.
    /// - Threading: Call it where the object may be read. The sequence may be iterated anywhere.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<Self, Value>,
        options: KeyValueObservingOptions = [.new],
        buffering buffer: KeyValueChangeBuffer = .unbounded,
        isolation: isolated (any Actor)? = #isolation
    ) -> KeyValueChanges<Value> {
        makeChanges(of: keyPath, options: options, buffering: buffer, in: .registered(in: isolation, hasSendableHandler: true))
    }

    private func makeChanges<Value: Sendable>(
        of keyPath: KeyPath<Self, Value>,
        options: KeyValueObservingOptions,
        buffering buffer: KeyValueChangeBuffer,
        in isolation: Isolation
    ) -> KeyValueChanges<Value> {
        KeyValueChanges(buffering: buffer) { yield, finish in
            // Of a collection's elements, dropped changes would be missed for good.
            let wholeValues = buffer != .unbounded
            return startObserving(keyPath, options: options, in: isolation, wholeValues: wholeValues, ended: finish) { yield($1) }
        }
    }
}

extension KeyValueObservable where Self: Sendable, HeedSharing == SharedByThreads {
    /// The changes of the value at a key path, as an asynchronous sequence. For objects that several threads share: the key path is read
    /// where the change is made.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<Self, Value> & Sendable,
        options: KeyValueObservingOptions = [.new],
        buffering buffer: KeyValueChangeBuffer = .unbounded
    ) -> KeyValueChanges<Value> {
        makeChanges(of: keyPath, options: options, buffering: buffer, in: .anywhere)
    }
}
