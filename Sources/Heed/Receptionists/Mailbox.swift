internal import CHeedThreads
import Synchronization

/// A mailbox that carries values from any thread to their handler, in order, with at most one hop in flight.
///
/// 1. `intake` stores a value. If it is due and no hop is in flight, it starts one. If it must wait, it starts a timer.
/// 2. The timer makes values due that have waited long enough, and starts a hop.
/// 3. The hop arrives where the handler runs, takes all due values, and delivers them one by one.
/// 4. Values that arrived meanwhile go with the next hop, so that a busy sender can't monopolize the context.
///
/// State and its protection: `contents`, by its lock; `isOpen` is atomic, and goes from true to false once; everything else is constant.
/// Values taken out of `contents` belong to the code that took them.
package final class Mailbox<Element: Sendable>: Sendable {
    private let contents: Lock<MailboxContents>
    private let isOpen = AtomicWord<Bool>(true)
    /// The policy's clock, or `nil` if the policy doesn't depend on time.
    private let clock: (any ReceptionistClock)?
    /// Whether a newer value cancels an async handler in progress.
    private let cancelsOlder: Bool
    /// Whether every value is delivered, so that there is nothing to decide.
    private let takesEvery: Bool
    /// Whether the handler runs immediately.
    private let isImmediate: Bool
    /// Whether the handler runs immediately on the main actor.
    private let isImmediateOnMainActor: Bool

    init(_ invocation: HandlerInvocation<Element>, policy: DeliveryPolicy = .every) {
        contents = Lock(MailboxContents(state: MailboxState(rule: policy.rule), invocation: invocation.call))
        takesEvery = policy.rule == .every
        clock = policy.rule.isTimed ? policy.clock : nil
        cancelsOlder = policy.cancelsOlder
        let context: (any ExecutionContext)? = if case .synchronous(let context, _) = invocation.call { context } else { nil }
        isImmediate = context is ImmediateContext
        isImmediateOnMainActor = (context as? MainActorContext)?.isImmediateThere ?? false
    }

    deinit {
        let (waiting, spare) = contents.withLock { ($0.waiting, $0.spare) }
        waiting.destroy(Element.self)
        waiting.deallocate()
        spare.deallocate()
    }

    /// A function that stores a value and returns immediately. It captures just what it needs.
    package var intake: @Sendable (Element) -> Void {
        if isImmediateOnMainActor { return { self.offerFromMainActor($0) } }
        guard takesEvery else { return { self.offerByRule($0) } }
        return { self.offer($0) }
    }

    /// Stores a value for a handler that runs immediately on the main actor, where it may come from.
    private func offerFromMainActor(_ element: Element) {
        if Isolation.isMainActorCurrent { contents.withLock { $0.isOwedHere = true } }
        if takesEvery { offer(element) } else { offerByRule(element) }
    }

    private func offer(_ element: Element) {
        let hops = contents.withLock { contents -> Bool in
            guard contents.state.isOpen else { return false }
            if heed_is_recording() { contents.traced.append(waitingCount: contents.waiting.count) }
            contents.waiting.append(element)
            return contents.state.append()
        }
        if hops { hop() }
    }

    private func offerByRule(_ element: Element) {
        let now = clock?.now ?? .zero
        // Dropped values are moved here, to be released outside the lock.
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { dropped in
            guard let dropped = dropped.baseAddress else { return }
            let (action, drops, older) = contents.withLock { contents -> (MailboxState.Action, Bool, Task<Void, Never>?) in
                guard let action = contents.state.offer(at: now) else { return (MailboxState.Action(), false, nil) }
                if heed_is_recording() { contents.traced.put(action.step, waitingCount: contents.waiting.count) }
                let drops = contents.waiting.put(element, action.step, dropped: dropped)
                return (action, drops, cancelsOlder ? contents.outdateTask() : nil)
            }
            if drops { dropped.deinitialize(count: 1) }
            older?.cancel()
            start(action)
        }
    }

    /// Stops delivery, even of waiting values.
    package func close() {
        isOpen.store(false, ordering: .releasing)
        // The waiting values and the handler leave the lock before they can be released.
        let (left, underWay, invocation) = contents.withLock { contents -> (ElementMemory, Task<Void, Never>?, ErasedInvocation?) in
            contents.state.close()
            defer { (contents.waiting, contents.invocation) = (ElementMemory(), nil) }
            return (contents.waiting, contents.outdateTask(), contents.invocation)
        }
        underWay?.cancel()
        _ = invocation
        left.destroy(Element.self)
        left.deallocate()
    }

    /// The number of values dropped for others.
    package var droppedCount: Int {
        contents.withLock { $0.state.droppedCount }
    }

    /// Makes all held values due.
    package func flush() {
        perform { $0.flush() }
    }

    /// Delivers the waiting values on this thread, unless they are being delivered just now or the handler is async.
    package func flushHere() {
        guard case .synchronous = contents.withLock({ $0.invocation }) else { return flush() }
        if handle(takeHere()) { hop() }
    }

    private func wake() {
        let now = clock?.now ?? .zero
        perform { $0.wake(at: now) }
    }

    /// Performs an event that may make values due, or drop the first one.
    private func perform(_ event: (inout MailboxState) -> MailboxState.Action) {
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { dropped in
            guard let dropped = dropped.baseAddress else { return }
            let (action, drops) = contents.withLock { contents in
                let action = event(&contents.state)
                if action.step.dropsFirst { contents.trace?.dropFirst() }
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
        let isRecording = heed_is_recording()
        if isRecording { contents.withLock { $0.traced.hopStart = heed_ticks() } }
        switch contents.withLock({ $0.invocation }) {
        case .synchronous? where isImmediate:
            // Bypasses the context, so that a handler that sends again doesn't nest one level deeper each time.
            while arrive() {}
        case .synchronous(let context, _)?:
            guard hasMoreElsewhere() else { return }
            if isRecording { return hopRecording(to: context) }
            context.execute {
                if self.arrive() { self.hop() }
            }
        case .asynchronous?: startTask()
        case nil: return
        }
    }

    /// Delivers what the main actor has sent, if this is it: that must be handled before the sender continues. Whatever other threads send meanwhile goes with the next
    /// hop, so that they can't monopolize the main actor.
    ///
    /// - Returns: Whether a hop to the context must follow.
    private func hasMoreElsewhere() -> Bool {
        while isImmediateOnMainActor, Isolation.isMainActorCurrent, contents.withLock({ $0.takeOwed() }) {
            if !arrive() { return false }
        }
        return true
    }

    private func startTask() {
        guard cancelsOlder else {
            Task.detached { await self.arriveAndWait() }
            return
        }
        let (former, number) = contents.withLock { contents in
            let former = contents.task
            contents.task = nil
            contents.isTaskOutdated = false
            contents.taskNumber += 1
            return (former, contents.taskNumber)
        }
        _ = former
        // To start a task runs the executor's code. The task may handle its value, or become outdated, before it is stored.
        let task = Task.detached { await self.arriveAndWait() }
        let isOutdated = contents.withLock { contents in
            guard contents.taskNumber == number else { return false }
            contents.task = task
            return contents.isTaskOutdated
        }
        if isOutdated { task.cancel() }
    }

    // MARK: Arriving

    /// - Returns: Empty memory if no values are due.
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
                if drops { contents.trace?.dropFirst() }
                guard count > 0 else { return (ElementMemory(), drops) }
                return (contents.waiting.take(count, as: Element.self, spare: &contents.spare), drops)
            }
            if drops { dropped.baseAddress?.deinitialize(count: 1) }
            return taken
        }
    }

    /// - Returns: Whether another hop must follow.
    private func arrive() -> Bool {
        handle(takeDue())
    }

    /// - Returns: Whether a hop must follow.
    private func handle(_ taken: ElementMemory) -> Bool {
        if taken.count == 0 { return false }
        if heed_is_recording() {
            handleRecording(taken)
        } else if case .synchronous(_, let deliver)? = contents.withLock({ $0.invocation }) {
            deliver(taken) { self.isOpen.load(ordering: .acquiring) }
        }
        return finish(taken)
    }

    private func arriveAndWait() async {
        let taken = takeDue()
        if taken.count == 0 { return }
        if case .asynchronous(_, let deliver)? = contents.withLock({ $0.invocation }) {
            if heed_is_recording() {
                let calls = recordedCalls(of: taken, isAsynchronous: true)
                await RecordedCalls.$ofTask.withValue(calls) {
                    await deliver(taken) { calls.next(if: self.isOpen.load(ordering: .acquiring)) }
                }
                calls.end()
            } else {
                await deliver(taken) { self.isOpen.load(ordering: .acquiring) }
            }
        }
        if finish(taken) { hop() }
    }

    /// Releases the handled values, and keeps the memory.
    private func finish(_ taken: ElementMemory) -> Bool {
        taken.destroy(Element.self)
        let (unused, hops) = contents.withLock { contents in
            contents.trace?.handlingSince = 0
            defer { contents.spare = taken.emptied }
            return (contents.spare, contents.state.finish())
        }
        unused.deallocate()
        return hops
    }
}

