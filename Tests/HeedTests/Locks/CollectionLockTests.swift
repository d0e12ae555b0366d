import Heed
import Testing

@Suite("Collections of shared objects run no code of the program under a lock")
struct CollectionLockTests {
    @Test("Elements that leave a shared array can use the object from their deinit")
    func arrays() async {
        await #expect(processExitsWith: .success) {
            let rack = ProgramCode.makeRack()
            for isObserved in [false, true] {
                let token = isObserved ? rack.observe(\.items, options: [.prior, .old, .new]) { _, _ in } : nil
                rack.items = (0..<6).map(Item.init)
                CollectionLockTests.change(rack.mutableValue(for: \.items))
                #expect(rack.items.map(\.number) == [50, 21, 4, 5, 40, 60])
                token?.invalidate()
            }
            #expect(ProgramCode.calls.value > 0)
        }
    }

    @Test("Elements that leave a shared contiguous array can use the object from their deinit")
    func contiguousArrays() async {
        await #expect(processExitsWith: .success) {
            let rack = ProgramCode.makeRack()
            for isObserved in [false, true] {
                let token = isObserved ? rack.observe(\.cells, options: [.prior, .old, .new]) { _, _ in } : nil
                rack.cells = ContiguousArray((0..<6).map(Item.init))
                CollectionLockTests.change(rack.mutableValue(for: \.cells))
                #expect(rack.cells.map(\.number) == [50, 21, 4, 5, 40, 60])
                token?.invalidate()
            }
        }
    }

    @Test("A collection of the program's own can use the object from all its functions")
    func ownCollections() async {
        await #expect(processExitsWith: .success) {
            let rack = ProgramCode.makeRack()
            for isObserved in [false, true] {
                let token = isObserved ? rack.observe(\.pile, options: [.prior, .old, .new]) { _, _ in } : nil
                rack.pile = Pile((0..<6).map(Item.init))
                CollectionLockTests.change(rack.mutableValue(for: \.pile))
                #expect(rack.pile.map(\.number) == [50, 21, 4, 5, 40, 60])
                token?.invalidate()
            }
            #expect(ProgramCode.calls.value > 0)
        }
    }

    /// Makes changes of each kind. The collection then has the items 50, 21, 4, 5, 40 and 60.
    static func change<Value>(_ items: MutableCollectionValue<Rack, Value>)
    where Value: RandomAccessCollection & RangeReplaceableCollection, Value.Element == Item {
        items[1] = Item(10)
        items.replaceSubrange(2..<3, with: [Item(20), Item(21)])
        items.replaceSubrange(0..<2, with: [Item(30)])
        items.remove(at: 0)
        items.removeSubranges(RangeSet([0..<1, 2..<3]))
        items.append(Item(40))
        items.insert(contentsOf: Pile([Item(50)]), at: 0)
        items.append(
            contentsOf: [Item(60)].lazy.filter { _ in
                ProgramCode.run()
                return true
            })
    }

    @Test("Members of a shared set can use the object from their hash, == and deinit")
    func sets() async {
        await #expect(processExitsWith: .success) {
            let rack = ProgramCode.makeRack()
            for isObserved in [false, true] {
                let token = isObserved ? rack.observe(\.members, options: [.prior, .old, .new]) { _, _ in } : nil
                let members = rack.mutableValue(for: \.members)
                #expect(members.insert(Item(1)))
                #expect(members.insert(Item(3)))
                #expect(!members.insert(Item(3)))
                #expect(members.remove(Item(1)))
                #expect(Set(rack.members.map(\.number)) == [3])
                rack.members = []
                token?.invalidate()
            }
            #expect(ProgramCode.calls.value > 0)
        }
    }

    @Test("Changes in a group run no code of the program under a lock")
    func groups() async {
        await #expect(processExitsWith: .success) {
            let rack = ProgramCode.makeRack()
            let tokens = [rack.observe(\.items) { _ in }, rack.observe(\.members) { _ in }]
            rack.items = (0..<6).map(Item.init)
            withGroupedChanges {
                CollectionLockTests.change(rack.mutableValue(for: \.items))
                rack.mutableValue(for: \.members).insert(Item(1))
            }
            #expect(rack.items.map(\.number) == [50, 21, 4, 5, 40, 60])
            withExtendedLifetime(tokens) {}
        }
    }

    @Test("Changes that a member's hash makes during its insertion aren't lost")
    func changesDuringInsertion() async {
        await #expect(processExitsWith: .success) {
            let rack = Rack()
            ProgramCode.set { [weak rack] in
                let number = ProgramCode.calls.value
                if number <= 20 { rack?.mutableValue(for: \.members).insert(Item(100 + number)) }
            }
            rack.mutableValue(for: \.members).insert(Item(1))
            #expect(Set(rack.members.map(\.number)) == Set([1] + Array(101...120)))
        }
    }

    @Test("A member whose hash always changes the shared set is inserted in the end")
    func endlessChanges() async {
        await #expect(processExitsWith: .success) {
            let rack = Rack()
            ProgramCode.set { [weak rack] in rack?.members = [Item(100 + ProgramCode.calls.value)] }
            let kinds = Recorder<KeyValueChangeKind>()
            let token = rack.observe(\.members, options: [.new]) { _, change in kinds.record(change.kind) }
            rack.mutableValue(for: \.members).insert(Item(1))
            #expect(kinds.elements.contains(.insertion))
            withExtendedLifetime(token) {}
        }
    }

    @Test("No insertion is lost when four threads change a shared set and a collection of the program's own")
    func concurrentChanges() async {
        await #expect(processExitsWith: .success) {
            let rack = Rack()
            let areDone = OtherThread.concurrently(4) { thread in
                for number in 0..<100 {
                    rack.mutableValue(for: \.members).insert(Item(thread * 100 + number))
                    rack.mutableValue(for: \.pile).append(Item(thread * 100 + number))
                }
            }
            #expect(areDone)
            #expect(rack.members.count == 400)
            #expect(Set(rack.pile.map(\.number)) == Set(0..<400))
        }
    }
}
