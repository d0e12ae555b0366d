// One form of `observe` for each kind of isolation.
extension NotificationHub {
    /// Calls a handler in an execution context with every message of a type, in order; by default on the thread that posts it.
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - sender: The sender whose messages to observe; `nil` for all senders. The hub doesn't keep the sender alive.
    ///   - context: The context in which the handler runs.
    ///   - handler: The closure to call with each message.
    ///   - fileID: For ``Diagnostics``: the file that registers.
    ///   - line: For ``Diagnostics``: the line that registers.
    /// - Returns: The token that keeps the handler registered.
    @_disfavoredOverload  // If both forms apply, prefer the one for the main actor.
    public func observe<Message: HubMessage, Context: ExecutionContext>(
        _ type: Message.Type,
        from sender: Message.Sender? = nil,
        on context: Context = .immediate,
        _ handler: consuming @escaping @Sendable (Message) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        guard Context.self == ImmediateContext.self else {
            return ObservationToken(startObserving(type, from: sender, Mailbox(.inContext(context, handler)), at: place))
        }
        if sender == nil, Diagnostics.watched.isEmpty {
            let entry = ObserverEntry(consume handler, at: place)
            return ObservationToken(channel(for: type).borrow { Registration($0.add(entry) ?? 0, with: $0) })
        }
        return ObservationToken(startObserving(type, from: sender, at: place, handler))
    }

    /// Calls a handler on the main actor with every message of a type, in order: asynchronously, or `.mainActorAtOnce`.
    public func observe<Message: HubMessage>(
        _ type: Message.Type,
        from sender: Message.Sender? = nil,
        on context: some MainActorExecutionContext,
        _ handler: @escaping @MainActor @Sendable (Message) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        return ObservationToken(startObserving(type, from: sender, Mailbox(.onMainActor(context, handler)), at: place))
    }

    /// Calls an async handler on the main actor with every message of a type, in order, each after the previous one has been handled.
    public func observe<Message: HubMessage>(
        _ type: Message.Type,
        from sender: Message.Sender? = nil,
        on context: some MainActorExecutionContext,
        _ handler: @escaping @MainActor @Sendable (Message) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        return ObservationToken(startObserving(type, from: sender, Mailbox(.asynchronousOnMainActor(handler)), at: place))
    }

    /// Calls a handler isolated to an actor, which it receives, with every message of a type, in order, each after the previous one has
    /// been handled. The hub doesn't keep the actor alive.
    public func observe<Message: HubMessage, Isolation: Actor>(
        _ type: Message.Type,
        from sender: Message.Sender? = nil,
        on context: ActorContext<Isolation>,
        _ handler: @escaping @Sendable (isolated Isolation, Message) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        return ObservationToken(startObserving(type, from: sender, Mailbox(.onActor(context, handler)), at: place))
    }

    /// Calls an async handler in its own tasks with every message of a type, in order, each after the previous one has been handled.
    public func observe<Message: HubMessage>(
        _ type: Message.Type,
        from sender: Message.Sender? = nil,
        on context: ConcurrentContext,
        _ handler: @escaping @Sendable (Message) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        return ObservationToken(startObserving(type, from: sender, Mailbox(.asynchronous(handler)), at: place))
    }
}
