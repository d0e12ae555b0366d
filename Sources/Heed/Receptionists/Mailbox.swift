import Synchronization

/// Carries values from any thread to where they are handled, in order, with at most one hop under way.
///
/// 1. `intake` puts a value in. If it is due and no hop is under way, it starts one. If it has to wait for its time, it starts a timer.
/// 2. The timer makes due what has waited long enough, and starts a hop.
/// 3. The hop arrives where the handler runs, takes everything that is due, and hands it over one by one.
/// 4. What arrived meanwhile goes with the next hop, so that a busy sender cannot keep the context for itself.
///
/// What is protected by what: `contents` by its lock; `isOpen` is atomic, and goes from true to false once; everything else is constant. What
/// was taken out of `contents` belongs to the code that took it.
package final class Mailbox<Element: Sendable>: Sendable {
    private let contents: Lock<MailboxContents>
    private let isOpen = Atomic<Bool>(true)
    /// `nil` where the time does not matter.
    private let clock: (any ReceptionistClock)?
    /// Whether an async handler that is under way is cancelled when something newer comes.
    private let cancelsOlder: Bool
    /// Whether every value is wanted: then there is nothing to decide.
    private let takesEvery: Bool
    /// Whether the handler runs at once.
    private let isImmediate: Bool

    init(_ invocation: HandlerInvocation<Element>, policy: DeliveryPolicy = .every) {
        contents = Lock(MailboxContents(state: MailboxState(rule: policy.rule), invocation: invocation.call))
        takesEvery = policy.rule == .every
        clock = policy.rule.isTimed ? policy.clock : nil
        cancelsOlder = policy.cancelsOlder
        if case .synchronous(let context, _) = invocation.call { isImmediate = context is ImmediateContext } else { isImmediate = false }
    }

    deinit {
        contents.withLock { contents in
            contents.waiting.destroy(Element.self)
            contents.waiting.deallocate()
            contents.spare.deallocate()
        }
    }

    /// Puts a value in, and returns at once. As a function that has at hand what it needs.
    package var intake: @Sendable (Element) -> Void {
        guard takesEvery else { return { self.offerByRule($0) } }
        return { self.offer($0) }
    }

    private func offer(_ element: Element) {
        let hops = contents.withLock { contents -> Bool in
            guard contents.state.isOpen else { return false }
            contents.waiting.append(element)
            return contents.state.append()
        }
        if hops { hop() }
    }

    private func offerByRule(_ element: Element) {
        let now = clock?.now ?? .zero
        // What gives way is moved here, to be let go of outside the lock.
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { dropped in
            guard let dropped = dropped.baseAddress else { return }
            let (action, drops, older) = contents.withLock { contents -> (MailboxState.Action, Bool, Task<Void, Never>?) in
                guard let action = contents.state.offer(at: now) else { return (MailboxState.Action(), false, nil) }
                let drops = contents.waiting.put(element, action.step, dropped: dropped)
                return (action, drops, cancelsOlder ? contents.underWay : nil)
            }
            if drops { dropped.deinitialize(count: 1) }
            older?.cancel()
            start(action)
        }
    }

    /// Hands over nothing more, not even what waits.
    package func close() {
        isOpen.store(false, ordering: .releasing)
        // What waits and the handler leave the lock before they can be released.
        let (left, underWay, invocation) = contents.withLock { contents -> (ElementMemory, Task<Void, Never>?, ErasedInvocation?) in
            contents.state.close()
            defer { (contents.waiting, contents.invocation) = (ElementMemory(), nil) }
            return (contents.waiting, contents.underWay, contents.invocation)
        }
        underWay?.cancel()
        _ = invocation
        left.destroy(Element.self)
        left.deallocate()
    }

    /// How many values were dropped in favour of others.
    package var droppedCount: Int {
        contents.withLock { $0.state.droppedCount }
    }

    /// Lets nothing wait for its time any longer.
    package func flush() {
        perform { $0.flush() }
    }

    /// Hands over what waits on this thread, unless it is being handed over just now or the handler has to be waited for.
    package func flushHere() {
        guard case .synchronous = contents.withLock({ $0.invocation }) else { return flush() }
        if handle(takeHere()) { hop() }
    }

    private func wake() {
        let now = clock?.now ?? .zero
        perform { $0.wake(at: now) }
    }

    /// An event that may make something due, and let the first value give way to it.
    private func perform(_ event: (inout MailboxState) -> MailboxState.Action) {
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { dropped in
            guard let dropped = dropped.baseAddress else { return }
            let (action, drops) = contents.withLock { contents in
                let action = event(&contents.state)
                return (action, action.step.dropsFirst && contents.waiting.moveFirst(to: dropped))
            }
            if drops { dropped.deinitialize(count: 1) }
            start(action)
        }
    }

    private func start(_ action: MailboxState.Action) {
        if let delay = action.step.timer {
            clock?.schedule(after: delay) { [weak self] in self?.wake() }
        }
        if action.hop { hop() }
    }

    private func hop() {
        switch contents.withLock({ $0.invocation }) {
        case .synchronous? where isImmediate:
            // Not by way of the context, so that a handler which sends again does not go one level further in each time.
            while arrive() {}
        case .synchronous(let context, _)?:
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

    // MARK: Arriving

    /// - Returns: Nothing if nothing is due.
    private func takeDue() -> ElementMemory {
        contents.withLock { contents in
            let count = contents.state.arrive()
            return count > 0 ? contents.waiting.take(count, as: Element.self, spare: &contents.spare) : ElementMemory()
        }
    }

    private func takeHere() -> ElementMemory {
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { dropped in
            let (taken, drops) = contents.withLock { contents -> (ElementMemory, Bool) in
                let (count, dropsFirst) = contents.state.takeHere()
                let drops = dropsFirst && dropped.baseAddress.map { contents.waiting.moveFirst(to: $0) } ?? false
                guard count > 0 else { return (ElementMemory(), drops) }
                return (contents.waiting.take(count, as: Element.self, spare: &contents.spare), drops)
            }
            if drops { dropped.baseAddress?.deinitialize(count: 1) }
            return taken
        }
    }

    /// - Returns: Whether another hop is to follow.
    private func arrive() -> Bool {
        handle(takeDue())
    }

    /// - Returns: Whether a hop is to follow.
    private func handle(_ taken: ElementMemory) -> Bool {
        if taken.count == 0 { return false }
        if case .synchronous(_, let deliver)? = contents.withLock({ $0.invocation }) {
            deliver(taken) { self.isOpen.load(ordering: .acquiring) }
        }
        return finish(taken)
    }

    private func arriveAndWait() async {
        let taken = takeDue()
        if taken.count == 0 { return }
        if case .asynchronous(let deliver)? = contents.withLock({ $0.invocation }) {
            await deliver(taken) { self.isOpen.load(ordering: .acquiring) }
        }
        if finish(taken) { hop() }
    }

    /// Lets go of what was handled, and keeps the memory.
    private func finish(_ taken: ElementMemory) -> Bool {
        taken.destroy(Element.self)
        let (unused, hops) = contents.withLock { contents in
            defer { contents.spare = taken.emptied }
            return (contents.spare, contents.state.finish())
        }
        unused.deallocate()
        return hops
    }
}

/// What a ``Mailbox`` has under its lock, without the type of what waits.
private struct MailboxContents: Sendable {
    var state: MailboxState
    var waiting = ElementMemory()
    /// Memory that has been given back.
    var spare = ElementMemory()
    /// Gone once the mailbox is closed, so that nothing it captured is kept any longer.
    var invocation: ErasedInvocation?
    /// What calls an async handler, where that may have to be cancelled.
    var task: Task<Void, Never>?

    /// What to cancel when something newer has come, or when nothing more is wanted: a handler that is under way.
    var underWay: Task<Void, Never>? { state.isHandling ? task : nil }
}

/// What a ``Receptionist`` needs of its mailbox, whatever is in it.
protocol AnyMailbox: Sendable {
    var droppedCount: Int { get }
    func flush()
    func flushHere()
    func close()
}

extension Mailbox: AnyMailbox {}
