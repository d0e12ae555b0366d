internal import SleevesNetworking

/// Which covers are wanted, which are on their way, and who goes next.
///
/// The newest request goes first, since it is what the person looks at now. A cover that everybody dismissed while it waited is not
/// fetched at all. However many views want a cover, it is fetched once.
///
/// There are two lines, so that nobody who only needs the disk waits for a slow server: here, and away, where each host has a line of its own.
///
/// - Complexity: Every call takes the same time however many are waiting, but for the number of hosts that are waited for.
struct CoverQueue {
    /// Whom a cover waits for.
    struct Host: Hashable, Sendable {
        var name: String
        /// Whether it can be reached without the network.
        var isLocal: Bool
        /// How many may ask at once.
        var limit: Int
    }

    /// Something to do.
    enum Work: Sendable {
        case here(AlbumID, CoverSize)
        case away(CoverPlan)
    }

    /// How far a cover has come.
    private enum Place {
        /// The number says which of the line's entries for this album counts: the others are left over.
        case waitingHere(Int)
        case waiting(CoverPlan, Host, Int)
        case runningHere
        case running(Host, isSlow: Bool)
    }

    /// Those who wait, the newest last. Entries that do not count any more are left in the middle, never at the end.
    private struct Line {
        var entries: [(ticket: Int, album: AlbumID)] = []
        var waiting = 0
        var running = 0

        mutating func join(_ album: AlbumID, _ ticket: Int, _ places: [AlbumID: Place]) {
            entries.append((ticket, album))
            // Takes out what is left over, once that is more than what counts; so each request pays for one such step at most.
            if entries.count > 2 * waiting + 32 { entries.removeAll { !Self.isCurrent($0, places) } }
        }

        mutating func pop(_ places: [AlbumID: Place]) -> AlbumID? {
            guard let entry = entries.popLast() else { return nil }
            waiting -= 1
            trim(places, leavingOut: entry.album)
            return entry.album
        }

        mutating func leave(_ places: [AlbumID: Place]) {
            waiting -= 1
            trim(places)
        }

        private mutating func trim(_ places: [AlbumID: Place], leavingOut album: AlbumID? = nil) {
            while let last = entries.last, last.album == album || !Self.isCurrent(last, places) { entries.removeLast() }
        }

        private static func isCurrent(_ entry: (ticket: Int, album: AlbumID), _ places: [AlbumID: Place]) -> Bool {
            switch places[entry.album] {
            case .waitingHere(let ticket), .waiting(_, _, let ticket): ticket == entry.ticket
            case .runningHere, .running, nil: false
            }
        }
    }

    private var wanted: [AlbumID: (count: Int, size: CoverSize)] = [:]
    private var places: [AlbumID: Place] = [:]
    /// What is on its way, and to be looked for once more after that.
    private var repeated: Set<AlbumID> = []
    private var here = Line()
    private var away: [Host: Line] = [:]
    private var lastTicket = 0
    private var runningAway = 0
    private var runningSlowly = 0
    private let limit: Int
    private let awayLimit: Int
    private let slowLimit: Int
    /// The hosts to which there was no way, while it is not known whether it is them or the network.
    private var suspects: Set<Host> = []
    /// Whether there is no network.
    private(set) var isHeld = false
    private var mayProbe = false
    /// How many requests are about to be made. One of them may show that there is a network.
    var expectedRequests = 0

    /// - Parameters:
    ///   - limit: How many covers may be looked for here at once.
    ///   - awayLimit: And how many away from here.
    ///   - slowLimit: How many beside them, that have taken long already.
    init(limit: Int, awayLimit: Int = 8, slowLimit: Int = 56) {
        self.limit = limit
        self.awayLimit = awayLimit
        self.slowLimit = slowLimit
    }

    /// How many are waiting; for tests of what is kept.
    var entryCount: Int { away.values.reduce(here.entries.count) { $0 + $1.entries.count } }

    // MARK: Wanting

    /// One more view wants a cover.
    ///
    /// - Parameter isHere: Whether the cover is in memory in the size that was wanted so far, so that it only has to stay there.
    mutating func request(_ album: AlbumID, size: CoverSize = .standard, isHere: Bool = false) {
        let before = wanted[album]
        let isLarger = before?.size == .standard && size == .double
        wanted[album] = ((before?.count ?? 0) + 1, before == nil || isLarger ? size : before?.size ?? size)
        if isLarger, isRunning(album) { repeated.insert(album) }
        if !isHere || isLarger { bringForward(album) }
    }

    /// A cover that a view wants has been put away by mistake, has become another one, or is to be tried again. If it is on its way, it is
    /// looked for once more after that.
    mutating func requestAgain(_ album: AlbumID) {
        guard isWanted(album) else { return }
        if isRunning(album) { repeated.insert(album) }
        if places[album] == nil { bringForward(album) }
    }

    /// One view less wants a cover.
    ///
    /// - Returns: Whether nobody wants it now.
    mutating func dismiss(_ album: AlbumID) -> Bool {
        guard let before = wanted[album] else { return false }
        guard before.count == 1 else {
            wanted[album] = (before.count - 1, before.size)
            return false
        }
        wanted[album] = nil
        repeated.remove(album)
        leaveLine(album)
        return true
    }

    /// Whether any view wants a cover.
    func isWanted(_ album: AlbumID) -> Bool {
        wanted[album] != nil
    }

    // MARK: Working

