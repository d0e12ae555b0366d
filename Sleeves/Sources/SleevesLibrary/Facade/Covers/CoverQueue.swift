internal import SleevesNetworking

/// Decides which covers are looked for, in which order, and what is shown meanwhile: the state machine behind ``CoverLoader``.
///
/// Each event changes the state and adds ``Action``s, which the loader performs in their order. The queue knows no disk, no network and no
/// clock, so it is tested without them.
///
/// - The newest request goes first, because it is what the person looks at now. A cover that is dismissed while it waits isn't looked for.
/// - However many views want a cover, it is looked for once, in the largest size that any of them wants.
/// - Every search begins in the library. From there it goes from host to host. Each host has a line of its own, so that nothing waits for a
///   slow server but what needs it.
/// - Without a network, covers that need one wait. One of them at a time is tried.
///
/// - Complexity: An event takes the same time however many covers wait, but for the number of hosts they wait for. Losing and regaining the
///   network are O(*n*).
struct CoverQueue {
    /// What the loader is to do.
    enum Action {
        /// Set the state of an album's cover.
        case show(CoverState, AlbumID)
        /// Perform the first step of a plan, and report it to ``end(_:of:at:)``.
        case look(CoverPlan)
        /// Stop the step that is under way for an album.
        case cancel(AlbumID)
        /// Publish whether there is a network.
        case setOnline(Bool)
        /// Find out whether the services' names are known, which shows that there is a network, and report it to ``conclude(isOnline:at:)``.
        case askWitnesses
        /// Call ``wake(_:)`` after a while.
        case wake(after: Duration, Alarm)
    }

    /// What time has come for.
    enum Alarm: Hashable, Sendable {
        /// Seeing whether the network is back.
        case probe
        /// Trying a cover again that failed.
        case retry(AlbumID)
    }

    /// How many searches may be under way at once, besides the limit of each host.
    struct Limits {
        /// In the library.
        var library = CoverHost.library.limit
        /// Away from it.
        var away = 8
        /// Beside those, searches that have taken long already.
        var slow = 56
    }

    /// All that is known of one cover. It is kept while a view wants the cover, or a step of its search is under way.
    private struct Request {
        /// How many views want it.
        var views = 0
        var size: CoverSize
        var state = CoverState.unknown
        var place: Place?
        /// Whether to begin again when the present step ends, because the cover or its size is another one by now.
        var isStale = false
    }

    /// Where a search is. A settled one has no place.
    private enum Place {
        /// In its host's line.
        case waiting(CoverPlan)
        case running(CoverHost, isSlow: Bool)
    }

    /// Failures that pass within this time are retried while somebody looks at the album.
    private static let patience = Duration.seconds(900)

    private var actions: [Action] = []
    private var requests: [AlbumID: Request] = [:]
    private var lines: [CoverHost: CoverLine] = [:]
    private var lastTicket = 0
    private var runningAway = 0
    private var runningSlowly = 0
    private let limits: Limits

    private var outage = NetworkOutage()
    /// From 0 up to 1, so that many programs do not try again together.
    private let random: @Sendable () -> Double
    /// Hosts without a way to them, while it may be the network instead.
    private var suspects: Set<CoverHost> = []
    /// Whether one cover may try the network while it is away.
    private var mayProbe = false
    private var isAskingWitnesses = false
    /// How many requests are about to be made. One of them may show that there is a network.
    private var expectedRequests = 0

    init(limits: Limits = Limits(), random: @escaping @Sendable () -> Double) {
        self.limits = limits
        self.random = random
    }

    /// Hands the actions over.
    mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    // MARK: Requests

    /// One more view wants a cover.
    mutating func request(_ album: AlbumID, size: CoverSize) {
        var request = requests[album] ?? Request(size: size)
        let isNew = request.views == 0
        let isLarger = request.size == .standard && size == .double
        request.views += 1
        if isNew || isLarger { request.size = size }
        if isLarger, case .running = request.place { request.isStale = true }
        requests[album] = request
        switch (request.place, request.state) {
        case (nil, .present) where !isLarger:
            // The album may be another object by now.
            show(request.state, album)
        case (nil, .present): enqueue(album)
        case (nil, _):
            show(.loading, album)
            enqueue(album)
        case (.waiting(let plan), _): join(plan)
        case (.running, _): if isNew { show(.loading, album) }
        }
        proceed()
    }

    /// One view less wants a cover.
    mutating func dismiss(_ album: AlbumID) {
        guard var request = requests[album], request.views > 0 else { return }
        request.views -= 1
        guard request.views == 0 else { return requests[album] = request }
        request.isStale = false
        request.state = .unknown
        requests[album] = request
        actions.append(.show(.unknown, album))
        if case .running(let host, _) = request.place {
            if host.reach != .library { actions.append(.cancel(album)) }
        } else {
            leaveLine(album)
            requests[album] = nil
        }
        proceed()
    }

