import Testing

@testable import Heed

/// The checks of the model, on real threads. Run these under the sanitizers.
@Suite("The registry under threads")
struct RegistryStressTests {
    /// A record of handlers' captures: how many there are, and whether one is used after its end.
    private final class Ledger: Sendable {
        let alive = Box(0)
        let misuses = Box(0)
    }

    /// A handler's capture. It is marked at its end, so that a late call of the handler is detected.
    private final class Capture: Sendable {
        private let ledger: Ledger
        private let isUsable = Box(true)

        init(_ ledger: Ledger) {
            self.ledger = ledger
            ledger.alive.increment()
        }

        func use() {
            if !isUsable.value { ledger.misuses.increment() }
        }

        deinit {
            isUsable.exchange(false)
            ledger.alive.decrement()
        }
    }

    /// One thread's observers. The thread knows whether they may be called.
    private struct Registered {
        let registry: ObserverRegistry<Int>
        let id: UInt64
        let isRemoved: Box<Bool>
    }

    @Test("Four threads deliver, add and remove in many registries, nested deeper than there are guards: nothing is used late or kept")
    func storm() {
        let registries = (0..<8).map { _ in ObserverRegistry<Int>() }
        let ledger = Ledger()
        let lateCalls = Box(0)
        let areDone = OtherThread.concurrently(4) { thread in
            var random = SeededGenerator(seed: UInt64(thread))
            var mine: [Registered] = []
            var spareRank = ListenerID.next()
            func add() {
                let capture = Capture(ledger)
                let registry = registries.randomElement(using: &random)!
                let next = registries.randomElement(using: &random)!
                let isRemoved = Box(false)
                let owner = ThreadIdentity.current
                // Some take a rank older than existing ones, so that the list is rebuilt.
                var rank = ListenerID.next()
                if random.next().isMultiple(of: 2) { swap(&rank, &spareRank) }
                // The event is the number of further deliveries to nest.
                let id = registry.add(rank: rank) { depth in
                    // On its own thread, no observer is called after `cancel` has returned.
                    if owner == .current, isRemoved.value { lateCalls.increment() }
                    capture.use()
                    if depth > 0 { next.deliver(depth - 1) }
                    capture.use()
                }
                if let id { mine.append(Registered(registry: registry, id: id, isRemoved: isRemoved)) }
            }
            func removeOne() {
                guard let index = mine.indices.randomElement(using: &random) else { return }
                let one = mine.remove(at: index)
                one.registry.cancel(one.id)
                one.isRemoved.exchange(true)
            }
            for _ in 0..<1_000 {
                add()
                if mine.count > 3 || random.next().isMultiple(of: 3) { removeOne() }
                let depth = random.next().isMultiple(of: 16) ? ThreadGuards.capacity + 2 : 1
                registries.randomElement(using: &random)!.deliver(depth)
            }
            while !mine.isEmpty { removeOne() }
        }
        #expect(areDone)
        #expect(ledger.misuses.value == 0)
        #expect(lateCalls.value == 0)
        #expect(registries.map(\.observerCount) == Array(repeating: 0, count: 8))
        // No delivery is in flight, and the last thread to leave has released everything.
        #expect(ledger.alive.value == 0)
    }

    @Test("A running handler's captures are kept, whichever thread removes it, and released when it has returned")
    func removedWhileRunning() {
        for round in 0..<200 {
            let registry = ObserverRegistry<Int>()
            let ledger = Ledger()
            let entered = Gate()
            let removed = Gate()
            func add() -> UInt64? {
                let capture = Capture(ledger)
                return registry.add { _ in
                    entered.open()
                    _ = removed.wait()
                    capture.use()
                }
            }
            let id = add()!
            let delivering = OtherThread { registry.deliver(round) }
            #expect(entered.wait())
            registry.cancel(id)
            #expect(ledger.alive.value == 1)
            removed.open()
            #expect(delivering.join())
            #expect(ledger.misuses.value == 0)
            #expect(ledger.alive.value == 0)
        }
    }

    @Test("A running handler's captures are also kept if the delivery found no free guard")
    func removedWhilePinned() {
        let outer = (0..<ThreadGuards.capacity).map { _ in ObserverRegistry<Int>() }
        let registry = ObserverRegistry<Int>()
        let ledger = Ledger()
        let entered = Gate()
        let removed = Gate()
        for (level, each) in outer.enumerated() {
            let next = level + 1 < outer.count ? outer[level + 1] : registry
            each.add { next.deliver($0) }
        }
        func add() -> UInt64? {
            let capture = Capture(ledger)
            return registry.add { _ in
                entered.open()
                _ = removed.wait()
                capture.use()
            }
        }
        let id = add()!
        let delivering = OtherThread { outer[0].deliver(1) }
        #expect(entered.wait())
        registry.cancel(id)
        #expect(ledger.alive.value == 1)
        removed.open()
        #expect(delivering.join())
        #expect(ledger.misuses.value == 0)
        #expect(ledger.alive.value == 0)
    }

    @Test("Threads that end leave their guards to new ones, which guard equally well")
    func threadsThatComeAndGo() {
        let registry = ObserverRegistry<Int>()
        let ledger = Ledger()
        for generation in 0..<50 {
            let areDone = OtherThread.concurrently(4) { thread in
                func add() -> UInt64? {
                    let capture = Capture(ledger)
                    return registry.add { _ in capture.use() }
                }
                let id = add()!
                registry.deliver(generation)
                registry.cancel(id)
                registry.deliver(generation)
            }
            #expect(areDone)
        }
        #expect(ledger.misuses.value == 0)
        #expect(ledger.alive.value == 0)
        #expect(!registry.isPinned)
    }

    @Test("A thread that is about to end can still deliver, in the destructors of its values")
    func deliveringAtThreadExit() {
        let registry = ObserverRegistry<Int>()
        let told = Recorder<Int>()
        registry.add { told.record($0) }
        for _ in 0..<3 {
            // Either comes first at the end: the guards are returned, or this delivery is made.
            JoinableThread {
                registry.deliver(1)
                ThreadEnd.call {
                    registry.deliver(2)
                    ThreadEnd.call { registry.deliver(3) }
                }
            }.join()
            #expect(told.removeAll() == [1, 2, 3])
        }
        #expect(!registry.isPinned)
    }

    @Test("A registry that ends while threads deliver and register releases everything")
    func ending() {
        for round in 0..<100 {
            let registry = ObserverRegistry<Int>()
            let ledger = Ledger()
            let areDone = OtherThread.concurrently(4) { thread in
                for number in 0..<8 {
                    if thread == 3, number == 4 { registry.end() }
                    let capture = Capture(ledger)
                    registry.add { _ in capture.use() }
                    registry.deliver(round)
                }
            }
            #expect(areDone)
            #expect(ledger.misuses.value == 0)
            #expect(ledger.alive.value == 0)
        }
    }
}
