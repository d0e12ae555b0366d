/// Takes the changes of an observed value where they happen, and hands them over where they are wanted.
///
/// A cover arrives on a worker thread; the view that shows it lives on the main actor. The receptionist stands between them:
///
/// ```swift
/// let receptionist = Receptionist(for: .values(of: cover, \.image), on: .mainActor) { image in
///     picture.show(image)
/// }
/// ```
///
/// There is an initialiser for each isolation that a handler may have: none, the main actor's, an actor's; and for async handlers.
/// What it listens to is an ``ObservationSource``: values or changes at a key path, messages, a subject; or what its operators make of them,
/// such as batches.
///
/// ## Behavior
/// - Changes made on one thread are handed over in order; with ``DeliveryPolicy/every``, each exactly once.
/// - At most one hop to the execution context is under way at any time, however many changes there are.
/// - The handler is never called twice at once. An async handler is waited for before the next call.
/// - Changes that wait when the object dies still arrive. Those that wait when the receptionist is invalidated do not.
/// - Neither the object nor the actor is kept alive. When the actor is gone, nothing is handed over any more.
/// - With ``DeliveryPolicy/latest``, ``DeliveryPolicy/debounced(for:clock:)`` and ``DeliveryPolicy/throttled(for:clock:)`` a change's old
///   value is the new value that the handler was last given; its kind is ``KeyValueChangeKind/setting``, and changes that are still to
///   come are left out.
/// - Whatever a policy drops is counted.
/// - With `.initial` the first change is handed over as all others are: later, unless the handler runs at once.
///
/// - Threading: Create it where the object may be read. It may be invalidated and released on any thread.
public final class Receptionist: ObservationToken, @unchecked Sendable {
    // SAFETY of `@unchecked`: a constant that is `Sendable`. The compiler asks for the word because the class inherits.
    /// `nil` where handlers run at once.
    private let mailbox: (any AnyMailbox)?
    /// What the source holds back on the way.
    private let stages = Stages()

    init<Element>(
        _ source: ObservationSource<Element>,
        _ intake: Intake<Element>,
        _ invocation: HandlerInvocation<Element>,
        at place: RegistrationPlace
    ) {
        let mailbox = Mailbox(invocation, policy: intake.policy)
        self.mailbox = mailbox
        let folds = intake.policy.rule.folds
        let listener = Listening(isFolding: folds, needsWholeValues: folds, place: place, stages: stages)
        super.init(source.start(listener, intake.receiving(for: mailbox)))
    }

    init<Element>(
        _ source: ObservationSource<Element>,
        atOnce handler: @escaping @Sendable (Element) -> Void,
        at place: RegistrationPlace
    ) {
        mailbox = nil
        super.init(source.start(Listening(place: place, stages: stages), handler))
    }

    deinit {
        mailbox?.close()
    }

    /// Stops observing. Changes that wait are not handed over. Calling again does nothing.
    public override func invalidate() {
        super.invalidate()
        mailbox?.close()
    }

    /// How many changes the policy has dropped in favour of others.
    public var droppedCount: Int { mailbox?.droppedCount ?? 0 }

    /// Lets nothing wait for its time any longer: what a policy or a batch holds back starts its way to the handler now.
    public func flush() {
        stages.flush()
        mailbox?.flush()
    }

    /// Hands over everything that waits on this thread, before it returns: what a program calls when it is about to end.
    ///
    /// If the handler is running just now, further out on this thread or on another one, what waits follows as usual. An async or
    /// actor-isolated handler cannot be called here; then this is ``flush()``.
    ///
    /// - Threading: Call it where the handler may run. A handler that belongs to the main actor stops the program elsewhere.
    public func flushHere() {
        stages.flush()
        mailbox?.flushHere()
    }
}

/// How elements come into a receptionist's mailbox and how they go out.
struct Intake<Element: Sendable>: Sendable {
    let policy: DeliveryPolicy
    /// What becomes of each element before it is handed over, where it does not stay as it is.
    let link: (@Sendable (Element) -> Element)?
    private let note: (@Sendable (Element) -> Void)?

    init(_ source: ObservationSource<Element>, _ policy: DeliveryPolicy) {
        self.policy = policy
        let chain = policy.rule.folds ? source.makeChain?() : nil
        note = chain?.note
        link = chain?.link
    }

    func receiving(for mailbox: Mailbox<Element>) -> @Sendable (Element) -> Void {
        let intake = mailbox.intake
        guard let note else { return intake }
        return { element in
            note(element)
            intake(element)
        }
    }
}
