// An initialiser for each isolation that a handler may have.
extension Receptionist {
    /// Hands over elements in an execution context; at once, on the thread that makes the change, if you name none.
    ///
    /// - Parameters:
    ///   - source: What to listen to.
    ///   - context: Where the handler runs.
    ///   - policy: What becomes of elements that come faster than they are handled.
    ///   - handler: What to do with each element.
    ///   - fileID: For ``Diagnostics``: the file that makes the receptionist.
    ///   - line: For ``Diagnostics``: the line that makes it.
    @_disfavoredOverload  // The form for the main actor goes first where both would do.
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

    /// Hands over elements on the main actor, later, so that the handler may touch the main actor's state.
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

    /// Hands over elements on the main actor, to an async handler that is waited for before the next call.
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

    /// Hands over elements isolated to an actor, which the handler is given and which is not kept alive. An async handler is waited for.
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

    /// Hands over elements in tasks of their own, to an async handler that is waited for before the next call.
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
