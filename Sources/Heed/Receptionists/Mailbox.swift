/// Carries values from any thread to where they are handled, in order, with at most one hop under way.
///
/// 1. `intake` puts a value in. If it is due and no hop is under way, it starts one. If it has to wait for its time, it starts a timer.
/// 2. The timer makes due what has waited long enough, and starts a hop.
/// 3. The hop arrives where the handler runs, takes everything that is due, and hands it over one by one.
/// 4. What arrived meanwhile goes with the next hop, so that a busy sender cannot keep the context for itself.
///
/// What is protected by what: `contents` by its lock, and what waits in `every` by that; everything else is constant.
package final class Mailbox<Element: Sendable>: Sendable {
    private let contents: Lock<Contents>
    /// What waits, where all of it is wanted: the rule that is usual, and has to be quick.
    private let every: UnboundedBuffer<Element>?
    /// `nil` where the time does not matter.
    private let clock: (any ReceptionistClock)?

    private struct Contents {
        var state: MailboxState<Element>
        /// Gone once the mailbox is closed, so that nothing it captured is kept any longer.
        var invocation: HandlerInvocation<Element>?
    }

    init(rule: DeliveryRule, clock: any ReceptionistClock, _ invocation: HandlerInvocation<Element>) {
        contents = Lock(Contents(state: MailboxState(rule: rule), invocation: invocation))
        if case .every = rule { every = UnboundedBuffer() } else { every = nil }
        self.clock = rule.isTimed ? clock : nil
    }

    /// A mailbox for every value.
    convenience init(_ invocation: HandlerInvocation<Element>) {
        self.init(rule: .every, clock: .continuous, invocation)
    }

    package convenience init(
        on context: any ExecutionContext,
        policy: DeliveryPolicy = .every,
        deliver: @escaping @Sendable (Element) -> Void
    ) {
        self.init(rule: policy.rule, clock: policy.clock, .inContext(context, deliver))
    }

    /// A mailbox whose handler belongs to the main actor.
    package static func onMainActor(
        _ context: some MainActorExecutionContext,
        policy: DeliveryPolicy = .every,
        _ handler: @escaping @MainActor @Sendable (Element) -> Void
    ) -> Mailbox {
        Mailbox(rule: policy.rule, clock: policy.clock, .onMainActor(context, handler))
    }

    /// Puts a value in, and returns at once. As a function that has at hand what it needs.
    package var intake: @Sendable (Element) -> Void {
        guard let every else { return { self.offerByRule($0) } }
        return { if every.offer($0) { self.hop() } }
    }

    // Apart, so that the usual rule does not pay for what this one needs to know about the type.
    @inline(never)
    private func offerByRule(_ element: Element) {
        let now = clock?.now ?? .zero
        perform(contents.withLock { $0.state.offer(element, at: now) })
    }

    /// Hands over nothing more, not even what waits.
    package func close() {
        every?.close()
        // What waits and the handler leave the lock before they can be released.
        let released = contents.withLock { contents in
            defer { contents.invocation = nil }
            return (contents.state.close(), contents.invocation)
        }
        _ = released
    }

    /// How many values were dropped in favour of others.
    package var droppedCount: Int {
        contents.withLock { $0.state.droppedCount }
    }

    /// Lets nothing wait for its time any longer.
    package func flush() {
        // Nothing waits for its time.
        if every != nil { return }
        perform(contents.withLock { $0.state.flush() })
    }

    /// Hands over what waits on this thread, unless it is being handed over just now or the handler has to be waited for.
    package func flushHere() {
        guard case .synchronous(_, let deliver, _) = contents.withLock({ $0.invocation }) else { return flush() }
        if let every {
            if let portion = every.takeHere() { handle(portion, of: every) }
            return
        }
        let (elements, dropped) = contents.withLock { $0.state.takeHere() }
        _ = dropped
        if let elements { handle(elements, deliver) }
    }

    private var isOpen: Bool {
        every?.isOpen ?? contents.withLock { $0.state.isOpen }
    }

    private func perform(_ action: MailboxState<Element>.Action) {
        if let delay = action.timer {
            clock?.schedule(after: delay) { [weak self] in self?.wake() }
        }
        if action.hop { hop() }
    }

    private func hop() {
        switch contents.withLock({ $0.invocation }) {
        case .synchronous(let context, _, _)?: context.execute { self.arrive() }
        case .asynchronous?: Task { await self.arriveAndWait() }
        case nil: return
        }
    }

    private func wake() {
        let now = clock?.now ?? .zero
        perform(contents.withLock { $0.state.wake(at: now) })
    }

    private func arrive() {
        if let every {
            if let portion = every.arrive() { handle(portion, of: every) }
            return
        }
        let (elements, invocation) = contents.withLock { ($0.state.arrive(), $0.invocation) }
        guard let elements, case .synchronous(_, let deliver, _)? = invocation else { return }
        handle(elements, deliver)
    }

    private func handle(_ elements: [Element], _ deliver: ([Element], @Sendable () -> Bool) -> Void) {
        deliver(elements) { self.isOpen }
        perform(contents.withLock { $0.state.finish() })
    }

    private func handle(_ portion: UnboundedPortion<Element>, of every: UnboundedBuffer<Element>) {
        if case .synchronous(_, let deliver, let deliverInPlace)? = contents.withLock({ $0.invocation }) {
            if let deliverInPlace {
                deliverInPlace(portion) { every.isOpen }
            } else {
                deliver(Array(portion)) { every.isOpen }
            }
        }
        if every.finish(portion) { hop() }
    }

    private func arriveAndWait() async {
        if let every {
            guard let portion = every.arrive() else { return }
            if case .asynchronous(let deliver)? = contents.withLock({ $0.invocation }) {
                await deliver(Array(portion)) { every.isOpen }
            }
            if every.finish(portion) { hop() }
            return
        }
        let (elements, invocation) = contents.withLock { ($0.state.arrive(), $0.invocation) }
        guard let elements, case .asynchronous(let deliver)? = invocation else { return }
        await deliver(elements) { self.isOpen }
        perform(contents.withLock { $0.state.finish() })
    }
}

/// What a ``Receptionist`` needs of its mailbox, whatever is in it.
protocol AnyMailbox: Sendable {
    var droppedCount: Int { get }
    func flush()
    func flushHere()
    func close()
}

extension Mailbox: AnyMailbox {}
