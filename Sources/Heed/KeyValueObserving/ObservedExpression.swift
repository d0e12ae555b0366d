/// Calls a handler with the value of an expression whenever something that it reads changes.
///
/// ```swift
/// let observation = observe { "\(album.title) · \(player.position)" } onChange: { text in print(text) }
/// ```
///
/// ## Behavior
/// - Heed finds what the expression reads in any number of observable objects, as for a computed property: once now, and again whenever any of
///   it changes. Something that the expression comes to read only later, in another branch, is found then.
/// - Each change of a property calls the handler once. Within ``withGroupedChanges(_:)``, Heed calls it at most once, at the end.
/// - The order of calls is that of a key path: observers are called in registration order, and a change that a handler makes comes after the one
///   that it handles.
///
/// In a class that has a method `observe`, as every ``KeyValueObservable()`` class has, write `Heed.observe`.
///
/// - Parameters:
///   - initial: Whether to call the handler with the current value before this function returns.
///   - isolation: The isolation of the caller, to which the expression and the handler belong.
///   - expression: A closure that reads observable objects. It changes nothing, and may run at any time until the observation ends. The observation
///     keeps what it captures; capture an object that owns the observation with `weak`.
///   - handler: A closure that receives the value.
///   - fileID: For ``Diagnostics``: the file that registers.
///   - line: For ``Diagnostics``: the line that registers.
/// - Returns: The observation. It ends when it is released.
/// - Threading: See `observe(_:options:changeHandler:)` of ``KeyValueObservable``. Code that belongs to no actor observes objects of `Sendable`
///   classes with `on: .immediate`. Without it, Heed refuses them and reports it, because other threads may change them.
/// - Reentrancy: See `observe(_:options:changeHandler:)` of ``KeyValueObservable``.
@inlinable
public func observe<Value>(
    initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    _ expression: @escaping () -> Value,
    onChange handler: @escaping (Value) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> ObservationToken {
    ObservedExpression<Value, _KeptInOneIsolation>(expression).register(
        initial ? [.initial, .new] : .new, in: .registered(in: isolation), at: RegistrationPlace(fileID: fileID, line: line),
        .value(handler))
}

/// Calls a handler with the old and the new value of an expression whenever something that it reads changes.
///
/// ```swift
/// let observation = observe { album.tracks.count + player.position } onChange: { old, new in print(old, "→", new) }
/// ```
///
/// - Parameters:
///   - initial: Whether to call the handler immediately with the current value as both.
///   - isolation: The isolation of the caller, to which the expression and the handler belong.
///   - expression: See `observe(initial:_:onChange:)` with a handler of one value.
///   - handler: A closure that receives both values.
///   - fileID: For ``Diagnostics``: the file that registers.
///   - line: For ``Diagnostics``: the line that registers.
/// - Returns: The observation. It ends when it is released.
/// - Threading: See `observe(initial:_:onChange:)` with a handler of one value.
/// - Reentrancy: See `observe(_:options:changeHandler:)` of ``KeyValueObservable``.
@inlinable
public func observe<Value>(
    initial: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    _ expression: @escaping () -> Value,
    onChange handler: @escaping (_ old: Value, _ new: Value) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> ObservationToken {
    ObservedExpression<Value, _KeptInOneIsolation>(expression).register(
        initial ? [.initial, .old, .new] : [.old, .new], in: .registered(in: isolation), at: RegistrationPlace(fileID: fileID, line: line),
        .values(handler))
}

/// Calls a handler with the value of an expression over objects that several threads share, on the thread that changes it.
///
/// ```swift
/// let observation = observe(on: .immediate) { first.count + second.count } onChange: { sum in print(sum) }
/// ```
///
/// - Parameters:
///   - context: `.immediate`: where the change is made.
///   - initial: Whether to call the handler with the current value before this function returns.
///   - expression: See `observe(initial:_:onChange:)`.
///   - handler: A closure that receives the value.
///   - fileID: For ``Diagnostics``: the file that registers.
///   - line: For ``Diagnostics``: the line that registers.
/// - Returns: The observation. It ends when it is released.
/// - Threading: You can call this on any thread. The handler never runs concurrently with itself: of threads that make changes concurrently, one
///   calls it for all, and the last value is the current one.
@inlinable
public func observe<Value>(
    on context: ImmediateContext,
    initial: Bool = false,
    _ expression: @escaping @Sendable () -> Value,
    onChange handler: @escaping @Sendable (Value) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> ObservationToken {
    ObservedExpression<Value, _SharedByThreads>(expression).register(
        initial ? [.initial, .new] : .new, in: .anywhere, at: RegistrationPlace(fileID: fileID, line: line), .value(handler))
}

/// Calls a handler with the old and the new value of an expression over objects that several threads share, on the thread that changes it.
///
/// - Parameters:
///   - context: `.immediate`: where the change is made.
///   - initial: Whether to call the handler immediately with the current value as both.
///   - expression: See `observe(initial:_:onChange:)`.
///   - handler: A closure that receives both values.
///   - fileID: For ``Diagnostics``: the file that registers.
///   - line: For ``Diagnostics``: the line that registers.
/// - Returns: The observation. It ends when it is released.
/// - Threading: See the form with a handler of one value.
@inlinable
public func observe<Value>(
    on context: ImmediateContext,
    initial: Bool = false,
    _ expression: @escaping @Sendable () -> Value,
    onChange handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
) -> ObservationToken {
    ObservedExpression<Value, _SharedByThreads>(expression).register(
        initial ? [.initial, .old, .new] : [.old, .new], in: .anywhere, at: RegistrationPlace(fileID: fileID, line: line), .values(handler))
}

extension ObservationSource {
    /// Returns a source of the values of an expression, beginning with the current one.
    ///
    /// ```swift
    /// let texts = ObservationSource.values { "\(album.title) · \(player.position)" }
    /// let receptionist = Receptionist(for: texts, delivering: .latest) { text in print(text) }
    /// ```
    ///
    /// A receptionist or a sequence of this source keeps what the expression captures. Such a sequence doesn't end by itself: leave its loop, or
    /// cancel the task.
    ///
    /// - Parameters:
    ///   - isolation: The isolation of the caller, to which the expression belongs.
    ///   - expression: A closure that reads observable objects; see `observe(initial:_:onChange:)`.
    /// - Threading: Create the source, and the receptionist, where you can read the objects. Code that belongs to no actor observes objects of
    ///   `Sendable` classes with `on: .immediate`.
    public static func values(
        isolation: isolated (any Actor)? = #isolation, _ expression: @escaping () -> Element
    ) -> ObservationSource {
        ObservedExpression<Element, _KeptInOneIsolation>(expression).source(in: .registered(in: isolation, hasSendableHandler: true))
    }

    /// Returns a source of the values of an expression over objects that several threads share, which is read where the change is made.
    ///
    /// - Parameters:
    ///   - context: `.immediate`: where the change is made.
    ///   - expression: A closure that reads observable objects; see `observe(on:initial:_:onChange:)`.
    public static func values(on context: ImmediateContext, _ expression: @escaping @Sendable () -> Element) -> ObservationSource {
        ObservedExpression<Element, _SharedByThreads>(expression).source(in: .anywhere)
    }
}

extension ObservedExpression where Value: Sendable {
    fileprivate func source(in isolation: Isolation) -> ObservationSource<Value> {
        ObservationSource { listener, receive in
            let options: KeyValueObservingOptions = [.initial, .new]
            return self.startObserving(
                \.value, options, in: isolation, at: listener.place, ended: listener.ended, .value(receive),
                caller: { PropertyCaller.calling(Value.self) }, accessor: self.accessor(options))
        }
    }
}

/// A protocol that reveals an expression whatever its value.
@usableFromInline
protocol AnyObservedExpression: KeyValueObservable {}

/// An object whose computed property is an expression, so that it is observed like any other.
@usableFromInline
final class ObservedExpression<Value, Sharing>: AnyObservedExpression {
    @usableFromInline typealias _HeedSharing = Sharing
    @usableFromInline let read: () -> Value

    @inlinable
    init(_ read: @escaping () -> Value) {
        self.read = read
    }

    @usableFromInline var value: Value { read() }

    @inlinable
    func register(
        _ options: KeyValueObservingOptions,
        in isolation: Isolation,
        at place: RegistrationPlace,
        _ handler: ChangeHandler<ObservedExpression, Value>
    ) -> ObservationToken {
        register(
            \.value, options, in: isolation, at: place, handler, caller: { PropertyCaller.calling(Value.self) },
            accessor: accessor(options))
    }

    /// Returns the maker of an accessor. The accessor keeps the expression, and so the observation does.
    @inlinable
    func accessor(
        _ options: KeyValueObservingOptions
    ) -> (_ handler: ChangeHandler<ObservedExpression, Value>, _ getter: Any?) -> KeyPathAccessor {
        { handler, _ in
            let read: (ObservedExpression) -> Value = { [self] _ in self.read() }
            return KeyPathAccessor.of(\ObservedExpression.value, handler, options, getter: read)
        }
    }
}
