// One form of `attach` for each kind of isolation. Values that leave the thread are `Sendable`.
extension Subject where Value: Sendable {
    /// Attaches a closure that runs on the main actor with every value, in order: asynchronously, or `.mainActorAtOnce`.
    public func attach(
        on context: some MainActorExecutionContext,
        _ handler: @escaping @MainActor @Sendable (Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        attach(Mailbox(.onMainActor(context, handler)), at: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Attaches an async closure that runs on the main actor, with every value, in order, each after the previous one has been handled.
    public func attach(
        on context: some MainActorExecutionContext,
        _ handler: @escaping @MainActor @Sendable (Value) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        attach(Mailbox(.asynchronousOnMainActor(handler)), at: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Attaches a closure that runs isolated to an actor, which it receives, with every value, in order, each after the previous one has
    /// been handled. The subject doesn't keep the actor alive.
    public func attach<Isolation: Actor>(
        on context: ActorContext<Isolation>,
        _ handler: @escaping @Sendable (isolated Isolation, Value) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        attach(Mailbox(.onActor(context, handler)), at: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Attaches an async closure that runs in its own tasks, with every value, in order, each after the previous one has been handled.
    public func attach(
        on context: ConcurrentContext,
        _ handler: @escaping @Sendable (Value) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        attach(Mailbox(.asynchronous(handler)), at: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Attaches a closure that runs in an execution context, with every value, in order.
    @_disfavoredOverload  // If both forms apply, prefer the one for the main actor.
    public func attach(
        on context: some ExecutionContext,
        _ handler: @escaping @Sendable (Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        if context is ImmediateContext { return attach(handler, fileID: fileID, line: line) }
        return attach(Mailbox(.inContext(context, handler)), at: RegistrationPlace(fileID: fileID, line: line))
    }

    private func attach(_ mailbox: Mailbox<Value>, at place: RegistrationPlace) -> ObservationToken {
        ObservationToken(startObserving(at: place, callbacks: .init(cancelled: mailbox.close), mailbox.intake))
    }
}