// MARK: For a recording

extension Mailbox: InspectableQueue {
    func link(_ link: QueueLink) {
        contents.withLock { $0.traced.link = link }
    }

    var inspected: QueueState {
        contents.withLock { contents in
            let (state, trace) = (contents.state, contents.trace)
            return QueueState(
                context: contents.invocation?.contextName,
                policy: "\(state.schedule.rule)",
                waitingCount: state.schedule.count,
                dueCount: state.schedule.dueCount,
                droppedCount: state.droppedCount,
                hoppingSince: state.isHopping ? trace?.hopStart : nil,
                handlingSince: state.isHandling ? trace?.handlingSince : nil,
                lostHopCount: trace?.lostHopCount ?? 0
            )
        }
    }

    /// Hops to a context, and notes it if the job is discarded there.
    private func hopRecording(to context: any ExecutionContext) {
        let ticket = HopTicket { self.contents.withLock { $0.traced.lostHopCount += 1 } }
        context.execute {
            ticket.arrive()
            if self.arrive() { self.hop() }
        }
    }

    private func handleRecording(_ taken: ElementMemory) {
        guard case .synchronous(_, let deliver)? = contents.withLock({ $0.invocation }) else { return }
        let calls = recordedCalls(of: taken, isAsynchronous: false)
        deliver(taken) { calls.next(if: self.isOpen.load(ordering: .acquiring)) }
        calls.end()
    }

