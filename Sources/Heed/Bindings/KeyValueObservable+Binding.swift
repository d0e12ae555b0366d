extension KeyValueObservable where _HeedSharing == _KeptInOneIsolation {
    /// Keeps a property of another object equal to one of this object, in one direction.
    ///
    /// ```swift
    /// let binding = album.bind(\.title, to: label, \.text)
    /// album.title = "Blue Train"   // label.text is "Blue Train"
    /// ```
    ///
    /// Cocoa's counterpart is `bind(_:to:withKeyPath:options:)`, seen from the other end; `invalidate()` is its `unbind(_:)`.
    ///
    /// ## Behavior
    /// - The target takes the source's value before this method returns, and then after each change.
    /// - What the target holds already is not written again, so that bindings that form a chain or a circle come to rest. Values are
    ///   compared by `==` where they are `Equatable`, and objects by identity. Other values are always written, once for each change.
    /// - A circle that never comes to rest is stopped and reported; see ``Diagnostics``.
    /// - Neither end is kept alive. When either has died, the binding does nothing any more.
    /// - Changes that handlers make while the binding writes are caught up on before the change that began it all returns.
    ///
    /// - Parameters:
    ///   - keyPath: What to follow, from this object on.
    ///   - target: The object whose property follows. It need not be observable.
    ///   - targetPath: The property that follows.
    ///   - isolation: The isolation of the caller, which both ends belong to.
    ///   - fileID: For ``Diagnostics``: the file that binds.
    ///   - line: For ``Diagnostics``: the line that binds.
    /// - Returns: The token that keeps the binding.
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

    /// Keeps a property of another object in line with one of this object, in one direction, through a conversion.
    ///
    /// ```swift
    /// let binding = album.bind(\.year, to: label, \.text, transform: { "\($0)" })
    /// ```
    ///
    /// The conversion takes the part of Cocoa's `NSValueTransformer`. As the method without a conversion otherwise.
    ///
    /// - Parameters:
    ///   - keyPath: What to follow, from this object on.
    ///   - target: The object whose property follows. It need not be observable.
    ///   - targetPath: The property that follows.
    ///   - transform: What the target is to hold for a value of the source. It should depend on that value only.
    ///   - isolation: The isolation of the caller, which both ends belong to.
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

    /// Keeps a property of this object and one of another equal, whichever of the two changes.
    ///
    /// ```swift
    /// let binding = album.bindBothWays(\.title, to: field, \.text)
    /// field.text = "Blue Train"   // album.title is "Blue Train"
    /// ```
    ///
    /// ## Behavior
    /// - At first the other object takes this one's value.
    /// - A change is carried over once; it does not come back.
    /// - Where the other end corrects what it is given, the correction is carried back.
    /// - A circle of such bindings comes to rest, and neither end is kept alive.
    public func bindBothWays<Value, Target: KeyValueObservable>(
        _ keyPath: ReferenceWritableKeyPath<Self, Value>,
        to target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, Value>,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken where Target._HeedSharing == _KeptInOneIsolation {
        bindBothWays(keyPath, to: target, targetPath, transform: { $0 }, inverse: { $0 }, isolation: isolation, fileID: fileID, line: line)
    }

    /// Keeps a property of this object and one of another in line, whichever of the two changes, through a conversion and its inverse.
    ///
    /// ```swift
    /// let binding = album.bindBothWays(\.year, to: field, \.text, transform: { "\($0)" }, inverse: { Int($0) ?? 0 })
    /// field.text = "0057"   // album.year is 57, and the text stays as it was typed
    /// ```
    ///
    /// The two closures are what `transformedValue(_:)` and `reverseTransformedValue(_:)` of Cocoa's `NSValueTransformer` are.
    ///
    /// ## Behavior
    /// - The two ends agree when either is what the other is converted to. Ends that agree are left alone: so a conversion that loses
    ///   something does not rewrite the end where the change came from.
    /// - Of values that can be compared on neither end, only those are carried over that change while the binding is not writing.
    ///
    /// - Parameters:
    ///   - keyPath: The property of this object.
    ///   - target: The other object.
    ///   - targetPath: Its property.
    ///   - transform: From this object's value to the other's. It should depend on that value only.
    ///   - inverse: From the other object's value to this one's.
    ///   - isolation: The isolation of the caller, which both ends belong to.
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
    ) -> ObservationToken where Target._HeedSharing == _KeptInOneIsolation {
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
