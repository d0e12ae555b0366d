import Synchronization

/// The state of an operator that computes each result from an element and those before it.
///
/// Elements that several threads send concurrently are handled in one order, by the thread that came first, with no lock held. So the last
/// result includes everything. Elements that a handler sends are handled within its call.
///
/// State and its protection: `waiting`, by its lock; `state` belongs to the handling thread.
final class Stage<State, Element: Sendable, Output>: @unchecked Sendable {
    // SAFETY: see above.
    private var state: State
    private let waiting = Lock<(elements: Fifo<Element>, handler: ThreadIdentity?)>((Fifo(), nil))
    private let next: @Sendable (State, Element) -> (State, Output?)
    private let receive: @Sendable (Output) -> Void

    init(
        _ initial: State,
        _ next: @escaping @Sendable (State, Element) -> (State, Output?),
        _ receive: @escaping @Sendable (Output) -> Void
    ) {
        state = initial
        self.next = next
        self.receive = receive
    }

    @Sendable
    func take(_ element: Element) {
        let thread = ThreadIdentity.current
        let turn: StageTurn = waiting.withLock { waiting in
            switch waiting.handler {
            case nil:
                waiting.handler = thread
                return .mine
            case thread:
                return .withinMine
            default:
                waiting.elements.append(element)
                return .another
            }
        }
        guard turn != .another else { return }
        handle(element)
        guard turn == .mine else { return }
        while let element = waiting.withLock({ waiting in
            let next = waiting.elements.popFirst()
            if next == nil { waiting.handler = nil }
            return next
        }) {
            handle(element)
        }
    }

    private func handle(_ element: Element) {
        let (state, output) = next(state, element)
        self.state = state
        if let output { receive(output) }
    }
}

/// The turn of an element: this thread's, this thread's within another of its elements, or another thread's.
private enum StageTurn { case mine, withinMine, another }

/// An element of one of two sources.
enum Either<One: Sendable, Other: Sendable>: Sendable {
    case one(One)
    case other(Other)
}

/// Elements that wait until their batch is full, or its time has come.
///
/// At most one wake-up is in flight; one that comes too early is requested again. Batches are delivered one at a time, in order, by the
/// thread that came first.
///
/// State and its protection: `contents`, by its lock; everything else is constant.
final class BatchStage<Element: Sendable>: Sendable {
    private let limit: Int
    private let interval: Duration?
    private let clock: any ReceptionistClock
    private let receive: @Sendable ([Element]) -> Void
    private let contents = Lock(BatchContents())

    init(
        _ limit: Int,
        _ interval: Duration?,
        _ clock: any ReceptionistClock,
        _ receive: @escaping @Sendable ([Element]) -> Void
    ) {
        self.limit = limit
        self.interval = interval
        self.clock = clock
        self.receive = receive
    }

    deinit {
        let due = contents.withLock { contents in
            contents.makeDue()
            return contents.due.pop(.max)
        }
        for batch in due {
            batch.destroy(Element.self)
            batch.deallocate()
        }
    }

    @Sendable
    func take(_ element: Element) {
        let (begun, handles) = contents.withLock { contents -> (Int?, Bool) in
            contents.waiting.append(element)
            let begun = contents.waiting.count == 1 ? contents.number : nil
            if contents.waiting.count == limit { contents.makeDue() }
            return (begun, contents.startsHandling())
        }
        // The clock is read once for each batch.
        if let interval, let begun, limit > 1 { start(begun, interval) }
        if handles { handOver() }
    }

    /// Delivers the waiting elements now.
    func flush() {
        let handles = contents.withLock { contents in
            contents.makeDue()
            return contents.startsHandling()
        }
        if handles { handOver() }
    }

    private func start(_ number: Int, _ interval: Duration) {
        let now = clock.now
        let timer: Duration? = contents.withLock { contents in
            // Other threads may have filled the batch meanwhile.
            guard contents.number == number else { return nil }
            contents.deadline = now + interval
            return contents.timer(at: now)
        }
        if let timer { wake(after: timer) }
    }

    private func wake(after delay: Duration) {
        clock.schedule(after: delay) { [weak self] in self?.wake() }
    }

    private func wake() {
        let now = clock.now
        let (timer, handles) = contents.withLock { contents -> (Duration?, Bool) in
            contents.hasTimer = false
            if let deadline = contents.deadline, deadline <= now { contents.makeDue() }
            return (contents.timer(at: now), contents.startsHandling())
        }
        if let timer { wake(after: timer) }
        if handles { handOver() }
    }

    private func handOver() {
        while let batch = contents.withLock({ contents in
            let batch = contents.due.popFirst()
            contents.isHandling = batch != nil
            return batch
        }) {
            let elements = Array(batch.values(of: Element.self))
            batch.destroy(Element.self)
            batch.deallocate()
            receive(elements)
        }
    }
}

/// A registration that ends with its first event.
///
/// State and its protection: `state`, by its lock.
final class Once: Cancellable {
    private struct State: Sendable {
        var hasBegun = false
        var hasEnded = false
        var registration: Registration?
        var ended: (@Sendable () -> Void)?
    }

    private let state: Lock<State>

    init(_ ended: (@Sendable () -> Void)?) {
        state = Lock(State(ended: ended))
    }

    /// - Returns: Whether this is the first event.
    func begin() -> Bool {
        state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
    }

    /// Stores the registration to end. Its first event may already have arrived.
    func attach(_ registration: Registration) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.registration = registration }
            return state.hasEnded
        }
        if hasEnded { registration.cancel() }
    }

    /// Ends the registration after the first event has been handled, or if none will arrive.
    func end() {
        finish()?()
    }

    func cancel() {
        _ = finish()
    }

    private func finish() -> (@Sendable () -> Void)? {
        let (registration, ended) = state.withLock { state -> (Registration?, (@Sendable () -> Void)?) in
            defer { state = State(hasBegun: true, hasEnded: true) }
            return (state.registration, state.ended)
        }
        registration?.cancel()
        return ended
    }
}

/// Several registrations that end together.
final class RegistrationGroup: Cancellable {
    private let registrations: [Registration]

    init(_ registrations: [Registration]) {
        self.registrations = registrations
    }

    func cancel() {
        for registration in registrations { registration.cancel() }
    }
}

/// A counter that detects when all of several sources have ended.
///
/// State and its protection: `rest` is atomic.
final class EndCount: Sendable {
    private let rest: Atomic<Int>
    private let ended: @Sendable () -> Void

    init(_ count: Int, _ ended: @escaping @Sendable () -> Void) {
        rest = Atomic(count)
        self.ended = ended
    }

    @Sendable
    func count() {
        if rest.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { ended() }
    }
}

/// The state of a ``BatchStage`` under its lock, without the type of the waiting elements.
private struct BatchContents: Sendable {
    var waiting = ElementMemory()
    /// The number of the waiting batch.
    var number = 0
    /// The time at which the batch becomes due; `nil` until it is known.
    var deadline: Duration?
    var hasTimer = false
    var due = Fifo<ElementMemory>()
    var isHandling = false

    mutating func makeDue() {
        guard waiting.count > 0 else { return }
        due.append(waiting)
        waiting = ElementMemory()
        number += 1
        deadline = nil
    }

    /// Returns whether to deliver due batches, because no thread is doing so.
    mutating func startsHandling() -> Bool {
        guard due.count > 0, !isHandling else { return false }
        isHandling = true
        return true
    }

    /// Returns the delay until the next wake-up.
    mutating func timer(at now: Duration) -> Duration? {
        guard let deadline, !hasTimer else { return nil }
        hasTimer = true
        return max(.zero, deadline - now)
    }
}
