extension KeyValueObservable {
    /// The value at a key path, now and after each change, as an asynchronous sequence.
    ///
    /// ```swift
    /// for await title in album.values(of: \.title) {
    ///     print(title)
    /// }
    /// ```
    ///
    /// Observing begins with this call, not with the loop, so that nothing in between is missed.
    ///
    /// - Parameters:
    ///   - keyPath: What to observe, from this object on.
    ///   - policy: What becomes of values that come while the loop is busy. All of them wait, unless you say otherwise.
    ///   - isolation: The isolation of the caller, where the key path is read.
    /// - Returns: The values, beginning with the present one. The sequence ends with the object.
    /// - Threading: Call it where the object may be read. The sequence may be iterated anywhere.
    public func values<Value: Sendable>(
        of keyPath: KeyPath<Self, Value>,
        buffering policy: DeliveryPolicy = .every,
        isolation: isolated (any Actor)? = #isolation
    ) -> ObservedSequence<Value> {
        ObservedSequence(.values(of: self, keyPath, isolation: isolation), buffering: policy)
    }

    /// The changes of the value at a key path, as an asynchronous sequence.
    ///
    /// ```swift
    /// for await change in album.changes(of: \.tracks) {
    ///     print(change.kind)
    /// }
    /// ```
    ///
    /// Observing begins with this call, not with the loop, so that nothing in between is missed.
    ///
    /// - Parameters:
    ///   - keyPath: What to observe, from this object on.
    ///   - options: What each change carries, and whether there is one at once.
    ///   - policy: What becomes of changes that come while the loop is busy. All of them wait, unless you say otherwise.
    ///   - isolation: The isolation of the caller, where the key path is read.
    /// - Returns: The changes. The sequence ends with the object.
    /// - Threading: Call it where the object may be read. The sequence may be iterated anywhere.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<Self, Value>,
        options: KeyValueObservingOptions = [.new],
        buffering policy: DeliveryPolicy = .every,
        isolation: isolated (any Actor)? = #isolation
    ) -> ObservedSequence<KeyValueChange<Value>> {
        ObservedSequence(.changes(of: self, keyPath, options: options, isolation: isolation), buffering: policy)
    }
}

extension KeyValueObservable where Self: Sendable, _HeedSharing == _SharedByThreads {
    /// The value at a key path, now and after each change, as an asynchronous sequence. For objects that several threads share: the key path
    /// is read where the change is made.
    public func values<Value: Sendable>(
        of keyPath: KeyPath<Self, Value> & Sendable,
        buffering policy: DeliveryPolicy = .every
    ) -> ObservedSequence<Value> {
        ObservedSequence(.values(of: self, keyPath), buffering: policy)
    }

    /// The changes of the value at a key path, as an asynchronous sequence. For objects that several threads share: the key path is read
    /// where the change is made.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<Self, Value> & Sendable,
        options: KeyValueObservingOptions = [.new],
        buffering policy: DeliveryPolicy = .every
    ) -> ObservedSequence<KeyValueChange<Value>> {
        ObservedSequence(.changes(of: self, keyPath, options: options), buffering: policy)
    }
}
