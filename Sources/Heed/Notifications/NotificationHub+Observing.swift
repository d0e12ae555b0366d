// A form of `observe` for each kind of isolation.
extension NotificationHub {
    /// Calls a handler with each message of a type, in an execution context: every message, in order; on the thread that posts it if you
    /// name none.
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - sender: Whose messages to hear; `nil` for everybody's. The sender is not kept alive.
    ///   - context: Where the handler runs.
    ///   - handler: What to do with each message.
    ///   - fileID: For ``Diagnostics``: the file that registers.
    ///   - line: For ``Diagnostics``: the line that registers.
    /// - Returns: The token that keeps the handler registered.
    @_disfavoredOverload  // The form for the main actor goes first where both would do.
    public func observe<Message: HubMessage, Context: ExecutionContext>(
        _ type: Message.Type,
        from sender: AnyObject? = nil,
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
            let entry = ObserverEntry(handler, at: place)
            return ObservationToken(channel(for: type)._withUnsafeGuaranteedRef { Registration($0.add(entry) ?? 0, with: $0) })
        }
        return ObservationToken(startObserving(type, from: sender, at: place, handler))
    }

    /// Calls a handler with each message of a type, on the main actor, later: every message, in order.
    public func observe<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject? = nil,
        on context: some MainActorExecutionContext,
        _ handler: @escaping @MainActor @Sendable (Message) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        return ObservationToken(startObserving(type, from: sender, Mailbox(.onMainActor(context, handler)), at: place))
    }

    /// Calls an async handler with each message of a type, on the main actor: every message, in order, each after the one before it has
    /// been handled.
    public func observe<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject? = nil,
        on context: some MainActorExecutionContext,
        _ handler: @escaping @MainActor @Sendable (Message) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        return ObservationToken(startObserving(type, from: sender, Mailbox(.asynchronousOnMainActor(handler)), at: place))
    }

    /// Calls a handler with each message of a type, isolated to an actor, which it is given: every message, in order, each after the one
    /// before it has been handled. The actor is not kept alive.
    public func observe<Message: HubMessage, Isolation: Actor>(
        _ type: Message.Type,
        from sender: AnyObject? = nil,
        on context: ActorContext<Isolation>,
        _ handler: @escaping @Sendable (isolated Isolation, Message) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        return ObservationToken(startObserving(type, from: sender, Mailbox(.onActor(context, handler)), at: place))
    }

    /// Calls an async handler with each message of a type, in tasks of their own: every message, in order, each after the one before it
    /// has been handled.
    public func observe<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject? = nil,
        on context: ConcurrentContext,
        _ handler: @escaping @Sendable (Message) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        return ObservationToken(startObserving(type, from: sender, Mailbox(.asynchronous(handler)), at: place))
    }
}
