extension KeyValueObservable {
    /// Returns the value at a key path, now and after each change, as an asynchronous sequence.
    ///
    /// ```swift
    /// for await title in album.values(of: \.title) {
    ///     print(title)
    /// }
    /// ```
    ///
    /// Observation begins with this call, not with the loop, so the sequence misses nothing in between.
    ///
    /// - Parameters:
    ///   - keyPath: The key path to observe, starting at this object.
    ///   - policy: What happens to values that arrive while the loop is busy. By default all of them wait.
    ///   - isolation: The isolation of the caller, in which the key path is read.
    /// - Returns: The values, beginning with the current one. The sequence ends with the object.
    /// - Threading: Call this where you can read the object. You can iterate the sequence anywhere.
    public func values<Value: Sendable>(
        of keyPath: KeyPath<Self, Value>,
        buffering policy: DeliveryPolicy = .every,
        isolation: isolated (any Actor)? = #isolation
    ) -> some ObservedSequence<Value> {
        ObservationSource.values(of: self, keyPath, isolation: isolation).values(buffering: policy)
    }

    /// Returns the changes of the value at a key path, as an asynchronous sequence.
    ///
    /// ```swift
    /// for await change in album.changes(of: \.tracks) {
    ///     print(change.kind)
    /// }
    /// ```
    ///
    /// Observation begins with this call, not with the loop, so the sequence misses nothing in between.
    ///
    /// - Parameters:
    ///   - keyPath: The key path to observe, starting at this object.
    ///   - options: What each change carries, and whether there is an initial one. By default, the old and the new value.
    ///   - policy: What happens to changes that arrive while the loop is busy. By default all of them wait.
    ///   - isolation: The isolation of the caller, in which the key path is read.
    /// - Returns: The changes. The sequence ends with the object.
    /// - Threading: Call this where you can read the object. You can iterate the sequence anywhere.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<Self, Value>,
        options: KeyValueObservingOptions = [.old, .new],
        buffering policy: DeliveryPolicy = .every,
        isolation: isolated (any Actor)? = #isolation
    ) -> some ObservedSequence<KeyValueChange<Value>> {
        ObservationSource.changes(of: self, keyPath, options: options, isolation: isolation).values(buffering: policy)
    }
}

extension KeyValueObservable where Self: Sendable, _HeedSharing == _SharedByThreads {
    /// Returns the value at a key path, now and after each change, as an asynchronous sequence. For objects that several threads share: the
    /// key path is read where the change is made.
    public func values<Value: Sendable>(
        of keyPath: KeyPath<Self, Value> & Sendable,
        buffering policy: DeliveryPolicy = .every
    ) -> some ObservedSequence<Value> {
        ObservationSource.values(of: self, keyPath).values(buffering: policy)
    }

    /// Returns the changes of the value at a key path, as an asynchronous sequence. For objects that several threads share: the key path is
    /// read where the change is made.
    public func changes<Value: Sendable>(
        of keyPath: KeyPath<Self, Value> & Sendable,
        options: KeyValueObservingOptions = [.old, .new],
        buffering policy: DeliveryPolicy = .every
    ) -> some ObservedSequence<KeyValueChange<Value>> {
        ObservationSource.changes(of: self, keyPath, options: options).values(buffering: policy)
    }
}
