import Foundation
import Testing

@testable import SleevesLibrary

@Suite("The cover queue")
struct CoverQueueTests {
    private let ids = (0..<6).map { AlbumID(digesting: ["\($0)"]) }
    private let near = CoverHost(name: "127.0.0.1", reach: .local, limit: 2)
    private let one = CoverHost(name: "one.test", reach: .network, limit: 2)
    private let other = CoverHost(name: "other.test", reach: .network, limit: 1)
    private let image = CoverImage(width: 1, height: 1, pixels: [1, 2, 3, 255])

    private var present: CoverState { .present(image) }

    // MARK: Order

    @Test("The newest request goes first, and no more than the limit are under way")
    func order() {
        var queue = DrivenQueue(library: 2)
        #expect(queue.request(ids[0]) == [ids[0]])
        #expect(queue.request(ids[1]) == [ids[1]])
        #expect(queue.request(ids[2]) == [])
        #expect(queue.request(ids[3]) == [])
        #expect(queue.settle(ids[0]) == [ids[3]])
        #expect(queue.settle(ids[3]) == [ids[2]])
    }

    @Test("Requesting again brings a waiting cover to the front, and looks for it once")
    func again() {
        var queue = DrivenQueue(library: 1)
        #expect(queue.request(ids[2]) == [ids[2]])
        for id in [ids[0], ids[1], ids[0]] { #expect(queue.request(id) == []) }
        #expect(queue.settle(ids[2]) == [ids[0]])
        #expect(queue.request(ids[0]) == [])
        #expect(queue.settle(ids[0]) == [ids[1]])
        #expect(queue.settle(ids[1]) == [])
    }

    @Test("A cover that everybody dismissed while it waited isn't looked for")
    func dismissal() {
        var queue = DrivenQueue(library: 1)
        #expect(queue.request(ids[1]) == [ids[1]])
        #expect(queue.request(ids[0]) == [])
        #expect(queue.request(ids[0]) == [])
        #expect(queue.dismiss(ids[0]) == [])
        #expect(queue.states[ids[0]] == .loading)
        #expect(queue.dismiss(ids[0]) == [])
        #expect(queue.states[ids[0]] == .unknown)
        #expect(queue.dismiss(ids[0]) == [])
        #expect(queue.settle(ids[1]) == [])
    }

    @Test("A step in the library that nobody wants any more ends unseen; one away from it is cancelled")
    func unwanted() {
        var queue = DrivenQueue()
        queue.request(ids[0])
        queue.dismiss(ids[0])
        #expect(queue.cancelled == [])
        queue.settle(ids[0], present)
        #expect(queue.states[ids[0]] == .unknown)
        queue.send([ids[1]], to: one)
        queue.dismiss(ids[1])
        #expect(queue.cancelled == [ids[1]])
        #expect(queue.request(ids[1]) == [], "the step that was cancelled has not ended")
        #expect(queue.states[ids[1]] == .loading)
        #expect(queue.end(ids[1], .cancelled) == [ids[1]])
        #expect(queue.running[ids[1]]?.host == .library)
    }

    // MARK: Permission

    @Test("Where only the library may be searched, other covers are missing at once, and are searched for as soon as it is allowed")
    func permission() {
        var queue = DrivenQueue(isAllowed: false)
        for host in [near, one] {
            queue.request(ids[0])
            #expect(queue.end(ids[0], .next(queue.plan(ids[0], at: host))) == [])
            #expect(queue.states[ids[0]] == .missing)
            queue.dismiss(ids[0])
        }
        queue.request(ids[0])
        queue.settle(ids[0], present)
        queue.request(ids[1])
        var plan = queue.plan(ids[1], at: one)
        plan.failures = [LookupFailure(outcome: .unusable, reason: "damaged")]
        queue.end(ids[1], .next(plan))
        #expect(queue.states[ids[1]] == .failed("damaged"))

        #expect(queue.changeSources(isAllowed: true) == [ids[1]], "the one that is there isn't searched for again")
        #expect(queue.states[ids[1]] == .loading)
        #expect(queue.end(ids[1], .next(queue.plan(ids[1], at: one))) == [ids[1]])
        queue.settle(ids[1], present, isAnswer: true)
        for id in ids[0...1] { queue.dismiss(id) }
        #expect(queue.queue.isEmpty)
    }

    @Test("When permission is withdrawn, waiting searches end as missing, running ones are cancelled, and none asks for witnesses")
    func withdrawal() {
        var queue = DrivenQueue()
        #expect(queue.send([ids[0], ids[1]], to: other) == [ids[0]])
        queue.fail(queue.send([ids[2]], to: one)[0])
        queue.changeSources(isAllowed: false)
        #expect(queue.cancelled == [ids[0]])
        // Those that waited are searched for in the library once more.
        for id in [ids[1], ids[2]] { queue.end(id, .next(queue.plan(id, at: other))) }
        #expect(queue.end(ids[0], .cancelled) == [ids[0]])
        queue.end(ids[0], .next(queue.plan(ids[0], at: other)))
        #expect(ids[0...2].allSatisfy { queue.states[$0] == .missing })
        #expect(queue.running.isEmpty && queue.witnessesAsked == 0)
        for id in ids[0...2] { queue.dismiss(id) }
        #expect(queue.queue.isEmpty)
    }

    @Test("A change of the services has searches begin again, once a running step has ended")
    func otherServices() {
        var queue = DrivenQueue()
        queue.send([ids[0]], to: one)
        queue.request(ids[1])
        queue.settle(ids[1])
        #expect(queue.changeSources(isAllowed: true) == [ids[1]])
        #expect(queue.cancelled == [])
        #expect(queue.settle(ids[0], isAnswer: true) == [ids[0]])
        #expect(queue.running[ids[0]]?.host == .library)
    }

    // MARK: States

    @Test("A cover is loading, then settled, and unknown when it is dismissed")
    func states() {
        for (state, retry) in [(present, nil), (.missing, nil), (.failed("why"), Duration.seconds(60))] as [(CoverState, Duration?)] {
            var queue = DrivenQueue()
            queue.request(ids[0])
            #expect(queue.states[ids[0]] == .loading)
            queue.end(ids[0], .settled(state, retryIn: retry))
            #expect(queue.states[ids[0]] == state)
            #expect(queue.alarms.map(\.alarm) == (retry == nil ? [] : [.retry(ids[0])]))
            queue.dismiss(ids[0])
            #expect(queue.states[ids[0]] == .unknown)
        }
    }

    @Test("A second view that wants a cover which is there is shown it; one that wants a settled failure has it looked for again")
    func secondView() {
        var queue = DrivenQueue()
        queue.request(ids[0])
        queue.settle(ids[0], present)
        queue.states = [:]
        #expect(queue.request(ids[0]) == [])
        #expect(queue.states[ids[0]] == present)
        queue.request(ids[1])
        queue.settle(ids[1], .missing)
        #expect(queue.request(ids[1]) == [ids[1]])
        #expect(queue.states[ids[1]] == .loading)
    }

    @Test("A failure that soon passes is retried while somebody looks; a later one and one that nobody looks at are not")
    func retries() {
        var queue = DrivenQueue()
        queue.request(ids[0])
        queue.end(ids[0], .settled(.failed("why"), retryIn: .seconds(60)))
        #expect(queue.wake(.retry(ids[0])) == [ids[0]])
        #expect(queue.states[ids[0]] == .loading)
        queue.end(ids[0], .settled(.failed("why"), retryIn: .seconds(60)))
        queue.dismiss(ids[0])
        #expect(queue.wake(.retry(ids[0])) == [])
        queue.request(ids[1])
        queue.end(ids[1], .settled(.failed("why"), retryIn: .seconds(3_600)))
        #expect(!queue.alarms.contains { $0.alarm == .retry(ids[1]) })
    }

    @Test("The largest requested size is fetched, even if a smaller one is stored")
    func size() {
        var queue = DrivenQueue(library: 1)
        queue.request(ids[5])
        for size in [CoverSize.standard, .double, .standard] { #expect(queue.request(ids[0], size: size) == []) }
        #expect(queue.settle(ids[5]) == [ids[0]])
        #expect(queue.running[ids[0]]?.size == .double)
        queue.settle(ids[0], present)
        #expect(queue.request(ids[0], size: .double) == [])
        #expect(queue.request(ids[1], size: .standard) == [ids[1]])
        queue.settle(ids[1], present)
        #expect(queue.request(ids[1], size: .double) == [ids[1]])
        #expect(queue.states[ids[1]] == present, "the smaller one is shown meanwhile")
    }

    @Test("A cover that is wanted larger, or has become another one, while a step is under way is looked for once more after that")
    func repetition() {
        for change in [{ $0.request(ids[0], size: .double) }, { $0.renew(ids[0]) }] as [(inout DrivenQueue) -> [AlbumID]] {
            var queue = DrivenQueue()
            queue.request(ids[0])
            #expect(change(&queue) == [], "never twice at once")
            #expect(queue.settle(ids[0]) == [ids[0]])
            #expect(queue.settle(ids[0]) == [])
        }
        var queue = DrivenQueue()
        queue.send([ids[0]], to: one)
        queue.renew(ids[0])
        let plan = queue.plan(ids[0], at: other)
        #expect(queue.end(ids[0], .next(plan)) == [ids[0]])
        #expect(queue.running[ids[0]]?.host == .library, "from the beginning")
    }

    @Test("A cover that became another one while it waited for a host is looked for in the library first")
    func renewalOfWaiting() {
        var queue = DrivenQueue()
        queue.noteAvailability(false)
        queue.send([ids[0]], to: one)
        #expect(queue.states[ids[0]] == .wanted)
        #expect(queue.renew(ids[0]) == [ids[0]])
        #expect(queue.running[ids[0]]?.host == .library)
        #expect(queue.renew(ids[1]) == [], "nobody wants that one")
    }

    // MARK: Hosts

    @Test("A host is asked for so many at once; another one, and the library, do not wait for it")
    func hosts() {
        var queue = DrivenQueue(library: 1, away: 3)
        #expect(queue.send([ids[0], ids[1], ids[2]], to: one) == [ids[0], ids[1]], "the host has its two")
        #expect(queue.send([ids[3], ids[4]], to: other) == [ids[3]], "three are under way")
        #expect(queue.request(ids[5]) == [ids[5]])
        #expect(queue.settle(ids[3]) == [ids[4]])
        #expect(queue.settle(ids[1]) == [ids[2]])
    }

    @Test("What takes long does not keep others waiting, up to a limit; its host still has no more than its own")
    func slow() {
        var queue = DrivenQueue(library: 6, away: 1, slow: 1)
        #expect(queue.send([ids[0], ids[1]], to: other) == [ids[0]])
        #expect(queue.send([ids[2], ids[3]], to: one) == [])
        #expect(queue.noteSlow(ids[0]) == [ids[3]], "the other host has its one")
        #expect(queue.noteSlow(ids[0]) == [])
        #expect(queue.noteSlow(ids[3]) == [], "there are too many like it")
        #expect(queue.settle(ids[0]) == [])
        #expect(queue.noteSlow(ids[3]) == [ids[2]], "the newest that may")
    }

    @Test("A cover that waits for a host and is dismissed is not asked for; one that is requested again goes first")
    func dismissalOfWaiting() {
        var queue = DrivenQueue(away: 1)
        queue.send([ids[5]], to: one)
        queue.send([ids[0], ids[1], ids[2]], to: near)
        queue.dismiss(ids[2])
        queue.request(ids[0])
        #expect(queue.settle(ids[5]) == [ids[0]])
        #expect(queue.settle(ids[0]) == [ids[1]])
        queue.dismiss(ids[1])
        #expect(queue.end(ids[1], .next(queue.plan(ids[1], at: one))) == [])
    }

    // MARK: The network

    @Test("A host without a way to it is not asked again, until another one has shown whose fault it is")
    func suspects() {
        var queue = DrivenQueue()
        queue.send([ids[0], ids[1]], to: one)
        queue.send([ids[2]], to: other)
        #expect(queue.fail(ids[0]) == [])
        #expect(queue.states[ids[0]] == .loading)
        #expect(queue.settle(ids[2], present, isAnswer: true) == [ids[0]])
        #expect(queue.witnessesAsked == 0)
        #expect(queue.fail(ids[0]) == [ids[0]], "it is the host: the search goes on without it")
        #expect(queue.running[ids[0]]?.requests == [])
        #expect(queue.running[ids[0]]?.failures == [DrivenQueue.failure])
        #expect(queue.online == [true])
    }

    @Test("Where nobody is left who could show it, the services' names do")
    func witnesses() {
        for isThere in [true, false] {
            var queue = DrivenQueue()
            queue.send([ids[0]], to: one)
            queue.fail(ids[0])
            #expect(queue.witnessesAsked == 1)
            #expect(queue.conclude(isOnline: isThere) == (isThere ? [ids[0]] : []))
            #expect(queue.states[ids[0]] == (isThere ? .loading : .wanted))
            #expect(queue.online == [isThere])
        }
    }

    @Test("A request that is about to be made may show that there is a network, so nothing is concluded before")
    func expectedRequests() {
        var queue = DrivenQueue()
        queue.expectRequest()
        queue.send([ids[0]], to: one)
        queue.fail(ids[0])
        #expect(queue.witnessesAsked == 0)
        queue.endExpectingRequest()
        #expect(queue.witnessesAsked == 1)
    }

    @Test("Without a network, only local hosts and one probe are requested")
    func hold() {
        var queue = DrivenQueue(away: 1)
        queue.send([ids[5]], to: near)
        queue.send([ids[0], ids[1]], to: one)
        queue.send([ids[2]], to: near)
        queue.noteAvailability(false)
        #expect(queue.online == [false])
        #expect([0, 1, 2].map { queue.states[ids[$0]] } == [.wanted, .wanted, .loading])
        #expect(queue.alarms.map(\.alarm) == [.probe])
        #expect(queue.settle(ids[5]) == [ids[2]])
        #expect(queue.settle(ids[2]) == [])
        #expect(queue.wake(.probe) == [ids[1]])
        #expect(queue.fail(ids[1]) == [], "one is enough to try")
        #expect(queue.states[ids[1]] == .wanted)
        #expect(queue.alarms.map(\.alarm) == [.probe, .probe], "longer each time")
        #expect(queue.alarms[1].delay > queue.alarms[0].delay)
        #expect(queue.wake(.probe) == [ids[1]])
        #expect(queue.settle(ids[1], present, isAnswer: true) == [ids[0]])
        #expect(queue.online == [false, false, true])
        #expect(queue.states[ids[0]] == .loading)
    }

    @Test("A probe that is dismissed leaves its turn to another one")
    func dismissedProbe() {
        var queue = DrivenQueue()
        queue.noteAvailability(false)
        queue.send([ids[0], ids[1]], to: one)
        #expect(queue.wake(.probe) == [ids[1]])
        queue.dismiss(ids[1])
        #expect(queue.end(ids[1], .cancelled) == [ids[0]])
    }

    @Test("The system says that the network is back")
    func availability() {
        var queue = DrivenQueue()
        queue.noteAvailability(false)
        queue.noteAvailability(false)
        queue.send([ids[0]], to: one)
        #expect(queue.noteAvailability(true) == [ids[0]])
        #expect(queue.noteAvailability(true) == [])
        #expect(queue.online == [false, true])
    }

    // MARK: Many

    @Test("Scrolling through thousands of covers leaves nothing behind, and what is looked at last goes first")
    func scrolling() {
        var queue = DrivenQueue(library: 1)
        let all = (0..<4_000).map { AlbumID(rawValue: "\($0)") }
        queue.request(ids[0])
        let visible = 12
        for index in all.indices {
            queue.request(all[index])
            if index >= visible { queue.dismiss(all[index - visible]) }
            #expect(queue.queue.entryCount <= 3 * visible + 64)
        }
        #expect(queue.settle(ids[0]) == [all[all.count - 1]])
        for index in all.indices.suffix(visible).dropFirst().reversed() { #expect(queue.settle(all[index]) == [all[index - 1]]) }
    }

    @Test("Each call examines few of the waiting covers, whatever their number and order")
    func manyWaiting() {
        var queue = DrivenQueue(library: 1)
        queue.request(ids[0])
        let all = (0..<4_000).map { AlbumID(rawValue: "\($0)") }
        for id in all { queue.request(id) }
        for id in all { queue.dismiss(id) }
        for id in all { queue.request(id) }
        for id in all.reversed() { queue.dismiss(id) }
        #expect(queue.queue.entryCount <= 64)
        #expect(queue.settle(ids[0]) == [])
    }

    /// The number of histories to try: `SLEEVES_QUEUE_HISTORIES=1000` after a change of the queue.
    private static let histories = ProcessInfo.processInfo.environment["SLEEVES_QUEUE_HISTORIES"].flatMap(UInt64.init) ?? 30

    @Test(
        "Whatever happens in whatever order, limits hold, states follow, and nothing is left at the end",
        arguments: 0..<histories)
    func randomHistories(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var queue = DrivenQueue(library: 2, away: 3, slow: 2)
        var views: [AlbumID: Int] = [:]
        var isOnline = true
        for _ in 0..<400 {
            let id = ids.randomElement(using: &generator)!
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...2:
                queue.request(id, size: Bool.random(using: &generator) ? .double : .standard)
                views[id, default: 0] += 1
            case 3, 4:
                queue.dismiss(id)
                views[id] = views[id].flatMap { $0 > 1 ? $0 - 1 : nil }
            case 5: queue.renew(id)
            case 6:
                isOnline.toggle()
                queue.noteAvailability(isOnline)
            case 7: queue.wake(.probe)
            default:
                guard let plan = queue.running.values.sorted(by: { $0.album.rawValue < $1.album.rawValue }).randomElement(using: &generator)
                else { continue }
                let host = [near, one, other].randomElement(using: &generator)!
                let outcomes: [CoverStep.Outcome] = [
                    .settled(present), .settled(.missing), .next(queue.plan(plan.album, at: host)), .cancelled,
                    plan.host.reach == .library ? .settled(.missing) : .unreachable(DrivenQueue.failure),
                ]
                queue.end(plan.album, outcomes.randomElement(using: &generator)!, isAnswer: Bool.random(using: &generator))
                if queue.witnessesAsked > 0 { queue.conclude(isOnline: Bool.random(using: &generator)) }
                isOnline = queue.online.last ?? true
            }
            let hosts = Dictionary(grouping: queue.running.values, by: \.host).mapValues(\.count)
            #expect(hosts[.library, default: 0] <= 2)
            #expect(hosts.allSatisfy { $0.key.reach == .library || $0.value <= $0.key.limit })
            #expect(hosts.filter { $0.key.reach != .library }.values.reduce(0, +) <= 3)
            for id in ids { #expect((queue.states[id, default: .unknown] == .unknown) == (views[id] == nil)) }
        }
        queue.noteAvailability(true)
        while queue.witnessesAsked > 0 || !queue.running.isEmpty {
            if queue.witnessesAsked > 0 { queue.conclude(isOnline: true) }
            if let plan = queue.running.values.first { queue.settle(plan.album, present, isAnswer: true) }
        }
        for id in ids where views[id] != nil { #expect(queue.states[id] != .loading && queue.states[id] != .wanted, "\(id) was forgotten") }
        for (id, count) in views { for _ in 0..<count { queue.dismiss(id) } }
        #expect(queue.queue.isEmpty)
    }
}

/// A queue whose actions are noted.
private struct DrivenQueue {
    static let failure = LookupFailure(outcome: .temporary, reason: "there is no way to it")

    var queue: CoverQueue
    /// The steps that were started and have not ended.
    var running: [AlbumID: CoverPlan] = [:]
    /// The cover that is shown of each album.
    var states: [AlbumID: CoverState] = [:]
    var cancelled: [AlbumID] = []
    var online: [Bool] = []
    var witnessesAsked = 0
    var alarms: [(delay: Duration, alarm: CoverQueue.Alarm)] = []

    init(library: Int = 4, away: Int = 8, slow: Int = 56, isAllowed: Bool = true) {
        queue = CoverQueue(limits: CoverQueue.Limits(library: library, away: away, slow: slow), isAllowed: isAllowed) { 0.5 }
    }

    func plan(_ id: AlbumID, at host: CoverHost) -> CoverPlan {
        CoverPlan(id, size: .standard, requests: [CoverRequest(kind: .picture("https://\(host.name)/\(id)"), host: host)])
    }

    // Each event returns the albums for which a step was started, in order.

    @discardableResult
    mutating func request(_ id: AlbumID, size: CoverSize = .standard) -> [AlbumID] { update { $0.request(id, size: size) } }

    @discardableResult
    mutating func dismiss(_ id: AlbumID) -> [AlbumID] { update { $0.dismiss(id) } }

    @discardableResult
    mutating func renew(_ id: AlbumID) -> [AlbumID] { update { $0.renew(id) } }

    @discardableResult
    mutating func changeSources(isAllowed: Bool) -> [AlbumID] { update { $0.changeSources(isAllowed: isAllowed) } }

    @discardableResult
    mutating func noteSlow(_ id: AlbumID) -> [AlbumID] { update { $0.noteSlow(id) } }

    @discardableResult
    mutating func wake(_ alarm: CoverQueue.Alarm) -> [AlbumID] { update { $0.wake(alarm) } }

    @discardableResult
    mutating func noteAvailability(_ isAvailable: Bool) -> [AlbumID] { update { $0.noteAvailability(isAvailable) } }

    @discardableResult
    mutating func conclude(isOnline: Bool) -> [AlbumID] {
        witnessesAsked -= 1
        return update { $0.conclude(isOnline: isOnline, at: .zero) }
    }

    mutating func expectRequest() { _ = update { $0.expectRequest() } }

    mutating func endExpectingRequest() { _ = update { $0.endExpectingRequest() } }

    @discardableResult
    mutating func end(_ id: AlbumID, _ outcome: CoverStep.Outcome, isAnswer: Bool = false) -> [AlbumID] {
        guard let plan = running.removeValue(forKey: id) else {
            Issue.record("no step is under way for \(id)")
            return []
        }
        return update { $0.end(CoverStep(outcome: outcome, isAnswer: isAnswer), of: plan, at: .zero) }
    }

    @discardableResult
    mutating func settle(_ id: AlbumID, _ state: CoverState = .missing, isAnswer: Bool = false) -> [AlbumID] {
        end(id, .settled(state), isAnswer: isAnswer)
    }

    @discardableResult
    mutating func fail(_ id: AlbumID) -> [AlbumID] { end(id, .unreachable(Self.failure)) }

    /// Looks for covers in the library in vain, the first one first, so that they go to a host.
    ///
    /// - Returns: Those for which a step was started there.
    @discardableResult
    mutating func send(_ albums: [AlbumID], to host: CoverHost) -> [AlbumID] {
        albums.flatMap { id in
            #expect(request(id) == [id], "the cover is looked for in the library first")
            return end(id, .next(plan(id, at: host)))
        }
    }

    private mutating func update(_ event: (inout CoverQueue) -> Void) -> [AlbumID] {
        event(&queue)
        var started: [AlbumID] = []
        for action in queue.takeActions() {
            switch action {
            case .show(let state, let id): states[id] = state
            case .look(let plan):
                #expect(running.updateValue(plan, forKey: plan.album) == nil, "never twice at once")
                started.append(plan.album)
            case .cancel(let id): cancelled.append(id)
            case .setOnline(let isOnline): online.append(isOnline)
            case .askWitnesses: witnessesAsked += 1
            case .wake(let delay, let alarm): alarms.append((delay, alarm))
            }
        }
        return started
    }
}