    /// An album has another cover now. It is looked for if a view wants it.
    mutating func renew(_ album: AlbumID) {
        guard isWanted(album) else { return }
        show(.loading, album)
        beginAgain(album)
        proceed()
    }

    /// A request is about to be made. Until then nobody concludes that there is no network, which it may disprove.
    mutating func expectRequest() {
        expectedRequests += 1
    }

    /// The expected request has been made, or there is nothing to ask for.
    mutating func endExpectingRequest() {
        expectedRequests -= 1
        proceed()
    }

    // MARK: Steps

    /// A step has ended.
    ///
    /// - Parameter now: The time since any fixed moment.
    mutating func end(_ step: CoverStep, of plan: CoverPlan, at now: Duration) {
        let album = plan.album
        let isNetworkAway = stopRunning(album).map { note(step, from: $0, at: now) } ?? false
        defer { proceed() }
        if case .cancelled = step.outcome {
            // It may have been the one that tried.
            mayProbe = !outage.isOnline
        }
        guard isWanted(album) else { return requests[album] = nil }
        let isStale = requests[album]?.isStale == true
        requests[album]?.isStale = false
        switch step.outcome {
        case .settled(let state, let delay):
            show(state, album)
            if isStale {
                enqueue(album)
            } else if case .failed = state, let delay, delay <= Self.patience {
                actions.append(.wake(after: delay, .retry(album)))
            }
        case .cancelled: enqueue(album)
        case .next where isStale, .unreachable where isStale: enqueue(album)
        case .next(let next): pass(next)
        case .unreachable(let failure): pass(isNetworkAway ? plan : plan.failing(failure))
        }
    }

    /// A step takes long: it does not keep those of other hosts waiting, unless there are too many like it.
    mutating func noteSlow(_ album: AlbumID) {
        guard case .running(let host, false) = requests[album]?.place, runningSlowly < limits.slow else { return }
        runningAway -= 1
        runningSlowly += 1
        requests[album]?.place = .running(host, isSlow: true)
        proceed()
    }

    /// It is time for something.
    mutating func wake(_ alarm: Alarm) {
        switch alarm {
        case .probe:
            outage.beginProbe()
            mayProbe = !outage.isOnline
        case .retry(let album):
            guard let request = requests[album], request.place == nil, request.views > 0, case .failed = request.state else { return }
            show(.loading, album)
            enqueue(album)
        }
        proceed()
    }

    // MARK: The network

    /// The system says whether there is a network.
    mutating func noteAvailability(_ isAvailable: Bool) {
        if isAvailable {
            if outage.comeBack() { goOnline() }
        } else {
            goOffline()
        }
        proceed()
    }

    /// The witnesses have been asked.
    mutating func conclude(isOnline: Bool, at now: Duration) {
        isAskingWitnesses = false
        if isOnline {
            noteAnswer(of: "", at: now)
        } else if hasOnlySuspects {
            goOffline()
        }
        proceed()
    }

    /// Notes what a step tells about the network.
    ///
    /// - Returns: Whether the network is away, or may be.
    private mutating func note(_ step: CoverStep, from host: CoverHost, at now: Duration) -> Bool {
        guard host.reach == .network else { return false }
        if step.isAnswer {
            noteAnswer(of: host.name, at: now)
            return false
        }
        switch step.outcome {
        case .cancelled: return false
        case .settled where outage.isOnline, .next where outage.isOnline: return false
        case .unreachable, .settled, .next: break
        }
        switch outage.failed(host.name, at: now, random: random()) {
        case .hostIsAway: return false
        case .unclear: suspects.insert(host)
        case .networkIsAway(let delay): if let delay { hold(probingAfter: delay) }
        }
        return true
    }

    /// A host has answered, so there is a network. Suspects are asked once more, and count as away themselves if that fails.
    private mutating func noteAnswer(of host: String, at now: Duration) {
        let isBack = outage.answered(host, at: now)
        if isBack || !suspects.isEmpty { goOnline() }
    }

    private mutating func goOffline() {
        if let delay = outage.goAway(random: random()) { hold(probingAfter: delay) }
    }

    private mutating func hold(probingAfter delay: Duration) {
        mayProbe = false
        suspects = []
        actions.append(.setOnline(false))
        for album in waitingForNetwork { show(.wanted, album) }
        actions.append(.wake(after: delay, .probe))
    }

