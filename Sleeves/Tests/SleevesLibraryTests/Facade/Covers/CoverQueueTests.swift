import Testing

@testable import SleevesLibrary

@Suite("The cover queue")
struct CoverQueueTests {
    private let ids = (0..<6).map { AlbumID(digesting: ["\($0)"]) }
    private let near = CoverQueue.Host(name: "127.0.0.1", isLocal: true, limit: 2)
    private let one = CoverQueue.Host(name: "one.test", isLocal: false, limit: 2)
    private let other = CoverQueue.Host(name: "other.test", isLocal: false, limit: 1)

    private func plan(_ id: AlbumID) -> CoverPlan {
        CoverPlan(id, size: .standard, sources: [.address("https://one.test/\(id)")], losses: [])
    }

    /// Has covers looked for here in vain, the first one first, so that they wait for a host.
    private func send(_ albums: [AlbumID], to host: CoverQueue.Host, in queue: inout CoverQueue) {
        for id in albums {
            queue.request(id)
            guard case .here(id, _)? = queue.takeNext() else {
                Issue.record("the cover is not looked for here first")
                continue
            }
            #expect(queue.passOn(plan(id), to: host) == true)
        }
    }

    @Test("The newest request goes first, and no more than the limit are on their way")
    func order() {
        var queue = CoverQueue(limit: 2)
        for id in ids[..<4] { queue.request(id) }
        #expect(queue.next() == ids[3])
        #expect(queue.next() == ids[2])
        #expect(queue.next() == nil)
        #expect(queue.finish(ids[3]) == true)
        #expect(queue.next() == ids[1])
    }

    @Test("What takes long does not keep others waiting, up to a limit; its host still has no more than its own")
    func slow() {
        var queue = CoverQueue(limit: 6, awayLimit: 1, slowLimit: 1)
        send([ids[0], ids[1]], to: other, in: &queue)
        send([ids[2], ids[3]], to: one, in: &queue)
        #expect(queue.next() == ids[3])
        #expect(queue.next() == nil)
        queue.noteSlow(ids[3])
        queue.noteSlow(ids[3])
        #expect(queue.next() == ids[2])
        queue.noteSlow(ids[2])
        #expect(queue.next() == nil, "there are too many like it")
        #expect(queue.finish(ids[3]) == true)
        queue.noteSlow(ids[2])
        #expect(queue.next() == ids[1])
        #expect(queue.finish(ids[2]) == true)
        #expect(queue.finish(ids[1]) == true)
        #expect(queue.next() == ids[0])
    }

    @Test("A host to which there was no way is not asked, until another one has shown whose fault it is or nobody is left who could")
    func suspects() {
        var queue = CoverQueue(limit: 6)
        send([ids[0], ids[1]], to: one, in: &queue)
        send([ids[2]], to: other, in: &queue)
        #expect(queue.next() == ids[2])
        #expect(queue.next() == ids[1])
        queue.suspect(one)
        #expect(queue.passOn(plan(ids[1]), to: one) == true)
        #expect(queue.next() == nil)
        #expect(queue.hasSuspects && !queue.hasOnlySuspects)
        #expect(queue.finish(ids[2]) == true)
        #expect(queue.hasOnlySuspects)
        // The next request may be for a host that is there.
        queue.expectedRequests = 1
        #expect(!queue.hasOnlySuspects)
        queue.expectedRequests = 0
        #expect(queue.hasOnlySuspects)
        #expect(Set(queue.release()) == [ids[0], ids[1]])
        #expect(queue.next() == ids[1])
        #expect(!queue.hasSuspects)
    }

    @Test("Asking again brings a waiting cover to the front and fetches it once")
    func again() {
        var queue = CoverQueue(limit: 1)
        for id in [ids[0], ids[1], ids[0]] { queue.request(id) }
        #expect(queue.next() == ids[0])
        queue.request(ids[0])
        #expect(queue.finish(ids[0]) == true)
        #expect(queue.next() == ids[1])
        #expect(queue.finish(ids[1]) == true)
        #expect(queue.next() == nil)
    }

    @Test("What everybody dismissed while it waited is not fetched; what is on its way is then unwanted")
    func dismissal() {
        var queue = CoverQueue(limit: 1)
        queue.request(ids[0])
        queue.request(ids[0])
        queue.request(ids[1])
        #expect(queue.next() == ids[1])
        #expect(queue.dismiss(ids[0]) == false)
        #expect(queue.dismiss(ids[0]) == true)
        #expect(queue.dismiss(ids[0]) == false)
        #expect(queue.dismiss(ids[1]) == true)
        #expect(queue.finish(ids[1]) == false)
        #expect(queue.next() == nil)
    }

