extension KeyValueObservable where Self: Sendable, _HeedSharing == _SharedByThreads {
    /// Keeps a property of another object equal to one of this object, in one direction. For objects that several threads share.
    ///
    /// Like the method of the same name for objects of one isolation. If several threads change the source concurrently, one of them writes
    /// the target for all: in the end the target holds the source's last value.
    ///
    /// - Threading: You can call this on any thread. The target is written on a thread that changes the source.
    public func bind<Value, Target: AnyObject & Sendable>(
        _ keyPath: KeyPath<Self, Value> & Sendable,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, Value> & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        bind(keyPath, to: target, targetPath, transform: { $0 }, fileID: fileID, line: line)
    }

    /// Keeps a property of another object in sync with one of this object, in one direction, through a conversion. For objects that several
    /// threads share.
    ///
    /// - Parameters:
    ///   - keyPath: The source key path, starting at this object.
    ///   - target: The object whose property to update. It doesn't need to be observable.
    ///   - targetPath: The property to update.
    ///   - transform: Returns the target's value for a value of the source. It should depend only on that value.
    ///   - fileID: For ``Diagnostics``: the file that binds.
    ///   - line: For ``Diagnostics``: the line that binds.
    /// - Returns: The token that keeps the binding.
    public func bind<Value, Target: AnyObject & Sendable, TargetValue>(
        _ keyPath: KeyPath<Self, Value> & Sendable,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, TargetValue> & Sendable,
        transform: @escaping @Sendable (Value) -> TargetValue,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        let binding = PropertyBinding(self, keyPath, target, targetPath, transform: transform, isolation: .anywhere, place: place)
        binding.start(self)
        return ObservationToken(binding)
    }

    /// Keeps a property of this object and one of another equal, in both directions. For objects that several threads share.
    ///
    /// - Threading: If several threads change the two concurrently, the two are equal in the end.
    public func bindBothWays<Value, Target: KeyValueObservable & Sendable>(
        _ keyPath: ReferenceWritableKeyPath<Self, Value> & Sendable,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, Value> & Sendable,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken where Target._HeedSharing == _SharedByThreads {
        bindBothWays(keyPath, to: target, targetPath, transform: { $0 }, inverse: { $0 }, fileID: fileID, line: line)
    }

    /// Keeps a property of this object and one of another in sync, in both directions, through a conversion and its inverse. For objects
    /// that several threads share.
    public func bindBothWays<Value, Target: KeyValueObservable & Sendable, TargetValue>(
        _ keyPath: ReferenceWritableKeyPath<Self, Value> & Sendable,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, TargetValue> & Sendable,
        transform: @escaping @Sendable (Value) -> TargetValue,
        inverse: @escaping @Sendable (TargetValue) -> Value,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken where Target._HeedSharing == _SharedByThreads {
        let place = RegistrationPlace(fileID: fileID, line: line)
        let back = PropertyBinding<Self, Target, Value, TargetValue>.Inverse(path: keyPath, transform: inverse)
        let binding = PropertyBinding(
            self, keyPath, target, targetPath, transform: transform, inverse: back, isolation: .anywhere, place: place)
        binding.listen(to: target)
        binding.start(self)
        return ObservationToken(binding)
    }
}
