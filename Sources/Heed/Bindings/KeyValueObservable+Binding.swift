extension KeyValueObservable {
    /// Keeps a property of another object equal to one of this object, in one direction.
    ///
    /// ```swift
    /// let binding = album.bind(\.title, to: label, \.text)
    /// album.title = "Blue Train"   // label.text is "Blue Train"
    /// ```
    ///
    /// Cocoa's counterpart is `bind(_:to:withKeyPath:options:)`, called on the other end; `invalidate()` is its `unbind(_:)`.
    ///
    /// ## Behavior
    /// - The target takes the source's value before this method returns, and again after each change.
    /// - The binding doesn't write a value that the target already holds, so bindings in a chain or a circle come to rest. It compares
    ///   `Equatable` values by `==`, and objects by identity. It always writes other values, once for each change.
    /// - A value that doesn't equal itself, such as `Double.nan`, is written once for each change, too.
    /// - Heed stops and reports a circle that never comes to rest; see ``Diagnostics``.
    /// - The binding keeps neither end alive. After either has been deallocated, it does nothing.
    /// - If handlers make changes while the binding writes, the binding applies them before the change that caused the write returns.
    ///
    /// - Parameters:
    ///   - keyPath: The source key path, starting at this object.
    ///   - target: The object whose property to update. It doesn't need to be observable.
    ///   - targetPath: The property to update.
    ///   - isolation: The isolation of the caller, to which both ends belong.
    ///   - fileID: For ``Diagnostics``: the file that binds.
    ///   - line: For ``Diagnostics``: the line that binds.
    /// - Returns: The token that keeps the binding.
    /// - Threading: Bind where you can use both ends. A `Sendable` source may change on any thread; its changes hop to the isolation from which you call
    ///   this method. If you call it from no isolation, Heed refuses to follow such a source and reports it; see ``Diagnostics``.
    public func bind<Value, Target: AnyObject>(
        _ keyPath: KeyPath<Self, Value>,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, Value>,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        bind(keyPath, to: target, targetPath, transform: { $0 }, isolation: isolation, fileID: fileID, line: line)
    }

    /// Keeps a property of another object in sync with one of this object, in one direction, through a conversion.
    ///
    /// ```swift
    /// let binding = album.bind(\.year, to: label, \.text, transform: { "\($0)" })
    /// ```
    ///
    /// The conversion replaces Cocoa's `NSValueTransformer`. Otherwise this is like the method without a conversion.
    ///
    /// - Parameters:
    ///   - keyPath: The source key path, starting at this object.
    ///   - target: The object whose property to update. It doesn't need to be observable.
    ///   - targetPath: The property to update.
    ///   - transform: Returns the target's value for a value of the source. It should depend only on that value.
    ///   - isolation: The isolation of the caller, to which both ends belong.
    ///   - fileID: For ``Diagnostics``: the file that binds.
    ///   - line: For ``Diagnostics``: the line that binds.
    /// - Returns: The token that keeps the binding.
    public func bind<Value, Target: AnyObject, TargetValue>(
        _ keyPath: KeyPath<Self, Value>,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, TargetValue>,
        transform: @escaping (Value) -> TargetValue,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        let binding = PropertyBinding(
            self, keyPath, target, targetPath, transform: transform, isolation: .registered(in: isolation), place: place)
        binding.start(self)
        return ObservationToken(binding)
    }

    /// Keeps a property of this object and one of another equal, in both directions.
    ///
    /// ```swift
    /// let binding = album.bindBothWays(\.title, to: field, \.text)
    /// field.text = "Blue Train"   // album.title is "Blue Train"
    /// ```
    ///
    /// ## Behavior
    /// - Initially, the other object takes this one's value.
    /// - The binding carries a change over once; it doesn't come back, even if a handler or another thread changes the first end meanwhile.
    /// - If the other end corrects the value that it receives, the binding carries the correction back.
    /// - A circle of such bindings comes to rest, and the binding keeps neither end alive.
    ///
    /// - Threading: See `bind(_:to:_:)`, for both ends.
    public func bindBothWays<Value, Target: KeyValueObservable>(
        _ keyPath: ReferenceWritableKeyPath<Self, Value>,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, Value>,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        bindBothWays(keyPath, to: target, targetPath, transform: { $0 }, inverse: { $0 }, isolation: isolation, fileID: fileID, line: line)
    }

    /// Keeps a property of this object and one of another in sync, in both directions, through a conversion and its inverse.
    ///
    /// ```swift
    /// let binding = album.bindBothWays(\.year, to: field, \.text, transform: { "\($0)" }, inverse: { Int($0) ?? 0 })
    /// field.text = "0057"   // album.year is 57, and the text stays as it was typed
    /// ```
    ///
    /// The two closures replace `transformedValue(_:)` and `reverseTransformedValue(_:)` of Cocoa's `NSValueTransformer`.
    ///
    /// ## Behavior
    /// - The two ends agree when either is the conversion of the other. The binding doesn't write ends that agree, so a lossy conversion
    ///   doesn't rewrite the end where the change came from.
    /// - If neither end's values can be compared, the binding carries over only changes made while it isn't writing.
    ///
    /// - Parameters:
    ///   - keyPath: The property of this object.
    ///   - target: The other object.
    ///   - targetPath: The property of the other object.
    ///   - transform: Converts this object's value to the other's. It should depend only on that value.
    ///   - inverse: Converts the other object's value to this one's.
    ///   - isolation: The isolation of the caller, to which both ends belong.
    ///   - fileID: For ``Diagnostics``: the file that binds.
    ///   - line: For ``Diagnostics``: the line that binds.
    /// - Returns: The token that keeps the binding.
    public func bindBothWays<Value, Target: KeyValueObservable, TargetValue>(
        _ keyPath: ReferenceWritableKeyPath<Self, Value>,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, TargetValue>,
        transform: @escaping (Value) -> TargetValue,
        inverse: @escaping (TargetValue) -> Value,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        let back = PropertyBinding<Self, Target, Value, TargetValue>.Inverse(path: keyPath, transform: inverse)
        let isolation = Isolation.registered(in: isolation)
        let binding = PropertyBinding(
            self, keyPath, target, targetPath, transform: transform, inverse: back, isolation: isolation, place: place)
        binding.listen(to: target)
        binding.start(self)
        return ObservationToken(binding)
    }
}
