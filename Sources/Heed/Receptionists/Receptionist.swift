/// An observer that takes changes where they happen, and delivers them where you need them.
///
/// For example, a worker thread loads a cover, and the view that shows it belongs to the main actor. A receptionist connects the two:
///
/// ```swift
/// let receptionist = Receptionist(for: .values(of: cover, \.image), on: .mainActor) { image in
///     picture.show(image)
/// }
/// ```
///
/// There is an initializer for each isolation that a handler can have: none, the main actor's, an actor's; and for async handlers. A
/// receptionist observes an ``ObservationSource``: values or changes at a key path, messages, a subject, or the results of operators on
/// them, such as batches.
///
/// ## Behavior
/// - Changes made on one thread are delivered in order; with ``DeliveryPolicy/every``, each exactly once.
/// - At most one hop to the execution context is in flight at any time, however many changes there are.
/// - The handler never runs concurrently with itself, except for messages, subjects and merged sources with the defaults,
///   ``ImmediateContext`` and ``DeliveryPolicy/every``: threads that post concurrently then call it concurrently. The receptionist awaits an async handler before the next call.
/// - Changes that wait when the object is deallocated still arrive. Those that wait when the receptionist is invalidated do not.
/// - The receptionist keeps neither the object nor the actor alive. After the actor is deallocated, delivery stops.
/// - With ``DeliveryPolicy/latest``, ``DeliveryPolicy/debounced(for:leading:clock:)`` and ``DeliveryPolicy/throttled(for:clock:)``, a change's old
///   value is the new value that the handler last received. Its kind is ``KeyValueChangeKind/setting``, and prior changes are omitted. Changes from
///   ``ObservationSource/merge(with:)`` keep their own old values, because they may be of several properties.
/// - With a policy that may drop, changes of a collection's elements arrive as settings, with whole values.
/// - The receptionist counts the changes that a policy drops.
/// - With `.initial`, the first change is delivered like all others: later, unless the handler runs immediately.
///
/// - Threading: Create it where you can read the object. You can invalidate and release it on any thread.
public final class Receptionist: ObservationToken, @unchecked Sendable {
    // SAFETY of `@unchecked`: a constant that is `Sendable`. The compiler requires the attribute because the class inherits.
    /// The mailbox, or `nil` if the handler runs immediately.
    private let mailbox: (any AnyMailbox)?
    /// The stages of the source that hold elements back.
    private let stages = Stages()

    init<Element>(
        _ source: ObservationSource<Element>,
        _ intake: Intake<Element>,
        _ invocation: HandlerInvocation<Element>,
        at place: RegistrationPlace
    ) {
        let mailbox = Mailbox(invocation, policy: intake.policy)
        self.mailbox = mailbox
        let rule = intake.policy.rule
        let listener = Listening(
            isFolding: rule.folds, isLinking: intake.link != nil, needsWholeValues: rule.mayDrop, place: place, stages: stages)
        super.init(Recording.registering(mailbox) { source.start(listener, intake.receiving(for: mailbox)) })
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

    /// Stops observing, and discards waiting changes. Calling this again does nothing.
    public override func invalidate() {
        super.invalidate()
        mailbox?.close()
    }

    /// The number of changes that the policy has dropped for others.
    public var droppedCount: Int { mailbox?.droppedCount ?? 0 }

    /// Starts delivery of everything that a policy or a batch holds back.
    public func flush() {
        stages.flush()
        mailbox?.flush()
    }

    /// Delivers everything that waits on this thread, before it returns. Call it when a program is about to end.
    ///
    /// If the handler is running just now, further out on this thread or on another one, waiting changes follow as usual. An async or
    /// actor-isolated handler can't be called here; for these, this is the same as ``flush()``.
    ///
    /// - Threading: Call it where the handler may run. A main-actor handler traps elsewhere.
    public func flushHere() {
        stages.flush()
        mailbox?.flushHere()
    }
}

/// The functions that bring elements into a receptionist's mailbox and out of it.
struct Intake<Element: Sendable>: Sendable {
    let policy: DeliveryPolicy
    /// A transformation of each element before its delivery, if there is one.
    let link: (@Sendable (Element) -> Element)?
    private let note: (@Sendable (Element) -> Void)?

    init(_ source: ObservationSource<Element>, _ policy: DeliveryPolicy) {
        self.policy = policy
        let chain = policy.rule.folds ? source.linking?.makeChain() : nil
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
