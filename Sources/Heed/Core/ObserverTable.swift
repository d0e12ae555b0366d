/// A registry's list as seen by code that changes it, under the registry's lock. Deliveries see only the chunks.
struct ObserverTable {
    private var chunks: [ObserverChunk] = []
    /// The index of the chunk that holds the last observer. Empty chunks may follow it.
    private var last = 0
    /// The number of slots taken in that chunk.
    private var used = 0

    /// The start of the list.
    var first: UnsafeMutablePointer<ObserverSlot>? { chunks.first?.slots }

    /// The slot of the last observer, active or not.
    var lastSlot: UnsafeMutablePointer<ObserverSlot>? {
        used == 0 ? nil : chunks[last].slots + (used - 1)
    }

    /// Appends an observer. Deliveries may see it immediately.
    ///
    /// - Complexity: Amortized O(1). Nothing moves.
    mutating func append(_ id: UInt64, _ entry: ObserverEntry) {
        if chunks.isEmpty {
            chunks.append(ObserverChunk(capacity: 2))
        } else if used == chunks[last].capacity {
            last += 1
            used = 0
            if last == chunks.count {
                let chunk = ObserverChunk(capacity: min(chunks[last - 1].capacity * 2, 256))
                chunks[last - 1].setNext(chunk)
                chunks.append(chunk)
            }
        }
        let slot = chunks[last].slots + used
        slot.willAccessEntry(isWrite: true)
        slot.pointee.entry = entry
        slot.pointee.state.store(ObserverState.active(id), ordering: .releasing)
        used += 1
    }

    /// Returns the slot of an observer, active or not.
    ///
    /// - Complexity: O(log n), and O(1) for the last.
    func slot(of id: UInt64) -> UnsafeMutablePointer<ObserverSlot>? {
        guard let lastSlot, lastSlot.pointee.id >= id else { return nil }
        if lastSlot.pointee.id == id { return lastSlot }
        var (low, high) = (0, last)
        while low < high {
            let middle = (low + high + 1) / 2
            if chunks[middle].slots.pointee.id <= id { low = middle } else { high = middle - 1 }
        }
        let slots = chunks[low].slots
        let count = count(ofChunk: low)
        var (first, end) = (0, count)
        while first < end {
            let middle = (first + end) / 2
            if (slots + middle).pointee.id < id { first = middle + 1 } else { end = middle }
        }
        return first < count && (slots + first).pointee.id == id ? slots + first : nil
    }

    /// Frees the last slot, whose contents have been taken.
    ///
    /// A concurrent delivery can't mistake the slot's next observer for the previous one, because numbers only grow.
    mutating func removeLast() {
        used -= 1
        (chunks[last].slots + used).pointee.state.store(ObserverState.vacant, ordering: .releasing)
        guard used == 0, last > 0 else { return }
        last -= 1
        used = chunks[last].capacity
    }

    /// Calls a closure with all taken slots, in order.
    func forEach(_ body: (UnsafeMutablePointer<ObserverSlot>) -> Void) {
        for number in chunks.indices.prefix(last + 1) {
            for index in 0..<count(ofChunk: number) { body(chunks[number].slots + index) }
        }
    }

    private func count(ofChunk number: Int) -> Int {
        number == last ? used : chunks[number].capacity
    }

    /// Frees the memory of the list, whose contents have been taken.
    func deallocate() {
        for chunk in chunks { chunk.deallocate() }
    }
}
