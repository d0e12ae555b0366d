extension KeyValueObservable where Self: Sendable, _HeedSharing == _SharedByThreads {
    /// Keeps a property of the main actor in line with one of this object, which changes on any thread.
    ///
    /// ```swift
    /// let binding = download.bind(\.progress, to: bar, \.fraction, on: .mainActor)
    /// ```
    ///
    /// ## Behavior
    /// - The target takes the source's value before this method returns. After changes it takes the newest value, later.
    /// - What the target holds already is not written again.
    /// - Neither end is kept alive.
    ///
    /// - Parameters:
    ///   - keyPath: What to follow, from this object on.
    ///   - target: The object whose property follows. It need not be observable.
    ///   - targetPath: The property that follows.
    ///   - context: Where the target is written, on the main thread.
    ///   - fileID: For ``Diagnostics``: the file that binds.
    ///   - line: For ``Diagnostics``: the line that binds.
    /// - Returns: The token that keeps the binding.
    @MainActor
    public func bind<Value: Sendable, Target: AnyObject>(
        _ keyPath: KeyPath<Self, Value> & Sendable,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, Value>,
        on context: some MainActorExecutionContext,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        bind(keyPath, to: target, targetPath, on: context, transform: { $0 }, fileID: fileID, line: line)
    }

    /// Keeps a property of the main actor in line with one of this object, which changes on any thread, through a conversion.
    ///
    /// - Parameters:
    ///   - keyPath: What to follow, from this object on.
    ///   - target: The object whose property follows. It need not be observable.
    ///   - targetPath: The property that follows.
    ///   - context: Where the target is written, on the main thread.
    ///   - transform: What the target is to hold for a value of the source. It runs on the main actor.
    ///   - fileID: For ``Diagnostics``: the file that binds.
    ///   - line: For ``Diagnostics``: the line that binds.
    /// - Returns: The token that keeps the binding.
    @MainActor
    public func bind<Value: Sendable, Target: AnyObject, TargetValue>(
        _ keyPath: KeyPath<Self, Value> & Sendable,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, TargetValue>,
        on context: some MainActorExecutionContext,
        transform: @escaping @MainActor (Value) -> TargetValue,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let isSame = Sameness<TargetValue>()
        let write: @MainActor @Sendable (Value) -> Void = { [weak target] value in
            guard let target else { return }
            let wanted = transform(value)
            if !isSame(wanted, target[keyPath: targetPath]) { target[keyPath: targetPath] = wanted }
        }
        // The newest value is the only one that counts. The first is handed over too: the source may change before it is read below.
        let receptionist = Receptionist(
            for: .values(of: self, keyPath), on: context, delivering: .latest, write, fileID: fileID, line: line)
        write(self[keyPath: keyPath])
        return receptionist
    }
}
