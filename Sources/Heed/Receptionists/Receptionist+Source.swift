// Single elements of any source: an initialiser for each kind of isolation.
extension Receptionist {
    /// Hands over elements where they happen, at once.
    public convenience init<Element>(
        for source: ObservationSource<Element>,
        on context: ImmediateContext = .immediate,
        _ handler: @escaping @Sendable (Element) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(source, atOnce: handler, at: RegistrationPlace(fileID: fileID, line: line))
    }

    /// Hands over elements in an execution context, later.
    @_disfavoredOverload  // The form for the main actor goes first where both would do.
    public convenience init<Element>(
        for source: ObservationSource<Element>,
        on context: some ExecutionContext,
        delivering policy: DeliveryPolicy = .every,
        _ handler: @escaping @Sendable (Element) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let intake = Intake(source, policy)
        self.init(source, intake, .inContext(context, link: intake.link, handler), at: RegistrationPlace(fileID: fileID, line: line))
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
        self.init(source, intake, .asynchronousOnMainActor(cut: intake.cut, handler), at: RegistrationPlace(fileID: fileID, line: line))
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
        self.init(source, intake, .onActor(context, cut: intake.cut, handler), at: RegistrationPlace(fileID: fileID, line: line))
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
        self.init(source, intake, .asynchronous(cut: intake.cut, handler), at: RegistrationPlace(fileID: fileID, line: line))
    }
}
