internal import SleevesNetworking

/// A queue of searches for covers, which decides on their order and on what is shown meanwhile: the state machine of ``CoverLoader``.
///
/// Each event changes the state and adds ``Action``s, which the loader performs in order. The queue doesn't access the disk, the network or
/// a clock, so tests don't need them.
///
/// - The newest request goes first, because the user is looking at it now. Dismissing a waiting cover cancels its search.
/// - A cover that several views want is searched for once, in the largest requested size.
/// - Every search begins in the library. From there it goes from host to host. Each host has a line of its own, so a slow server delays
///   only the covers that need it.
/// - Without a network, covers that need one wait. One of them at a time is tried.
/// - Where only the library may be searched, other covers are missing. This isn't recorded, so they are searched for once that is allowed.
///
/// - Complexity: Events are O(1) in the number of waiting covers, and O(*n*) in the number of hosts. Losing and regaining the network, and
///   a change of the sources, are O(*n*) in the number of waiting covers.
struct CoverQueue {
    /// An action for the loader.
    enum Action {
        /// Set the state of an album's cover.
        case show(CoverState, AlbumID)
        /// Perform the first step of a plan, and report its result to ``end(_:of:at:)``.
        case look(CoverPlan)
        /// Cancel the running step of an album.
        case cancel(AlbumID)
        /// Publish whether there is a network.
        case setOnline(Bool)
        /// Check whether the services' names resolve, which proves a network, and report it to ``conclude(isOnline:at:)``.
        case askWitnesses
        /// Call ``wake(_:)`` after a delay.
        case wake(after: Duration, Alarm)
    }

    /// The purpose of a delay.
    enum Alarm: Hashable, Sendable {
        /// Check whether the network is back.
        case probe
        /// Retry a failed cover.
        case retry(AlbumID)
    }

    /// The maximum numbers of concurrent searches, in addition to the limit of each host.
    struct Limits {
        /// The limit for the library.
        var library = CoverHost.library.limit
        /// The limit for other hosts.
        var away = 8
        /// The additional limit for searches that take long.
        var slow = 56
    }

    /// The state of one cover. It exists while a view wants the cover, or a step of its search is running.
    private struct Request {
        /// The number of views that want the cover.
        var views = 0
        var size: CoverSize
        var state = CoverState.unknown
        var place: Place?
        /// Whether to start over when the current step ends, because the cover or its size has changed.
        var isStale = false
    }

    /// The place of a search. A settled one has none.
    private enum Place {
        /// In its host's line.
        case waiting(CoverPlan)
        case running(CoverHost, isSlow: Bool)
    }

    /// Temporary failures that pass within this time are retried while a view shows the album.
    private static let patience = Duration.seconds(900)

    private var actions: [Action] = []
    private var requests: [AlbumID: Request] = [:]
    private var lines: [CoverHost: CoverLine] = [:]
    private var lastTicket = 0
    private var runningAway = 0
    private var runningSlowly = 0
    private let limits: Limits
    /// Whether hosts other than the library may be asked.
    private var isAllowed: Bool

    private var outage = NetworkOutage()
    /// Returns a random number from 0 up to 1, so that programs don't retry in step.
    private let random: @Sendable () -> Double
    /// Unreachable hosts, while the network may be the cause instead.
    private var suspects: Set<CoverHost> = []
    /// Whether one cover may try the network while it is away.
    private var mayProbe = false
    private var isAskingWitnesses = false
    /// The number of expected requests. One of them may prove that there is a network.
    private var expectedRequests = 0

    init(limits: Limits = Limits(), isAllowed: Bool = true, random: @escaping @Sendable () -> Double) {
        self.limits = limits
        self.isAllowed = isAllowed
        self.random = random
    }

    /// Removes and returns the actions.
    mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    // MARK: Requests