    @Test("The largest size that anybody wants is looked for, also where a smaller one is there")
    func size() {
        var queue = CoverQueue(limit: 4)
        queue.request(ids[0], size: .standard)
        queue.request(ids[0], size: .double)
        queue.request(ids[0], size: .standard)
        guard case .here(_, .double)? = queue.takeNext() else { return #expect(Bool(false), "the larger one is wanted") }
        #expect(queue.finish(ids[0]) == true)
        queue.request(ids[0], size: .double, isHere: true)
        #expect(queue.next() == nil)
        queue.request(ids[1], size: .standard)
        #expect(queue.next() == ids[1])
        #expect(queue.finish(ids[1]) == true)
        queue.request(ids[1], size: .double, isHere: true)
        #expect(queue.next() == ids[1])
    }

    @Test("A cover that is wanted larger, or has become another one, while it is on its way is looked for once more after that")
    func repetition() {
        for change in [{ $0.request(ids[0], size: .double) }, { $0.requestAgain(ids[0]) }] as [(inout CoverQueue) -> Void] {
            var queue = CoverQueue(limit: 1)
            queue.request(ids[0])
            #expect(queue.next() == ids[0])
            change(&queue)
            #expect(queue.next() == nil, "never twice at once")
            #expect(queue.finish(ids[0]) == true)
            #expect(queue.next() == ids[0])
            #expect(queue.finish(ids[0]) == true)
            #expect(queue.next() == nil)

            send([ids[1]], to: one, in: &queue)
            #expect(queue.next() == ids[1])
        }
        var queue = CoverQueue(limit: 1)
        send([ids[0]], to: one, in: &queue)
        #expect(queue.next() == ids[0])
        queue.requestAgain(ids[0])
        #expect(queue.passOn(plan(ids[0]), to: other) == true)
        guard case .here? = queue.takeNext() else { return #expect(Bool(false), "it is looked for here first") }
    }

    @Test("A host is asked for so many at once; another one, and what is here, do not wait for it")
    func hosts() {
        var queue = CoverQueue(limit: 1, awayLimit: 3)
        send([ids[0], ids[1], ids[2]], to: one, in: &queue)
        send([ids[3], ids[4]], to: other, in: &queue)
        #expect(queue.next() == ids[4])
        #expect(queue.next() == ids[2], "the other host has its one")
        #expect(queue.next() == ids[1])
        #expect(queue.next() == nil, "three are on their way")
        queue.request(ids[5])
        #expect(queue.next() == ids[5], "what is here does not wait")
        #expect(queue.finish(ids[4]) == true)
        #expect(queue.next() == ids[3])
        #expect(queue.finish(ids[1]) == true)
        #expect(queue.next() == ids[0])
    }

    @Test("A cover that waits for a host and is dismissed is not asked for; one that is asked for again goes first")
    func dismissalOfWaiting() {
        var queue = CoverQueue(limit: 1)
        send([ids[0], ids[1], ids[2]], to: near, in: &queue)
        #expect(queue.dismiss(ids[2]) == true)
        queue.request(ids[0])
        #expect(queue.next() == ids[0])
        #expect(queue.next() == ids[1])
        #expect(queue.next() == nil)
        #expect(queue.passOn(plan(ids[1]), to: one) == true)
        #expect(queue.dismiss(ids[1]) == true)
        #expect(queue.passOn(plan(ids[1]), to: one) == false)
        #expect(queue.next() == nil)
    }

    @Test("Without a network only local hosts are asked, and one other that tries")
    func hold() {
        var queue = CoverQueue(limit: 1)
        send([ids[0], ids[1]], to: one, in: &queue)
        send([ids[2]], to: near, in: &queue)
        #expect(Set(queue.hold()) == [ids[0], ids[1]])
        #expect(queue.isHeld(ids[0]) && !queue.isHeld(ids[2]))
        #expect(queue.next() == ids[2])
        #expect(queue.next() == nil)
        queue.allowProbe()
        #expect(queue.next() == ids[1])
        #expect(queue.next() == nil, "one is enough to try")
        #expect(queue.passOn(plan(ids[1]), to: one) == true)
        #expect(Set(queue.release()) == [ids[0], ids[1]])
        #expect(queue.next() == ids[1])
        #expect(queue.next() == ids[0])
    }

    @Test("Scrolling through a hundred thousand covers leaves nothing behind, and what is looked at last goes first")
    func scrolling() {
        var queue = CoverQueue(limit: 1)
        let all = (0..<100_000).map { AlbumID(rawValue: "\($0)") }
        queue.request(ids[0])
        #expect(queue.next() == ids[0], "so that all others wait")
        let visible = 12
        for index in all.indices {
            queue.request(all[index])
            if index >= visible { #expect(queue.dismiss(all[index - visible]) == true) }
            #expect(queue.entryCount <= 3 * visible + 64)
        }
        #expect(queue.finish(ids[0]) == true)
        for index in all.indices.suffix(visible).reversed() {
            #expect(queue.next() == all[index])
            #expect(queue.finish(all[index]) == true)
        }
        #expect(queue.next() == nil)
    }

    @Test("However many wait, and in whatever order they go, each call looks at few of them")
    func manyWaiting() {
        var queue = CoverQueue(limit: 1)
        let all = (0..<100_000).map { AlbumID(rawValue: "\($0)") }
        // With a look at all of them in each call this would take minutes.
        for id in all { queue.request(id) }
        for id in all { #expect(queue.dismiss(id) == true) }
        for id in all { queue.request(id) }
        for id in all.reversed() { #expect(queue.dismiss(id) == true) }
        #expect(queue.entryCount <= 64)
        #expect(queue.next() == nil)
    }
}

extension CoverQueue {
    /// The album that goes next.
    fileprivate mutating func next() -> AlbumID? {
        switch takeNext() {
        case .here(let id, _)?: id
        case .away(let plan)?: plan.album
        case nil: nil
        }
    }
}
