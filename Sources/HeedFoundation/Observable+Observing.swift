public import Heed
public import Observation

extension Observable where Self: AnyObject {
    /// Calls a handler on the main actor when the value at a key path of an `@Observable` object has changed.
    ///
    /// ```swift
    /// let observation = model.observe(\.count, options: [.old, .new], on: .mainActor) { model, change in
    ///     print(change.oldValue ?? 0, "→", change.newValue ?? 0)
    /// }
    /// ```
    ///
    /// The standard library's Observation says *that* something is about to change, once, and leaves the rest to whoever asked. This
    /// method asks again each time, in a job of its own on the main actor, once the change has been made.
    ///
    /// ## Behavior
    /// - Several changes before the job runs are one call, from the value that was told last to the value of now.
    /// - The last value is never lost: in one and the same reading the job takes the value and asks to hear of the next change.
    /// - A job that finds the value that was told last calls nobody: an equal one if it is `Equatable`, else the same object.
    /// - With `KeyValueObservingOptions.initial` the first call comes before this method returns. There is no prior call.
    /// - The object is not kept alive, and the handler is released with the token.
    ///
    /// - Parameters:
    ///   - keyPath: What to observe, from this object on. What it goes through should be `@Observable` all the way.
    ///   - options: What each call carries, and whether there is one at once. `KeyValueObservingOptions.prior` has no effect.
    ///   - context: Where the jobs run, on the main thread.
    ///   - changeHandler: Called with the object and the change.
    /// - Returns: The token that keeps the handler.
    /// - Threading: For objects that change on the main actor. An object that changes on other threads could be read between
    ///   Observation's announcement and the change itself, which would then go unnoticed: make such a class `@KeyValueObservable`.
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

    /// Calls a handler on the main actor with the value at a key path of an `@Observable` object when it has changed.
    ///
    /// As `observe(_:options:on:changeHandler:)`, with plain values.
    ///
    /// - Parameters:
    ///   - keyPath: What to observe, from this object on.
    ///   - initial: Whether to call with the present value at once, before this method returns.
    ///   - context: Where the jobs run, on the main thread.
    ///   - handler: Called with the value.
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