    /// Registers that one more view wants a cover.
    mutating func request(_ album: AlbumID, size: CoverSize) {
        var request = requests[album] ?? Request(size: size)
        let isNew = request.views == 0
        let isLarger = size > request.size
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

    /// Registers that one view less wants a cover.
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

    /// Restarts the search after an album's cover has changed, if a view wants it.
    mutating func renew(_ album: AlbumID) {
        guard isWanted(album) else { return }
        show(.loading, album)
        if case .running = requests[album]?.place {
            requests[album]?.isStale = true
        } else {
            leaveLine(album)
            enqueue(album)
        }
        proceed()
    }

    /// Handles a change of the sources beyond the library, or of the permission to ask them. Searches begin again, also those that found
    /// nothing.
    mutating func changeSources(isAllowed: Bool) {
        self.isAllowed = isAllowed
        if !isAllowed { suspects = [] }
        for (album, request) in requests where request.views > 0 {
            switch (request.place, request.state) {
            case (.running(let host, _), _):
                requests[album]?.isStale = true
                if !isAllowed, host.reach != .library { actions.append(.cancel(album)) }
            case (.waiting(let plan), _):
                if plan.host.reach == .library { continue }
                leaveLine(album)
                enqueue(album)
            case (nil, .missing), (nil, .failed):
                show(.loading, album)
                enqueue(album)
            case (nil, _): break
            }
        }
        proceed()
    }

    /// Registers an expected request. Until it arrives, the queue doesn't conclude that there is no network, because the request may prove
    /// otherwise.
    mutating func expectRequest() {
        expectedRequests += 1
    }

    /// Registers that the expected request has arrived, or isn't needed.
    mutating func endExpectingRequest() {
        expectedRequests -= 1
        proceed()
    }

    // MARK: Steps

    /// Ends a step.
    ///
    /// - Parameter now: The time since any fixed moment.
    mutating func end(_ step: CoverStep, of plan: CoverPlan, at now: Duration) {
        let album = plan.album
        let isNetworkAway = stopRunning(album).map { note(step, from: $0, at: now) } ?? false
        defer { proceed() }
        if case .cancelled = step.outcome {
            // This cover may have been the one that tried.
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

    /// Marks a step as slow, so that it no longer blocks steps of other hosts, unless too many are slow.
    mutating func noteSlow(_ album: AlbumID) {
        guard case .running(let host, false) = requests[album]?.place, runningSlowly < limits.slow else { return }
        runningAway -= 1
        runningSlowly += 1
        requests[album]?.place = .running(host, isSlow: true)
        proceed()
    }

    /// Handles the end of a delay.
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

    /// Handles the system's report on whether there is a network.
    mutating func noteAvailability(_ isAvailable: Bool) {
        if isAvailable {
            if outage.comeBack() { goOnline() }
        } else {
            goOffline()
        }
        proceed()
    }

    /// Handles the result of ``Action/askWitnesses``.
    mutating func conclude(isOnline: Bool, at now: Duration) {
        isAskingWitnesses = false
        if isOnline {
            noteAnswer(of: "", at: now)
        } else if hasOnlySuspects {
            goOffline()
        }
        proceed()
    }

    /// Updates the state of the network after a step.
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

    /// Handles a host's response, which proves that there is a network. Suspects get another request, and count as unreachable themselves
    /// if that fails.
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

    /// Whether there are suspects, and no running step could prove that there is a network.
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

    // MARK: Proceeding

    /// Starts the searches that may run now, and checks the network if it is in doubt.
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

    /// Returns the library, or else the available host with the newest request.
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

    private mutating func enqueue(_ album: AlbumID) {
        guard let size = requests[album]?.size else { return }
        pass(CoverPlan(album, size: size))
    }

    /// Continues a search with the first request of a plan.
    private mutating func pass(_ plan: CoverPlan) {
        guard isAllowed || plan.host.reach == .library else { return show(plan.stateSoFar, plan.album) }
        join(plan)
        let isHeld = plan.host.reach == .network && !outage.isOnline
        if isHeld {
            show(.wanted, plan.album)
        } else if requests[plan.album]?.state == .wanted {
            show(.loading, plan.album)
        }
    }

    /// Appends a request to its host's line. The end of the line goes first.
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

    /// - Returns: The host of the step.
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

    // MARK: For tests of leftovers

    var isEmpty: Bool { requests.isEmpty && lines.isEmpty }
    var entryCount: Int { lines.values.reduce(0) { $0 + $1.entryCount } }
}