    /// What to do next, if one more may be on its way.
    mutating func takeNext() -> Work? {
        if here.running < limit, let album = here.pop(places) {
            here.running += 1
            places[album] = .runningHere
            return .here(album, wanted[album]?.size ?? .standard)
        }
        guard runningAway < awayLimit, let host = hostOfNewest(), let album = away[host]?.pop(places),
            case .waiting(var plan, _, _) = places[album]
        else { return nil }
        plan.size = wanted[album]?.size ?? plan.size
        if isHeld, !host.isLocal { mayProbe = false }
        away[host, default: Line()].running += 1
        runningAway += 1
        places[album] = .running(host, isSlow: false)
        return .away(plan)
    }

    /// What is on its way takes long: it does not keep those of other hosts waiting, unless there are too many like it.
    mutating func noteSlow(_ album: AlbumID) {
        guard case .running(let host, false) = places[album], runningSlowly < slowLimit else { return }
        runningAway -= 1
        runningSlowly += 1
        places[album] = .running(host, isSlow: true)
    }

    /// A cover that was looked for has to be looked for in another place: it waits for the host of that.
    ///
    /// - Returns: Whether anybody still wants it.
    mutating func passOn(_ plan: CoverPlan, to host: Host) -> Bool {
        stopRunning(plan.album)
        guard isWanted(plan.album) else { return false }
        if repeated.remove(plan.album) != nil {
            bringForward(plan.album)
            return true
        }
        lastTicket += 1
        places[plan.album] = .waiting(plan, host, lastTicket)
        away[host, default: Line()].waiting += 1
        away[host]?.join(plan.album, lastTicket, places)
        return true
    }

    /// A cover has arrived, or will not.
    ///
    /// - Returns: Whether anybody still wants it.
    mutating func finish(_ album: AlbumID) -> Bool {
        stopRunning(album)
        guard isWanted(album) else { return false }
        if repeated.remove(album) != nil { bringForward(album) }
        return true
    }

    // MARK: Without a network

    /// There was no way to a host. Nobody asks it, until it is known whether it is the host or the network.
    mutating func suspect(_ host: Host) {
        suspects.insert(host)
    }

    /// Whether there are suspects.
    var hasSuspects: Bool { !suspects.isEmpty }

    /// Whether there are suspects, and nobody else who could show that there is a network.
    var hasOnlySuspects: Bool {
        guard !suspects.isEmpty, expectedRequests == 0, here.running == 0, here.waiting == 0 else { return false }
        return away.allSatisfy { host, line in host.isLocal || line.running == 0 && (line.waiting == 0 || suspects.contains(host)) }
    }

    /// There is no network: nobody is asked who needs it.
    ///
    /// - Returns: Who waits for it.
    mutating func hold() -> [AlbumID] {
        isHeld = true
        mayProbe = false
        suspects = []
        return waitingForNetwork
    }

    /// One may try.
    mutating func allowProbe() {
        mayProbe = isHeld
    }

    /// There is a network again.
    ///
    /// - Returns: Who has waited for it.
    mutating func release() -> [AlbumID] {
        isHeld = false
        suspects = []
        return waitingForNetwork
    }

    /// Whether a cover waits for the network.
    func isHeld(_ album: AlbumID) -> Bool {
        guard isHeld, case .waiting(_, let host, _) = places[album] else { return false }
        return !host.isLocal
    }

    private var waitingForNetwork: [AlbumID] {
        places.compactMap { album, place in
            guard case .waiting(_, let host, _) = place, !host.isLocal else { return nil }
            return album
        }
    }

    // MARK: Lines

    private mutating func bringForward(_ album: AlbumID) {
        lastTicket += 1
        switch places[album] {
        case .runningHere, .running: return
        case .waiting(let plan, let host, _):
            places[album] = .waiting(plan, host, lastTicket)
            away[host]?.join(album, lastTicket, places)
        case .waitingHere, nil:
            if places[album] == nil { here.waiting += 1 }
            places[album] = .waitingHere(lastTicket)
            here.join(album, lastTicket, places)
        }
    }

    private mutating func leaveLine(_ album: AlbumID) {
        switch places[album] {
        case .waitingHere:
            places[album] = nil
            here.leave(places)
        case .waiting(_, let host, _):
            places[album] = nil
            away[host]?.leave(places)
            forgetIfIdle(host)
        case .runningHere, .running, nil: break
        }
    }

    private func isRunning(_ album: AlbumID) -> Bool {
        switch places[album] {
        case .runningHere, .running: true
        case .waitingHere, .waiting, nil: false
        }
    }

    private mutating func stopRunning(_ album: AlbumID) {
        switch places[album] {
        case .runningHere:
            here.running -= 1
            places[album] = nil
        case .running(let host, let isSlow):
            if isSlow { runningSlowly -= 1 } else { runningAway -= 1 }
            away[host]?.running -= 1
            places[album] = nil
            forgetIfIdle(host)
        case .waitingHere, .waiting, nil: break
        }
    }

    private mutating func forgetIfIdle(_ host: Host) {
        guard let line = away[host], line.waiting == 0, line.running == 0 else { return }
        away[host] = nil
    }

    /// The host whose newest request is the newest of all, among those that may be asked.
    private func hostOfNewest() -> Host? {
        var best: (host: Host, ticket: Int)?
        for (host, line) in away where line.running < host.limit {
            guard !isHeld || host.isLocal || mayProbe, !suspects.contains(host) else { continue }
            guard let ticket = line.entries.last?.ticket, ticket > best?.ticket ?? 0 else { continue }
            best = (host, ticket)
        }
        return best?.host
    }
}

extension CoverQueue.Host {
    init(_ service: ServiceAddress?, limit: Int) {
        let location = service.flatMap { WebLocation($0.base) }
        self.init(name: location?.host ?? "", isLocal: location?.isLocal ?? true, limit: limit)
    }
}
