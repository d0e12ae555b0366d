internal import FoundationEssentials
internal import Heed
internal import Synchronization
internal import SleevesNetworking

/// Brings covers to those who want them.
///
/// 1. The request is put on the ``CoverQueue``, newest first; at most a few covers are on their way at once.
/// 2. A worker looks here: memory, disk, the person's own files. What is not here goes to the line of whoever is to be asked, and from there,
///    if it is in vain, to that of the next one.
/// 3. The album's ``Cover`` changes, on the worker's thread. Whoever observes it is told.
///
/// What is protected by what:
/// - `queue` by its lock: the covers that are wanted and on their way.
/// - `outage` by its lock: what is known of the network. `network` says it to others.
/// - `tasks` by its lock: the work that can be stopped, by album.
/// - `isAskingWitnesses` by its lock: whether it is being found out if there is a network.
/// - `finder` protects itself.
///
/// - Threading: May be used from any thread.
final class CoverLoader: Sendable {
    let network = NetworkStatus()
    private let finder: CoverFinder
    private let random: @Sendable () -> Double
    /// The cover of an album that somebody holds.
    private let cover: @Sendable (AlbumID) -> Cover?
    private let afterDelivery: @Sendable () -> Void
    private let queue = Mutex(CoverQueue(limit: 4))
    private let outage = Mutex(NetworkOutage())
    private let tasks = Mutex<[AlbumID: Task<Void, Never>]>([:])
    /// Work waits for the disk and for readers: not on the threads that everything else shares.
    private let threads = FileReadingExecutor(threads: 16)
    private let observation = Mutex<ObservationToken?>(nil)
    private let isAskingWitnesses = Mutex(false)

    /// What takes longer does not keep others waiting.
    private static let slowness = Duration.seconds(3)
    /// What failed is tried again by itself while it is looked at, if that is no longer than this.
    private static let patience = Duration.seconds(900)

    init(
        finder: CoverFinder,
        cover: @escaping @Sendable (AlbumID) -> Cover?,
        afterDelivery: @escaping @Sendable () -> Void = {}
    ) {
        self.finder = finder
        self.cover = cover
        self.afterDelivery = afterDelivery
        random = finder.backoff.random
        let observation = network.observe(\.isAvailable) { [weak self] isAvailable in self?.heed(isAvailable: isAvailable) }
        self.observation.withLock { $0 = observation }
    }

    // Views ask on the main actor while workers deliver on their threads. The queue decides under its lock; a cover's state is set outside,
    // so each step leaves the queue such that a state that was set too late is put right by whoever finds the cover still wanted.

    /// How far addresses may lead that somebody else may have made up.
    var reachOfAddresses: NetworkReach { finder.services.reachOfAddresses }

    /// Now, as this goes by it.
    var date: Date { finder.time.date }

    /// One more view wants a cover.
    func request(_ id: AlbumID, size: CoverSize) {
        guard let cover = cover(id) else { return }
        let isHere = cover.image != nil
        // Before the queue knows: a worker that is looking for work may be quicker than the next line.
        if !isHere, cover.state != .wanted { cover.state = .loading }
        queue.withLock { $0.request(id, size: size, isHere: isHere) }
        startNext()
    }

    /// A request is about to be made: until then nobody concludes that there is no network, which it may show.
    func expectRequest() {
        queue.withLock { $0.expectedRequests += 1 }
    }

    /// The request has been made, or there is nothing to ask for.
    func endExpectingRequest() {
        queue.withLock { $0.expectedRequests -= 1 }
        clearSuspicion()
    }

    /// One view less wants a cover.
    func dismiss(_ id: AlbumID) {
        let isUnwanted = queue.withLock { $0.dismiss(id) }
        guard isUnwanted else { return }
        tasks.withLock { $0[id] }?.cancel()
        if let cover = cover(id) { putAway(cover, of: id) }
    }

    /// Has the cover of an album that somebody looks at looked for again, because it has another one now.
    func renew(_ id: AlbumID) {
        if let cover = cover(id) { putAway(cover, of: id) }
    }

