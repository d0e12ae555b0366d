/// Closures in numbered slots with a list of the free ones, for one thread: the cheapest list that observers can leave in any order.
package final class SlotList {
    /// One place in the list. It keeps its closure until it is removed.
    package struct Slot {
        fileprivate let index: Int
    }

    private final class Entry {
        let closure: (Int) -> Void

        init(_ closure: @escaping (Int) -> Void) {
            self.closure = closure
        }
    }

    private var entries: ContiguousArray<Entry?> = []
    private var free: ContiguousArray<Int> = []

    package init() {}

    package func add(_ closure: @escaping (Int) -> Void) -> Slot {
        let entry = Entry(closure)
        guard let index = free.popLast() else {
            entries.append(entry)
            return Slot(index: entries.count - 1)
        }
        entries[index] = entry
        return Slot(index: index)
    }

    package func remove(_ slot: Slot) {
        entries[slot.index] = nil
        free.append(slot.index)
    }

    package func post(_ number: Int) {
        for entry in entries { entry?.closure(number) }
    }
}
