// Batches of changes of a key path: an initialiser for each kind of isolation.
extension Receptionist {
    /// Hands over batches of changes in an execution context, later.
    @_disfavoredOverload  // The form for the main actor goes first where both would do.
    public convenience init<Object: KeyValueObservable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.old, .new],
        on context: some ExecutionContext,
        delivering policy: BatchPolicy,
        _ handler: @escaping @Sendable ([KeyValueChange<Value>]) -> Void,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let source = ObservationSource(object, keyPath, options, in: .registered(in: isolation, hasSendableHandler: true))
        self.init(for: source, on: context, delivering: policy, handler, fileID: fileID, line: line)
    }

    /// Hands over batches of changes on the main actor, later, so that the handler may touch the main actor's state.
    public convenience init<Object: KeyValueObservable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.old, .new],
        on context: some MainActorExecutionContext,
        delivering policy: BatchPolicy,
        _ handler: @escaping @MainActor @Sendable ([KeyValueChange<Value>]) -> Void,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let source = ObservationSource(object, keyPath, options, in: .registered(in: isolation, hasSendableHandler: true))
        self.init(for: source, on: context, delivering: policy, handler, fileID: fileID, line: line)
    }

    /// Hands over batches of changes on the main actor, to an async handler that is waited for before the next call.
    public convenience init<Object: KeyValueObservable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.old, .new],
        on context: some MainActorExecutionContext,
        delivering policy: BatchPolicy,
        _ handler: @escaping @MainActor @Sendable ([KeyValueChange<Value>]) async -> Void,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let source = ObservationSource(object, keyPath, options, in: .registered(in: isolation, hasSendableHandler: true))
        self.init(for: source, on: context, delivering: policy, handler, fileID: fileID, line: line)
    }

    /// Hands over batches of changes isolated to an actor, which the handler is given and which is not kept alive. An async handler is waited for.
    public convenience init<Object: KeyValueObservable, Value: Sendable, Isolation: Actor>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.old, .new],
        on context: ActorContext<Isolation>,
        delivering policy: BatchPolicy,
        _ handler: @escaping @Sendable (isolated Isolation, [KeyValueChange<Value>]) async -> Void,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let source = ObservationSource(object, keyPath, options, in: .registered(in: isolation, hasSendableHandler: true))
        self.init(for: source, on: context, delivering: policy, handler, fileID: fileID, line: line)
    }

    /// Hands over batches of changes in tasks of their own, to an async handler that is waited for before the next call.
    public convenience init<Object: KeyValueObservable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.old, .new],
        on context: ConcurrentContext,
        delivering policy: BatchPolicy,
        _ handler: @escaping @Sendable ([KeyValueChange<Value>]) async -> Void,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let source = ObservationSource(object, keyPath, options, in: .registered(in: isolation, hasSendableHandler: true))
        self.init(for: source, on: context, delivering: policy, handler, fileID: fileID, line: line)
    }
}
