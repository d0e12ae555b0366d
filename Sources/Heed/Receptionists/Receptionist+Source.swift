// One initializer for each isolation that a handler can have.
extension Receptionist {
    /// Creates a receptionist that delivers elements in an execution context; by default immediately, on the thread that makes the
    /// change.
    ///
    /// - Parameters:
    ///   - source: The source to observe.
    ///   - context: The context in which the handler runs.
    ///   - policy: What happens to elements that arrive faster than they are handled.
    ///   - handler: The closure to call with each element.
    ///   - fileID: For ``Diagnostics``: the file that creates the receptionist.
    ///   - line: For ``Diagnostics``: the line that creates it.
    @_disfavoredOverload  // If both forms apply, prefer the one for the main actor.
    public convenience init<Element>(
        for source: ObservationSource<Element>,
        on context: some ExecutionContext = .immediate,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @Sendable (Element) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let place = RegistrationPlace(fileID: fileID, line: line)
        if context is ImmediateContext, case .every = policy.rule {
            self.init(source, atOnce: handler, at: place)
        } else {
            let intake = Intake(source, policy)
            self.init(source, intake, .inContext(context, link: intake.link, handler), at: place)
        }
    }

    /// Creates a receptionist that delivers elements on the main actor, asynchronously or `.mainActorAtOnce`, to a handler that can access the main
    /// actor's state.
    public convenience init<Element>(
        for source: ObservationSource<Element>,
        on context: some MainActorExecutionContext,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @MainActor @Sendable (Element) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let intake = Intake(source, policy)
        self.init(source, intake, .onMainActor(context, link: intake.link, handler), at: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Creates a receptionist that delivers elements on the main actor, to an async handler that it awaits before the next call.
    public convenience init<Element>(
        for source: ObservationSource<Element>,
        on context: some MainActorExecutionContext,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @MainActor @Sendable (Element) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let intake = Intake(source, policy)
        self.init(source, intake, .asynchronousOnMainActor(link: intake.link, handler), at: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Creates a receptionist that delivers elements isolated to an actor, which the handler receives and which it doesn't keep alive. It
    /// awaits an async handler.
    public convenience init<Element, Isolation: Actor>(
        for source: ObservationSource<Element>,
        on context: ActorContext<Isolation>,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @Sendable (isolated Isolation, Element) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let intake = Intake(source, policy)
        self.init(source, intake, .onActor(context, link: intake.link, handler), at: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Creates a receptionist that delivers elements in their own tasks, to an async handler that it awaits before the next call.
    public convenience init<Element>(
        for source: ObservationSource<Element>,
        on context: ConcurrentContext,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @Sendable (Element) async -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let intake = Intake(source, policy)
        self.init(source, intake, .asynchronous(link: intake.link, handler), at: RegistrationPlace(fileID: fileID, line: line))
    }
}
