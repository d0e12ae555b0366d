import Testing

@testable import Heed

@Suite("The registry behind every pattern")
struct ObserverRegistryTests {
    private let registry = ObserverRegistry<Int>()
    private let told = Recorder<String>()

    @discardableResult
    private func add(_ name: String, rank: UInt64? = nil) -> UInt64? {
        let callbacks = AnyObserverRegistry.RegistrationCallbacks(
            cancelled: { [told] in told.record("\(name) cancelled") },
            ended: { [told] in told.record("\(name) ended") }
        )
        return registry.add(rank: rank, callbacks: callbacks) { [told] event in told.record("\(name) \(event)") }
    }

    @Test("A listener that joins late takes the position of its registration")
    func lateListener() {
        let ranks = (0..<3).map { _ in ListenerID.next() }
        add("c", rank: ranks[2])
        add("a", rank: ranks[0])
        add("b", rank: ranks[1])
        registry.deliver(1)
        #expect(told.elements == ["a 1", "b 1", "c 1"])
    }

    @Test("Removing an observer that is not registered does nothing")
    func removingStranger() throws {
        let stranger = UInt64.max
        registry.cancel(stranger)
        let a = try #require(add("a"))
        add("c")
        registry.cancel(stranger)
        registry.cancel(a)
        registry.cancel(a)
        #expect(registry.observerCount == 1)
        #expect(told.elements == ["a cancelled"])
    }

    @Test("A registry that has ended notifies its listeners, and rejects new ones")
    func ended() {
        add("a")
        add("b")
        registry.end()
        #expect(add("late") == nil)
        registry.deliver(1)
        #expect(told.elements == ["a ended", "b ended"])
        #expect(registry.isEmpty)
    }

    @Test("However many observers are added and removed, in whatever order, the remaining ones are called in order", arguments: 0..<20)
    func addingAndRemoving(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var present: [(id: UInt64, name: String)] = []
        var spare: [UInt64] = []
        for number in 0..<2_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let id = registry.add(rank: ListenerID.next()) { [told] _ in told.record("\(number)") }
                present.append((id!, "\(number)"))
            case 4:
                spare.append(ListenerID.next())
            case 5 where !spare.isEmpty:
                let rank = spare.remove(at: Int.random(in: spare.indices, using: &random))
                registry.add(rank: rank) { [told] _ in told.record("\(number)") }
                present.insert((rank, "\(number)"), at: present.firstIndex { $0.id > rank } ?? present.count)
            default:
                guard !present.isEmpty else { continue }
                registry.cancel(present.remove(at: Int.random(in: present.indices, using: &random)).id)
            }
        }
        registry.deliver(1)
        #expect(told.elements == present.map(\.name))
        #expect(registry.observerCount == present.count)
    }

    @Test("Rebuilding the list in the middle of a delivery doesn't affect that delivery")
    func rebuildingDuringDelivery() throws {
        let ranks = (0..<4).map { _ in ListenerID.next() }
        let last = Box<UInt64?>(nil)
        registry.add(rank: ranks[0]) { [registry, told] _ in
            told.record("first")
            guard told.elements.count == 1 else { return }
            // It comes before existing ones, so all of them must move.
            registry.add(rank: ranks[1]) { _ in told.record("second") }
            registry.cancel(last.value!)
        }
        registry.add(rank: ranks[2]) { [told] _ in told.record("third") }
        last.exchange(registry.add(rank: ranks[3]) { [told] _ in told.record("fourth") })
        registry.deliver(1)
        #expect(told.elements == ["first", "third"])
        registry.deliver(2)
        #expect(told.elements == ["first", "third", "first", "second", "third"])
        // Its handlers capture the registry.
        registry.end()
    }

    @Test("A handler's captures are released immediately, or when the delivery that may be calling it has ended")
    func lettingGo() throws {
        weak var idle: Witness?
        weak var running: Witness?
        do {
            let witness = Witness()
            idle = witness
            let id = try #require(registry.add { _ in withExtendedLifetime(witness) {} })
            registry.cancel(id)
        }
        #expect(idle == nil)
        let own = Box<UInt64?>(nil)
        do {
            let witness = Witness()
            running = witness
            own.exchange(
                registry.add { [registry, told, weak witness] _ in
                    registry.cancel(own.value!)
                    told.record(witness == nil ? "gone" : "there")
                }
            )
            _ = registry.add { _ in withExtendedLifetime(witness) {} }.map { id in
                registry.add { [registry, told, weak witness] _ in
                    registry.cancel(id)
                    told.record(witness == nil ? "gone" : "there")
                }
            }
        }
        registry.deliver(1)
        #expect(told.elements == ["there", "there"])
        #expect(running == nil)
        registry.end()
    }
}
