// As the initialisers for key paths, for objects that several threads share: the key path is `Sendable`, and read where the change is made.
extension Receptionist {
    /// Hands over changes in an execution context, later.
    ///
    /// - Parameters:
    ///   - object: The object to observe. It is not kept alive.
    ///   - keyPath: What to observe, from the object on.
    ///   - options: What each change carries, and whether there is one at once.
    ///   - context: Where the handler runs.
    ///   - policy: What happens to changes that arrive faster than they are handled.
    ///   - handler: What to do with each change.
    ///   - fileID: For ``Diagnostics``: the file that makes the receptionist.
    ///   - line: For ``Diagnostics``: the line that makes it.
    @_disfavoredOverload  // The form for the main actor goes first where both would do.
    public convenience init<Object: KeyValueObservable & Sendable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value> & Sendable,
        options: KeyValueObservingOptions = [.old, .new],
        on context: some ExecutionContext,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @Sendable (KeyValueChange<Value>) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Object.HeedSharing == SharedByThreads {
        let source = ObservationSource(object, keyPath, options, in: .anywhere)
        self.init(for: source, on: context, delivering: policy, handler, fileID: fileID, line: line)
    }

    /// Hands over changes where they happen, at once.
    public convenience init<Object: KeyValueObservable & Sendable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value> & Sendable,
        options: KeyValueObservingOptions = [.old, .new],
        on context: ImmediateContext = .immediate,
        _ handler: @escaping @Sendable (KeyValueChange<Value>) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Object.HeedSharing == SharedByThreads {
        let source = ObservationSource(object, keyPath, options, in: .anywhere)
        self.init(source, atOnce: handler, at: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Hands over changes on the main actor, later, so that the handler may touch the main actor's state.
    public convenience init<Object: KeyValueObservable & Sendable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value> & Sendable,
        options: KeyValueObservingOptions = [.old, .new],
        on context: some MainActorExecutionContext,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @MainActor @Sendable (KeyValueChange<Value>) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Object.HeedSharing == SharedByThreads {
        let source = ObservationSource(object, keyPath, options, in: .anywhere)
        self.init(for: source, on: context, delivering: policy, handler, fileID: fileID, line: line)
    }

    /// Hands over changes on the main actor, to an async handler that is waited for before the next call.
    public convenience init<Object: KeyValueObservable & Sendable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value> & Sendable,
        options: KeyValueObservingOptions = [.old, .new],
        on context: some MainActorExecutionContext,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @MainActor @Sendable (KeyValueChange<Value>) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Object.HeedSharing == SharedByThreads {
        let source = ObservationSource(object, keyPath, options, in: .anywhere)
        self.init(for: source, on: context, delivering: policy, handler, fileID: fileID, line: line)
    }

    /// Hands over changes isolated to an actor, which the handler is given and which is not kept alive. An async handler is waited for.
    public convenience init<Object: KeyValueObservable & Sendable, Value: Sendable, Isolation: Actor>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value> & Sendable,
        options: KeyValueObservingOptions = [.old, .new],
        on context: ActorContext<Isolation>,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @Sendable (isolated Isolation, KeyValueChange<Value>) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Object.HeedSharing == SharedByThreads {
        let source = ObservationSource(object, keyPath, options, in: .anywhere)
        self.init(for: source, on: context, delivering: policy, handler, fileID: fileID, line: line)
    }

    /// Hands over changes in tasks of their own, to an async handler that is waited for before the next call.
    public convenience init<Object: KeyValueObservable & Sendable, Value: Sendable>(
        for object: Object,
        _ keyPath: KeyPath<Object, Value> & Sendable,
        options: KeyValueObservingOptions = [.old, .new],
        on context: ConcurrentContext,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @Sendable (KeyValueChange<Value>) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Object.HeedSharing == SharedByThreads {
        let source = ObservationSource(object, keyPath, options, in: .anywhere)
        self.init(for: source, on: context, delivering: policy, handler, fileID: fileID, line: line)
    }
}
