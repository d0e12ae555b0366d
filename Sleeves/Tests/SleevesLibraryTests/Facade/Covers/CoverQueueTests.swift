import Testing

@testable import SleevesLibrary

@Suite("The cover desk")
struct CoverDeskTests {
    private let ids = (0..<6).map { AlbumID(digesting: ["\($0)"]) }
    private let near = CoverDesk.Host(name: "127.0.0.1", isLocal: true, limit: 2)
    private let one = CoverDesk.Host(name: "one.test", isLocal: false, limit: 2)
    private let other = CoverDesk.Host(name: "other.test", isLocal: false, limit: 1)

    private func plan(_ id: AlbumID) -> CoverPlan {
        CoverPlan(id, size: .standard, sources: [.address("https://one.test/\(id)")], losses: [])
    }

    /// Has covers looked for here in vain, the first one first, so that they wait for a host.
    private func send(_ albums: [AlbumID], to host: CoverDesk.Host, in desk: inout CoverDesk) {
        for id in albums {
            desk.request(id)
            guard case .here(id, _)? = desk.takeNext() else {
                Issue.record("the cover is not looked for here first")
                continue
            }
            #expect(desk.passOn(plan(id), to: host) == true)
        }
    }

    @Test("The newest request goes first, and no more than the limit are on their way")
    func order() {
        var desk = CoverDesk(limit: 2)
        for id in ids[..<4] { desk.request(id) }
        #expect(desk.next() == ids[3])
        #expect(desk.next() == ids[2])
        #expect(desk.next() == nil)
        #expect(desk.finish(ids[3]) == true)
        #expect(desk.next() == ids[1])
    }

    @Test("What takes long does not keep others waiting, up to a limit; its host still has no more than its own")
    func slow() {
        var desk = CoverDesk(limit: 6, awayLimit: 1, slowLimit: 1)
        send([ids[0], ids[1]], to: other, in: &desk)
        send([ids[2], ids[3]], to: one, in: &desk)
        #expect(desk.next() == ids[3])
        #expect(desk.next() == nil)
        desk.noteSlow(ids[3])
        desk.noteSlow(ids[3])
        #expect(desk.next() == ids[2])
        desk.noteSlow(ids[2])
        #expect(desk.next() == nil, "there are too many like it")
        #expect(desk.finish(ids[3]) == true)
        desk.noteSlow(ids[2])
        #expect(desk.next() == ids[1])
        #expect(desk.finish(ids[2]) == true)
        #expect(desk.finish(ids[1]) == true)
        #expect(desk.next() == ids[0])
    }

    @Test("A host to which there was no way is not asked, until another one has shown whose fault it is or nobody is left who could")
    func suspects() {
        var desk = CoverDesk(limit: 6)
        send([ids[0], ids[1]], to: one, in: &desk)
        send([ids[2]], to: other, in: &desk)
        #expect(desk.next() == ids[2])
        #expect(desk.next() == ids[1])
        desk.suspect(one)
        #expect(desk.passOn(plan(ids[1]), to: one) == true)
        #expect(desk.next() == nil)
        #expect(desk.hasSuspects && !desk.hasOnlySuspects)
        #expect(desk.finish(ids[2]) == true)
        #expect(desk.hasOnlySuspects)
        // The next request may be for a host that is there.
        desk.expectedRequests = 1
        #expect(!desk.hasOnlySuspects)
        desk.expectedRequests = 0
        #expect(desk.hasOnlySuspects)
        #expect(Set(desk.release()) == [ids[0], ids[1]])
        #expect(desk.next() == ids[1])
        #expect(!desk.hasSuspects)
    }

    @Test("Asking again brings a waiting cover to the front and fetches it once")
    func again() {
        var desk = CoverDesk(limit: 1)
        for id in [ids[0], ids[1], ids[0]] { desk.request(id) }
        #expect(desk.next() == ids[0])
        desk.request(ids[0])
        #expect(desk.finish(ids[0]) == true)
        #expect(desk.next() == ids[1])
        #expect(desk.finish(ids[1]) == true)
        #expect(desk.next() == nil)
    }

    @Test("What everybody dismissed while it waited is not fetched; what is on its way is then unwanted")
    func dismissal() {
        var desk = CoverDesk(limit: 1)
        desk.request(ids[0])
        desk.request(ids[0])
        desk.request(ids[1])
        #expect(desk.next() == ids[1])
        #expect(desk.dismiss(ids[0]) == false)
        #expect(desk.dismiss(ids[0]) == true)
        #expect(desk.dismiss(ids[0]) == false)
        #expect(desk.dismiss(ids[1]) == true)
        #expect(desk.finish(ids[1]) == false)
        #expect(desk.next() == nil)
    }