    /// Lets a picture go that nobody wants, and fetches it again if somebody has come to want it meanwhile.
    private func putAway(_ cover: Cover, of id: AlbumID) {
        cover.state = .unknown
        guard queue.withLock({ $0.isWanted(id) }) else { return }
        cover.state = .loading
        queue.withLock { $0.requestAgain(id) }
        startNext()
    }

    // MARK: Working

    private func startNext() {
        while let work = queue.withLock({ $0.takeNext() }) {
            switch work {
            case .here(let id, let size): lookHere(id, size)
            case .away(let plan): ask(plan)
            }
        }
    }

    private func lookHere(_ id: AlbumID, _ size: CoverSize) {
        Task.detached(executorPreference: threads, priority: .userInitiated) { [weak self, finder] in
            switch finder.findHere(id, size: size) {
            case .settled(let outcome): self?.deliver(outcome, for: id)
            case .away(let plan): self?.passOn(plan)
            }
        }
    }

    private func ask(_ plan: CoverPlan) {
        let (id, host) = (plan.album, finder.host(of: plan.sources[0]))
        tasks.withLock { tasks in
            // The task waits for this lock before it ends.
            tasks[id] = Task.detached(executorPreference: threads, priority: .userInitiated) { [weak self, finder] in
                let watch = Task.detached { [weak self] in
                    try await Task.sleep(for: Self.slowness)
                    self?.queue.withLock { $0.noteSlow(id) }
                    self?.startNext()
                }
                let step = await finder.step(plan)
                watch.cancel()
                self?.tasks.withLock { $0[id] = nil }
                self?.take(step, of: plan, from: host)
            }
        }
        // Nobody may want it since before the task could be stopped.
        if !queue.withLock({ $0.isWanted(id) }) { tasks.withLock { $0[id] }?.cancel() }
    }

    private func take(_ step: CoverFinder.Step, of plan: CoverPlan, from host: CoverQueue.Host) {
        let mayWait = note(step, from: host)
        switch step.outcome {
        case .settled(let outcome): deliver(outcome, for: plan.album)
        case .onward(let next): passOn(next)
        case .noNetwork where mayWait: passOn(plan)
        case .noNetwork(let loss):
            switch finder.next(plan.losing(loss)) {
            case .onward(let next): passOn(next)
            case .settled(let outcome): deliver(outcome, for: plan.album)
            case .noNetwork, .cancelled: break
            }
        case .cancelled:
            queue.withLock { queue in
                if queue.finish(plan.album) { queue.requestAgain(plan.album) }
                // It may have been the one that was to try.
                queue.allowProbe()
            }
            startNext()
        }
    }

    /// Puts a cover into the line of whoever is to be asked next.
    private func passOn(_ plan: CoverPlan) {
        let host = finder.host(of: plan.sources[0])
        let (isWanted, isHeld) = queue.withLock { queue in
            (queue.passOn(plan, to: host), queue.isHeld(plan.album))
        }
        if isWanted, isHeld, let cover = cover(plan.album) { wait(cover, of: plan.album) }
        startNext()
        clearSuspicion()
    }

    private func deliver(_ outcome: CoverFinder.Outcome, for id: AlbumID) {
        let isWanted = queue.withLock { $0.finish(id) }
        if isWanted, let cover = cover(id) {
            switch outcome {
            case .found(let image): cover.state = .present(image)
            case .none: cover.state = .missing
            case .failed(let reason, let delay):
                cover.state = .failed(reason)
                if let delay, delay <= Self.patience { tryAgain(id, after: delay) }
            }
            // Whoever dismissed it in the meantime did so before it was there to be put away.
            if !queue.withLock({ $0.isWanted(id) }) { putAway(cover, of: id) }
        }
        afterDelivery()
        startNext()
        clearSuspicion()
    }

    private func tryAgain(_ id: AlbumID, after delay: Duration) {
        Task.detached(priority: .utility) { [weak self, finder] in
            try? await finder.time.sleep(for: delay)
            guard let self, let cover = cover(id), case .failed = cover.state, queue.withLock({ $0.isWanted(id) }) else { return }
            cover.state = .loading
            queue.withLock { $0.requestAgain(id) }
            startNext()
        }
    }
}

