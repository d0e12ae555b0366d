/// Takes the changes of an observed value where they happen, and hands them over where they are wanted.
///
/// A cover arrives on a worker thread; the view that shows it lives on the main actor. The receptionist stands between them:
///
/// ```swift
/// let receptionist = Receptionist(for: cover, \.image, options: [.initial, .new], on: .mainActor) { change in
///     picture.show(change.newValue)
/// }
/// ```
///
/// ## Behavior
/// - Changes made on one thread are handed over in order; with ``DeliveryPolicy/every``, each exactly once.
/// - At most one hop to the execution context is under way at any time, however many changes there are.
/// - Changes that wait when the object dies still arrive. Those that wait when the receptionist is invalidated do not.
/// - The object is not kept alive.
/// - With ``DeliveryPolicy/latest`` a change's old value is the new value that the handler was last given.
///
/// - Threading: Create it where the object may be read. It may be invalidated and released on any thread.
public final class Receptionist: Sendable {
    private let observer: CancelOnce
    private let close: @Sendable () -> Void
    private let dropped: @Sendable () -> Int

    /// Hands over changes in an execution context, later.
    ///
    /// - Parameters:
    ///   - object: The object to observe. It is not kept alive.
    ///   - keyPath: What to observe, from the object on.
    ///   - options: What each change carries, and whether there is one at once.
    ///   - context: Where the handler runs.
    ///   - policy: What happens to changes that arrive faster than they are handled.
    ///   - handler: What to do with each change.
    @_disfavoredOverload  // The form for the main actor goes first where both would do.
    public init<Object: KeyValueObservable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.new],
        on context: some ExecutionContext,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @Sendable (KeyValueChange<Value>) -> Void
    ) {
        let desk = Mailbox<KeyValueChange<Value>>(on: context, policy: policy, deliver: Self.chaining(handler, policy: policy))
        close = desk.close
        dropped = { desk.droppedCount }
        observer = CancelOnce(object.startObserving(keyPath, options: options) { _, change in desk.offer(change) })
    }

    /// Hands over changes on the main actor, later, so that the handler may touch the main actor's state.
    public init<Object: KeyValueObservable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.new],
        on context: some MainActorExecutionContext,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @MainActor @Sendable (KeyValueChange<Value>) -> Void
    ) {
        let desk = Mailbox<KeyValueChange<Value>>(
            on: context,
            policy: policy,
            deliver: Self.chaining({ change in MainActor.assumeIsolated { handler(change) } }, policy: policy)
        )
        close = desk.close
        dropped = { desk.droppedCount }
        observer = CancelOnce(object.startObserving(keyPath, options: options) { _, change in desk.offer(change) })
    }

    /// Hands over changes where they happen, at once.
    public init<Object: KeyValueObservable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.new],
        on context: ImmediateContext = .immediate,
        _ handler: @escaping @Sendable (KeyValueChange<Value>) -> Void
    ) {
        close = {}
        dropped = { 0 }
        observer = CancelOnce(object.startObserving(keyPath, options: options) { _, change in handler(change) })
    }

    deinit {
        invalidate()
    }

    /// Stops observing. Changes that wait are not handed over. Calling again does nothing.
    public func invalidate() {
        observer.cancel()
        close()
    }

    /// How many changes the policy has dropped in favour of newer ones.
    public var droppedCount: Int { dropped() }

    /// With ``DeliveryPolicy/latest``, replaces each change's old value by the new value that was handed over before it.
    private static func chaining<Value: Sendable>(
        _ handler: @escaping @Sendable (KeyValueChange<Value>) -> Void,
        policy: DeliveryPolicy
    ) -> @Sendable (KeyValueChange<Value>) -> Void {
        guard policy.rule == .latest else { return handler }
        let last = LastValue<Value>()
        return { change in handler(last.chain(change)) }
    }
}