    private func recordedCalls(of taken: ElementMemory, isAsynchronous: Bool) -> RecordedCalls {
        let (link, causes) = contents.withLock { contents in
            contents.traced.handlingSince = heed_ticks()
            return (contents.traced.link, contents.traced.take(taken.count))
        }
        return RecordedCalls(link, causes, isAsynchronous: isAsynchronous)
    }
}

/// The state of a ``Mailbox`` under its lock, without the type of the waiting values.
private struct MailboxContents: Sendable {
    var state: MailboxState
    var waiting = ElementMemory()
    /// Returned memory, for reuse.
    var spare = ElementMemory()
    /// The handler's invocation; removed when the mailbox closes, so that its captured values are released.
    var invocation: ErasedInvocation?
    /// A recording's data about the waiting values; `nil` until there is a recording.
    var trace: MailboxTrace?
    /// The task that calls an async handler, if it may need cancellation.
    var task: Task<Void, Never>?
    /// The number of tasks so far.
    var taskNumber = 0
    /// Whether the newest task must be cancelled as soon as it is stored.
    var isTaskOutdated = false

    /// Whether values may wait that the main actor has sent, where the handler runs at once.
    var isOwedHere = false

    mutating func takeOwed() -> Bool {
        defer { isOwedHere = false }
        return isOwedHere
    }

    var traced: MailboxTrace {
        mutating get {
            if let trace { return trace }
            let made = MailboxTrace()
            trace = made
            return made
        }
    }

    /// Returns the task to cancel when a newer value arrives or delivery stops: a handler in progress.
    mutating func outdateTask() -> Task<Void, Never>? {
        guard state.isHandling else { return nil }
        isTaskOutdated = true
        return task
    }
}

/// The operations that a ``Receptionist`` needs of its mailbox, whatever the type of its values.
protocol AnyMailbox: Sendable {
    var droppedCount: Int { get }
    func flush()
    func flushHere()
    func close()
}

extension Mailbox: AnyMailbox {}