    @Test("The largest size that anybody wants is looked for, also where a smaller one is there")
    func size() {
        var desk = CoverDesk(limit: 4)
        desk.request(ids[0], size: .standard)
        desk.request(ids[0], size: .double)
        desk.request(ids[0], size: .standard)
        guard case .here(_, .double)? = desk.takeNext() else { return #expect(Bool(false), "the larger one is wanted") }
        #expect(desk.finish(ids[0]) == true)
        desk.request(ids[0], size: .double, isHere: true)
        #expect(desk.next() == nil)
        desk.request(ids[1], size: .standard)
        #expect(desk.next() == ids[1])
        #expect(desk.finish(ids[1]) == true)
        desk.request(ids[1], size: .double, isHere: true)
        #expect(desk.next() == ids[1])
    }

    @Test("A cover that is wanted larger, or has become another one, while it is on its way is looked for once more after that")
    func repetition() {
        for change in [{ $0.request(ids[0], size: .double) }, { $0.requestAgain(ids[0]) }] as [(inout CoverDesk) -> Void] {
            var desk = CoverDesk(limit: 1)
            desk.request(ids[0])
            #expect(desk.next() == ids[0])
            change(&desk)
            #expect(desk.next() == nil, "never twice at once")
            #expect(desk.finish(ids[0]) == true)
            #expect(desk.next() == ids[0])
            #expect(desk.finish(ids[0]) == true)
            #expect(desk.next() == nil)

            send([ids[1]], to: one, in: &desk)
            #expect(desk.next() == ids[1])
        }
        var desk = CoverDesk(limit: 1)
        send([ids[0]], to: one, in: &desk)
        #expect(desk.next() == ids[0])
        desk.requestAgain(ids[0])
        #expect(desk.passOn(plan(ids[0]), to: other) == true)
        guard case .here? = desk.takeNext() else { return #expect(Bool(false), "it is looked for here first") }
    }

    @Test("A host is asked for so many at once; another one, and what is here, do not wait for it")
    func hosts() {
        var desk = CoverDesk(limit: 1, awayLimit: 3)
        send([ids[0], ids[1], ids[2]], to: one, in: &desk)
        send([ids[3], ids[4]], to: other, in: &desk)
        #expect(desk.next() == ids[4])
        #expect(desk.next() == ids[2], "the other host has its one")
        #expect(desk.next() == ids[1])
        #expect(desk.next() == nil, "three are on their way")
        desk.request(ids[5])
        #expect(desk.next() == ids[5], "what is here does not wait")
        #expect(desk.finish(ids[4]) == true)
        #expect(desk.next() == ids[3])
        #expect(desk.finish(ids[1]) == true)
        #expect(desk.next() == ids[0])
    }

    @Test("A cover that waits for a host and is dismissed is not asked for; one that is asked for again goes first")
    func dismissalOfWaiting() {
        var desk = CoverDesk(limit: 1)
        send([ids[0], ids[1], ids[2]], to: near, in: &desk)
        #expect(desk.dismiss(ids[2]) == true)
        desk.request(ids[0])
        #expect(desk.next() == ids[0])
        #expect(desk.next() == ids[1])
        #expect(desk.next() == nil)
        #expect(desk.passOn(plan(ids[1]), to: one) == true)
        #expect(desk.dismiss(ids[1]) == true)
        #expect(desk.passOn(plan(ids[1]), to: one) == false)
        #expect(desk.next() == nil)
    }

    @Test("Without a network only local hosts are asked, and one other that tries")
    func hold() {
        var desk = CoverDesk(limit: 1)
        send([ids[0], ids[1]], to: one, in: &desk)
        send([ids[2]], to: near, in: &desk)
        #expect(Set(desk.hold()) == [ids[0], ids[1]])
        #expect(desk.isHeld(ids[0]) && !desk.isHeld(ids[2]))
        #expect(desk.next() == ids[2])
        #expect(desk.next() == nil)
        desk.allowProbe()
        #expect(desk.next() == ids[1])
        #expect(desk.next() == nil, "one is enough to try")
        #expect(desk.passOn(plan(ids[1]), to: one) == true)
        #expect(Set(desk.release()) == [ids[0], ids[1]])
        #expect(desk.next() == ids[1])
        #expect(desk.next() == ids[0])
    }

    @Test("Scrolling through a hundred thousand covers leaves nothing behind, and what is looked at last goes first")
    func scrolling() {
        var desk = CoverDesk(limit: 1)
        let all = (0..<100_000).map { AlbumID(rawValue: "\($0)") }
        desk.request(ids[0])
        #expect(desk.next() == ids[0], "so that all others wait")
        let visible = 12
        for index in all.indices {
            desk.request(all[index])
            if index >= visible { #expect(desk.dismiss(all[index - visible]) == true) }
            #expect(desk.entryCount <= 3 * visible + 64)
        }
        #expect(desk.finish(ids[0]) == true)
        for index in all.indices.suffix(visible).reversed() {
            #expect(desk.next() == all[index])
            #expect(desk.finish(all[index]) == true)
        }
        #expect(desk.next() == nil)
    }

    @Test("However many wait, and in whatever order they go, each call looks at few of them")
    func manyWaiting() {
        var desk = CoverDesk(limit: 1)
        let all = (0..<100_000).map { AlbumID(rawValue: "\($0)") }
        // With a look at all of them in each call this would take minutes.
        for id in all { desk.request(id) }
        for id in all { #expect(desk.dismiss(id) == true) }
        for id in all { desk.request(id) }
        for id in all.reversed() { #expect(desk.dismiss(id) == true) }
        #expect(desk.entryCount <= 64)
        #expect(desk.next() == nil)
    }
}

extension CoverDesk {
    /// The album that goes next.
    fileprivate mutating func next() -> AlbumID? {
        switch takeNext() {
        case .here(let id, _)?: id
        case .away(let plan)?: plan.album
        case nil: nil
        }
    }
}