    private mutating func goOnline() {
        suspects = []
        actions.append(.setOnline(true))
        for album in waitingForNetwork where requests[album]?.state == .wanted { show(.loading, album) }
    }

    private var waitingForNetwork: [AlbumID] {
        requests.compactMap { album, request in
            if case .waiting(let plan) = request.place, plan.host.reach == .network { album } else { nil }
        }
    }

    /// Whether there are suspects, and nothing under way that could show that there is a network.
    private var hasOnlySuspects: Bool {
        guard !suspects.isEmpty, expectedRequests == 0 else { return false }
        return lines.allSatisfy { host, line in
            switch host.reach {
            case .library: line.isIdle
            case .local: true
            case .network: line.running == 0 && (line.waiting == 0 || suspects.contains(host))
            }
        }
    }

    // MARK: Going on

    /// Starts what may start now, and has doubts about the network cleared up.
    private mutating func proceed() {
        while let plan = takeNext() { actions.append(.look(plan)) }
        if !isAskingWitnesses, hasOnlySuspects {
            isAskingWitnesses = true
            actions.append(.askWitnesses)
        }
    }

    private mutating func takeNext() -> CoverPlan? {
        guard let host = hostOfNewest(), let album = lines[host]?.pop(), var request = requests[album],
            case .waiting(var plan) = request.place
        else { return nil }
        plan.size = request.size
        if host.reach != .library { runningAway += 1 }
        if host.reach == .network, !outage.isOnline { mayProbe = false }
        lines[host]?.running += 1
        request.place = .running(host, isSlow: false)
        requests[album] = request
        return plan
    }

    /// The library, or else the host whose newest request is the newest of all, among those that may be asked.
    private func hostOfNewest() -> CoverHost? {
        if let line = lines[.library], line.waiting > 0, line.running < limits.library { return .library }
        guard runningAway < limits.away else { return nil }
        var best: (host: CoverHost, ticket: Int)?
        for (host, line) in lines where host.reach != .library && line.running < host.limit {
            guard host.reach == .local || outage.isOnline || mayProbe, !suspects.contains(host) else { continue }
            guard let ticket = line.newestTicket, ticket > best?.ticket ?? 0 else { continue }
            best = (host, ticket)
        }
        return best?.host
    }

    // MARK: One request

    private func isWanted(_ album: AlbumID) -> Bool {
        requests[album].map { $0.views > 0 } ?? false
    }

    private mutating func show(_ state: CoverState, _ album: AlbumID) {
        requests[album]?.state = state
        actions.append(.show(state, album))
    }

    /// Looks for a cover from the beginning, once the step that is under way has ended.
    private mutating func beginAgain(_ album: AlbumID) {
        if case .running = requests[album]?.place {
            requests[album]?.isStale = true
        } else {
            leaveLine(album)
            enqueue(album)
        }
    }

    private mutating func enqueue(_ album: AlbumID) {
        guard let size = requests[album]?.size else { return }
        pass(CoverPlan(album, size: size))
    }

    /// Has a search go on with the first source of a plan.
    private mutating func pass(_ plan: CoverPlan) {
        join(plan)
        let isHeld = plan.host.reach == .network && !outage.isOnline
        if isHeld {
            show(.wanted, plan.album)
        } else if requests[plan.album]?.state == .wanted {
            show(.loading, plan.album)
        }
    }

    /// Puts a request at the end of its host's line, which goes first.
    private mutating func join(_ plan: CoverPlan) {
        lastTicket += 1
        requests[plan.album]?.place = .waiting(plan)
        lines[plan.host, default: CoverLine()].join(plan.album, ticket: lastTicket)
    }

    private mutating func leaveLine(_ album: AlbumID) {
        guard case .waiting(let plan) = requests[album]?.place else { return }
        requests[album]?.place = nil
        lines[plan.host]?.leave(album)
        forgetIfIdle(plan.host)
    }

    /// - Returns: The host that the step was at.
    private mutating func stopRunning(_ album: AlbumID) -> CoverHost? {
        guard case .running(let host, let isSlow) = requests[album]?.place else { return nil }
        requests[album]?.place = nil
        if isSlow { runningSlowly -= 1 } else if host.reach != .library { runningAway -= 1 }
        lines[host]?.running -= 1
        forgetIfIdle(host)
        return host
    }

    private mutating func forgetIfIdle(_ host: CoverHost) {
        if lines[host]?.isIdle == true { lines[host] = nil }
    }

    // MARK: For tests of what is left behind

    var isEmpty: Bool { requests.isEmpty && lines.isEmpty }
    var entryCount: Int { lines.values.reduce(0) { $0 + $1.entryCount } }
}
