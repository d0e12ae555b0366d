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
    /// Whether an async handler that is under way is cancelled when something newer comes.
    private let cancelsOlder: Bool
    /// Whether the handler runs at once.
    private let isImmediate: Bool

    private struct Contents {
        var state: MailboxState<Element>
        /// Gone once the mailbox is closed, so that nothing it captured is kept any longer.
        var invocation: HandlerInvocation<Element>?
        /// What calls an async handler, where that may have to be cancelled.
        var task: Task<Void, Never>?

        /// What to cancel when something newer has come, or when nothing more is wanted: a handler that is under way.
        func underWay() -> Task<Void, Never>? { state.isHandling ? task : nil }
    }

    init(_ invocation: HandlerInvocation<Element>, policy: DeliveryPolicy = .every) {
        contents = Lock(Contents(state: MailboxState(rule: policy.rule), invocation: invocation))
        if case .every = policy.rule { every = UnboundedBuffer() } else { every = nil }
        clock = policy.rule.isTimed ? policy.clock : nil
        cancelsOlder = policy.cancelsOlder
        if case .synchronous(let context, _, _) = invocation { isImmediate = context is ImmediateContext } else { isImmediate = false }
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
        let (action, older) = contents.withLock { contents in
            (contents.state.offer(element, at: now), cancelsOlder ? contents.underWay() : nil)
        }
        older?.cancel()
        perform(action)
    }

    /// Hands over nothing more, not even what waits.
    package func close() {
        every?.close()
        // What waits and the handler leave the lock before they can be released.
        let released = contents.withLock { contents in
            defer { contents.invocation = nil }
            return (contents.state.close(), contents.invocation, contents.underWay())
        }
        released.2?.cancel()
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
            if let portion = every.takeHere(), handle(portion, of: every) { hop() }
            return
        }
        let (elements, dropped) = contents.withLock { $0.state.takeHere() }
        _ = dropped
        if let elements, handle(elements, deliver) { hop() }
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
        case .synchronous? where isImmediate:
            // Not by way of the context, so that a handler which sends again does not go one level further in each time.
            while arrive() {}
        case .synchronous(let context, _, _)?:
            context.execute {
                if self.arrive() { self.hop() }
            }
        case .asynchronous? where cancelsOlder:
            // Begun under the lock, so that there is none that could not be cancelled.
            let former = contents.withLock { contents in
                defer { contents.task = Task { await self.arriveAndWait() } }
                return contents.task
            }
            _ = former
        case .asynchronous?: Task { await self.arriveAndWait() }
        case nil: return
        }
    }

    private func wake() {
        let now = clock?.now ?? .zero
        perform(contents.withLock { $0.state.wake(at: now) })
    }

    /// - Returns: Whether another hop is to follow.
    private func arrive() -> Bool {
        if let every {
            guard let portion = every.arrive() else { return false }
            return handle(portion, of: every)
        }
        let (elements, invocation) = contents.withLock { ($0.state.arrive(), $0.invocation) }
        guard let elements, case .synchronous(_, let deliver, _)? = invocation else { return false }
        return handle(elements, deliver)
    }

    /// - Returns: Whether a hop is to follow.
    private func handle(_ elements: [Element], _ deliver: ([Element], @Sendable () -> Bool) -> Void) -> Bool {
        deliver(elements) { self.isOpen }
        return contents.withLock { $0.state.finish() }
    }

    /// - Returns: Whether a hop is to follow.
    private func handle(_ portion: UnboundedPortion<Element>, of every: UnboundedBuffer<Element>) -> Bool {
        if case .synchronous(_, _, let deliver)? = contents.withLock({ $0.invocation }) { deliver(portion) { every.isOpen } }
        return every.finish(portion)
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
        if contents.withLock({ $0.state.finish() }) { hop() }
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
