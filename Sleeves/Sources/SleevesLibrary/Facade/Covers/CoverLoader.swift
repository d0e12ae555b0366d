internal import struct FoundationEssentials.Date
internal import Heed
internal import SleevesNetworking
internal import Synchronization

/// A loader that brings covers to the views that requested them.
///
/// 1. Requests, finished steps and network changes are events of the ``CoverQueue``, which decides on actions.
/// 2. The loader performs the actions outside the lock, in order. It starts steps of searches as tasks of the ``CoverFinder``, off the main
///    thread.
/// 3. The album's ``Cover`` changes, on a worker's thread.
///
/// Thread safety:
/// - `state` is protected by its lock: the finder with its services, the queue, the cancellable steps, and whether a thread performs
///   actions.
/// - `network` protects itself.
///
/// - Threading: May be used from any thread.
final class CoverLoader: Sendable {
    private struct State {
        var finder: CoverFinder
        var queue: CoverQueue
        var tasks: [AlbumID: Task<Void, Never>] = [:]
        /// Whether a thread performs actions. Only one does at a time, so that a cover's states are set in the order of the decisions.
        var isPerforming = false
        var observation: ObservationToken?

        /// Returns the actions for the calling thread, which performs them if there are any.
        mutating func takeActions() -> [CoverQueue.Action] {
            let actions = queue.takeActions()
            isPerforming = !actions.isEmpty
            return actions
        }
    }

    let network = NetworkStatus()
    /// Returns the cover of an album in use.
    private let cover: @Sendable (AlbumID) -> Cover?
    /// Called before a cover is delivered whose search has ended.
    private let beforeDelivery: @Sendable () -> Void
    private let state: Mutex<State>
    /// The threads of steps, which wait for the disk and for readers and so must not block the shared threads.
    private let threads = FileReadingExecutor(threads: 16)

    /// The time after which a step no longer blocks others.
    private static let slowness = Duration.seconds(3)

    init(
        finder: CoverFinder,
        cover: @escaping @Sendable (AlbumID) -> Cover?,
        beforeDelivery: @escaping @Sendable () -> Void = {}
    ) {
        self.cover = cover
        self.beforeDelivery = beforeDelivery
        let queue = CoverQueue(isAllowed: finder.access.services.isAllowed, random: finder.backoff.random)
        state = Mutex(State(finder: finder, queue: queue))
        let observation = network.observe(\.isAvailable) { [weak self] isAvailable in
            self?.update { $0.noteAvailability(isAvailable) }
        }
        state.withLock { $0.observation = observation }
    }

    private var finder: CoverFinder { state.withLock { $0.finder } }

    /// The services that covers come from. A change applies to covers that views want, too.
    var services: CoverServices {
        get { access.services }
        set {
            state.withLock { $0.finder.access.services = newValue }
            update { $0.changeSources(isAllowed: newValue.isAllowed) }
        }
    }

    /// The access to the services.
    var access: ServiceAccess { finder.access }

    /// The current date, by the finder's clock.
    var date: Date { finder.time.date }

    /// Registers that one more view wants a cover.
    func request(_ id: AlbumID, size: CoverSize) {
        if cover(id) != nil { update { $0.request(id, size: size) } }
    }

    /// Registers that one view less wants a cover.
    func dismiss(_ id: AlbumID) {
        update { $0.dismiss(id) }
    }

    /// Loads an album's cover again after it has changed.
    func renew(_ id: AlbumID) {
        update { $0.renew(id) }
    }

    /// Calls `body`, which makes requests. Until it returns, the queue doesn't conclude that there is no network, because the requests may
    /// prove otherwise.
    func expectingRequests<Value>(_ body: () throws -> Value) rethrows -> Value {
        update { $0.expectRequest() }
        defer { update { $0.endExpectingRequest() } }
        return try body()
    }

    // MARK: Actions

    /// Returns an album's cover in the largest size, if the library or the user's files have it.
    func largeImage(of id: AlbumID) async -> CoverImage? {
        let step = await withTaskExecutorPreference(threads) { [finder] in finder.lookHere(CoverPlan(id, size: .large)) }
        guard case .settled(.present(let image), _) = step.outcome else { return nil }
        return image
    }

    /// Returns the path of a picture of an album's cover, in a size if the library or the user's files have it; `nil` without any.
    func file(of id: AlbumID, digest: CoverDigest, size: CoverSize) async -> String? {
        await withTaskExecutorPreference(threads) { [finder] in
            // Makes the size, and keeps it.
            _ = finder.lookHere(CoverPlan(id, size: size))
            return finder.persistency.covers.file(for: digest, size: size)
        }
    }

    /// Sends an event to the queue, and performs its actions.
    private func update(_ event: (inout CoverQueue) -> Void) {
        let actions = state.withLock { state in
            event(&state.queue)
            // The thread that performs actions takes these too.
            return state.isPerforming ? [] : state.takeActions()
        }
        if !actions.isEmpty { perform(actions) }
    }

    private func perform(_ actions: [CoverQueue.Action]) {
        for action in actions { perform(action) }
        let more = state.withLock { $0.takeActions() }
        // Actions that were added meanwhile run elsewhere: this may be the main thread, and they may take long.
        if !more.isEmpty { Task.detached(executorPreference: threads, priority: .userInitiated) { self.perform(more) } }
    }

    private func perform(_ action: CoverQueue.Action) {
        switch action {
        case .show(let state, let id): cover(id)?.state = state
        case .look(let plan): look(plan)
        case .cancel(let id): state.withLock { $0.tasks[id] }?.cancel()
        case .setOnline(let isOnline):
            if network.isOnline != isOnline { network.isOnline = isOnline }
            if isOnline { finder.access.client.forgetDelays() }
        case .askWitnesses: askWitnesses()
        case .wake(let delay, let alarm):
            Task.detached(priority: .utility) { [weak self, time = finder.time] in
                try? await time.sleep(for: delay)
                self?.update { $0.wake(alarm) }
            }
        }
    }

    private func look(_ plan: CoverPlan) {
        let id = plan.album
        state.withLock { state in
            // The task waits for this lock before it ends.
            state.tasks[id] = Task.detached(executorPreference: threads, priority: .userInitiated) { [weak self, finder = state.finder] in
                let watch = plan.host.reach == .library ? nil : self?.watch(id)
                let step = await finder.step(plan)
                watch?.cancel()
                guard let self else { return }
                self.state.withLock { $0.tasks[id] = nil }
                if case .settled = step.outcome { beforeDelivery() }
                update { $0.end(step, of: plan, at: finder.time.elapsed) }
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
            let isOnline = await finder.access.client.isAnyKnown(of: finder.access.witnesses)
            self?.update { $0.conclude(isOnline: isOnline, at: finder.time.elapsed) }
        }
    }
}
