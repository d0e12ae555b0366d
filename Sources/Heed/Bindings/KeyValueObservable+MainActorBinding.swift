extension KeyValueObservable where Self: Sendable, _HeedSharing == _SharedByThreads {
    /// Keeps a main-actor property in sync with one of this object, which changes on any thread.
    ///
    /// ```swift
    /// let binding = download.bind(\.progress, to: bar, \.fraction, on: .mainActor)
    /// ```
    ///
    /// ## Behavior
    /// - The target takes the source's value before this method returns. After changes it takes the newest value, asynchronously.
    /// - The binding doesn't write a value that the target already holds.
    /// - The binding keeps neither end alive.
    ///
    /// - Parameters:
    ///   - keyPath: The source key path, starting at this object.
    ///   - target: The object whose property to update. It doesn't need to be observable.
    ///   - targetPath: The property to update.
    ///   - context: The context in which to write the target, on the main thread.
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

    /// Keeps a main-actor property in sync with one of this object, which changes on any thread, through a conversion.
    ///
    /// - Parameters:
    ///   - keyPath: The source key path, starting at this object.
    ///   - target: The object whose property to update. It doesn't need to be observable.
    ///   - targetPath: The property to update.
    ///   - context: The context in which to write the target, on the main thread.
    ///   - transform: Returns the target's value for a value of the source. It runs on the main actor.
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
        // Only the newest value counts. The first is delivered too, because the source may change before it is read below.
        let receptionist = Receptionist(
            for: .values(of: self, keyPath), on: context, delivering: .latest, write, fileID: fileID, line: line)
        write(self[keyPath: keyPath])
        return receptionist
    }
}
