internal import struct FoundationEssentials.Date
internal import Heed
internal import SleevesNetworking
internal import Synchronization

/// Brings covers to those who want them.
///
/// 1. A request, a step's end and news of the network are events of the ``CoverQueue``, which decides.
/// 2. The actions that it decides on are performed outside the lock, in the order it decided on them: steps of searches are started as tasks of
///    the ``CoverFinder``, off the main thread.
/// 3. The album's ``Cover`` changes, on a worker's thread.
///
/// What is protected by what:
/// - `state` by its lock: the queue, the steps that can be stopped, and whether a thread performs actions.
/// - `finder` and `network` protect themselves.
///
/// - Threading: May be used from any thread.
final class CoverLoader: Sendable {
    private struct State {
        var queue: CoverQueue
        var tasks: [AlbumID: Task<Void, Never>] = [:]
        /// One thread at a time performs actions, so that a cover's states are set in the order in which they were decided on.
        var isPerforming = false
        var observation: ObservationToken?
    }

    let network = NetworkStatus()
    private let finder: CoverFinder
    /// The cover of an album that somebody holds.
    private let cover: @Sendable (AlbumID) -> Cover?
    private let afterDelivery: @Sendable () -> Void
    private let state: Mutex<State>
    /// Steps wait for the disk and for readers: not on the threads that everything else shares.
    private let threads = FileReadingExecutor(threads: 16)

    /// A step that takes longer does not keep others waiting.
    private static let slowness = Duration.seconds(3)

    init(
        finder: CoverFinder,
        cover: @escaping @Sendable (AlbumID) -> Cover?,
        afterDelivery: @escaping @Sendable () -> Void = {}
    ) {
        self.finder = finder
        self.cover = cover
        self.afterDelivery = afterDelivery
        state = Mutex(State(queue: CoverQueue(random: finder.backoff.random)))
        let observation = network.observe(\.isAvailable) { [weak self] isAvailable in
            self?.update { $0.noteAvailability(isAvailable) }
        }
        state.withLock { $0.observation = observation }
    }

    /// How far addresses may lead that somebody else may have made up.
    var reachOfAddresses: NetworkReach { finder.services.reachOfAddresses }

    /// Now, by the finder's clock.
    var date: Date { finder.time.date }

    /// One more view wants a cover.
    func request(_ id: AlbumID, size: CoverSize) {
        if cover(id) != nil { update { $0.request(id, size: size) } }
    }

    /// One view less wants a cover.
    func dismiss(_ id: AlbumID) {
        update { $0.dismiss(id) }
    }

    /// Looks for the cover of an album again, which has another one now.
    func renew(_ id: AlbumID) {
        update { $0.renew(id) }
    }

    /// Calls `body`, which makes requests. Meanwhile nobody concludes that there is no network, which they may disprove.
    func expectingRequests<Value>(_ body: () throws -> Value) rethrows -> Value {
        update { $0.expectRequest() }
        defer { update { $0.endExpectingRequest() } }
        return try body()
    }

    // MARK: Acting

    /// Tells the queue of an event, and performs what it decides on.
    private func update(_ event: (inout CoverQueue) -> Void) {
        let actions: [CoverQueue.Action]? = state.withLock { state in
            event(&state.queue)
            // Whoever performs actions takes these too.
            if state.isPerforming { return nil }
            let actions = state.queue.takeActions()
            state.isPerforming = !actions.isEmpty
            return actions
        }
        if let actions, !actions.isEmpty { perform(actions) }
    }

    private func perform(_ actions: [CoverQueue.Action]) {
        for action in actions { perform(action) }
        let more = state.withLock { state in
            let more = state.queue.takeActions()
            state.isPerforming = !more.isEmpty
            return more
        }
        // What was decided on meanwhile is done elsewhere: this may be the main thread, and others may go on for long.
        if !more.isEmpty { Task.detached(executorPreference: threads, priority: .userInitiated) { self.perform(more) } }
    }

    private func perform(_ action: CoverQueue.Action) {
        switch action {
        case .show(let state, let id): cover(id)?.state = state
        case .look(let plan): look(plan)
        case .cancel(let id): state.withLock { $0.tasks[id] }?.cancel()
        case .setOnline(let isOnline):
            if network.isOnline != isOnline { network.isOnline = isOnline }
            if isOnline { finder.client.forgetDelays() }
        case .askWitnesses: askWitnesses()
        case .wake(let delay, let alarm):
            Task.detached(priority: .utility) { [weak self, finder] in
                try? await finder.time.sleep(for: delay)
                self?.update { $0.wake(alarm) }
            }
        }
    }

    private func look(_ plan: CoverPlan) {
        let id = plan.album
        state.withLock { state in
            // The task waits for this lock before it ends.
            state.tasks[id] = Task.detached(executorPreference: threads, priority: .userInitiated) { [weak self, finder] in
                let watch = plan.host.reach == .library ? nil : self?.watch(id)
                let step = await finder.step(plan)
                watch?.cancel()
                guard let self else { return }
                self.state.withLock { $0.tasks[id] = nil }
                update { $0.end(step, of: plan, at: finder.time.elapsed) }
                if case .settled = step.outcome { afterDelivery() }
            }
        }
    }

    private func watch(_ id: AlbumID) -> Task<Void, any Error> {
        Task.detached { [weak self] in
            try await Task.sleep(for: Self.slowness)
            self?.update { $0.noteSlow(id) }
        }
    }

    private func askWitnesses() {
        Task.detached(priority: .userInitiated) { [weak self, finder] in
            let isOnline = await finder.client.isAnyKnown(of: finder.witnesses)
            self?.update { $0.conclude(isOnline: isOnline, at: finder.time.elapsed) }
        }
    }
}
