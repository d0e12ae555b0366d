public import Heed
public import Observation

extension Observable where Self: AnyObject {
    /// Calls a handler on the main actor after the value at a key path of an `@Observable` object has changed.
    ///
    /// ```swift
    /// let observation = model.observe(\.count, options: [.old, .new], on: .mainActor) { model, change in
    ///     print(change.oldValue ?? 0, "→", change.newValue ?? 0)
    /// }
    /// ```
    ///
    /// The standard library's Observation announces once *that* something is about to change. This method asks again each time, in a
    /// separate job on the main actor, after the change has been made.
    ///
    /// ## Behavior
    /// - Several changes before the job runs become one call, from the last delivered value to the current one.
    /// - The last value is never lost: a single read takes the value and requests the next change.
    /// - A job that finds the last delivered value makes no call: an equal value if it is `Equatable`, otherwise the same object.
    /// - With `KeyValueObservingOptions.initial`, the first call comes before this method returns. There is no prior call.
    /// - The observation doesn't keep the object alive, and the handler is released with the token.
    ///
    /// - Parameters:
    ///   - keyPath: The key path to observe, starting at this object. All objects on it should be `@Observable`.
    ///   - options: What each call carries, and whether there is an initial one. `KeyValueObservingOptions.prior` has no effect.
    ///   - context: The context in which the jobs run, on the main thread.
    ///   - changeHandler: A closure that receives the object and the change.
    /// - Returns: The token that keeps the handler.
    /// - Threading: For objects that change on the main actor. If an object changes on another thread, the job could read it between
    ///   Observation's announcement and the change itself, and miss the change: make such a class `@KeyValueObservable`.
    @MainActor
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        options: KeyValueObservingOptions,
        on context: some MainActorExecutionContext,
        changeHandler: @escaping @MainActor (Self, KeyValueChange<Value>) -> Void
    ) -> ObservationToken {
        let observation = ObservableTracking(of: self, keyPath, options: options, on: context, changeHandler)
        observation.start(self)
        return ObservationToken(observation)
    }

    /// Calls a handler on the main actor with the value at a key path of an `@Observable` object after it has changed.
    ///
    /// Like `observe(_:options:on:changeHandler:)`, with plain values.
    ///
    /// - Parameters:
    ///   - keyPath: The key path to observe, starting at this object.
    ///   - initial: Whether to call the handler with the current value before this method returns.
    ///   - context: The context in which the jobs run, on the main thread.
    ///   - handler: A closure that receives the value.
    /// - Returns: The token that keeps the handler.
    @MainActor
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        initial: Bool = false,
        on context: some MainActorExecutionContext,
        _ handler: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        observe(keyPath, options: initial ? [.initial, .new] : .new, on: context) { _, change in
            if let value = change.newValue { handler(value) }
        }
    }
}