// MARK: The network

extension CoverLoader {
    private func heed(isAvailable: Bool) {
        if isAvailable {
            if outage.withLock({ $0.comeBack() }) { goOn() }
        } else if let delay = outage.withLock({ $0.goAway(random: random()) }) {
            hold(probingAfter: delay)
        }
    }

    /// Notes what a step tells about the network.
    ///
    /// - Returns: Whether the network is away, or may be.
    private func note(_ step: CoverFinder.Step, from host: CoverQueue.Host) -> Bool {
        if host.isLocal { return false }
        if step.isAnswer {
            noteAnswer(of: host.name)
            return false
        }
        let isOnline = outage.withLock(\.isOnline)
        switch step.outcome {
        case .cancelled: return false
        case .settled where isOnline, .onward where isOnline: return false
        case .noNetwork, .settled, .onward: break
        }
        let verdict = outage.withLock { $0.failed(host.name, at: finder.time.elapsed, random: random()) }
        switch verdict {
        case .hostIsAway: return false
        case .unclear: queue.withLock { $0.suspect(host) }
        case .networkIsAway(let delay): if let delay { hold(probingAfter: delay) }
        }
        return true
    }

    /// Somebody has answered, so there is a network: what could not be reached is asked once more, and is to blame itself this time.
    private func noteAnswer(of host: String) {
        let isBack = outage.withLock { $0.answered(host, at: finder.time.elapsed) }
        if isBack || queue.withLock({ $0.hasSuspects }) { goOn() }
    }

    /// Decides whether it is the network or those hosts to which there was no way, where nobody else is left who could show it.
    private func clearSuspicion() {
        guard queue.withLock({ $0.hasOnlySuspects }) else { return }
        let witnesses = finder.witnesses
        guard !witnesses.isEmpty else { return assumeOutage() }
        let isFirst = isAskingWitnesses.withLock { isAsking in
            defer { isAsking = true }
            return !isAsking
        }
        guard isFirst else { return }
        Task.detached(priority: .userInitiated) { [weak self, finder] in
            let isThere = await finder.client.isAnyKnown(of: witnesses)
            guard let self else { return }
            isAskingWitnesses.withLock { $0 = false }
            if isThere { noteAnswer(of: "") } else { assumeOutage() }
        }
    }

    private func assumeOutage() {
        guard queue.withLock({ $0.hasOnlySuspects }) else { return }
        if let delay = outage.withLock({ $0.goAway(random: random()) }) { hold(probingAfter: delay) }
    }

    private func hold(probingAfter delay: Duration) {
        let waiting = queue.withLock { $0.hold() }
        network.isOnline = false
        for id in waiting {
            if let cover = cover(id) { wait(cover, of: id) }
        }
        Task.detached(priority: .utility) { [weak self, finder] in
            try? await finder.time.sleep(for: delay)
            self?.probe()
        }
    }

    private func probe() {
        outage.withLock { $0.beginProbe() }
        queue.withLock { $0.allowProbe() }
        startNext()
    }

    private func goOn() {
        let waiting = queue.withLock { $0.release() }
        network.isOnline = true
        finder.client.forgetDelays()
        for id in waiting {
            if let cover = cover(id) { resume(cover, of: id) }
        }
        startNext()
    }

    /// Says that a cover waits for the network, unless it has been asked for meanwhile.
    private func wait(_ cover: Cover, of id: AlbumID) {
        cover.state = .wanted
        // The network may have come back, or the cover arrived, before that was said.
        if !queue.withLock({ $0.isHeld(id) }) { resume(cover, of: id) }
    }

    private func resume(_ cover: Cover, of id: AlbumID) {
        guard cover.state == .wanted else { return }
        cover.state = .loading
        // If it has arrived between the two, it is looked for once more.
        queue.withLock { $0.requestAgain(id) }
        startNext()
    }
}
