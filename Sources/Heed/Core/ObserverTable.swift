/// A registry's list as those see it who change it, under the registry's lock. Deliveries see only the chunks.
struct ObserverTable {
    private var chunks: [ObserverChunk] = []
    /// Which chunk the last observer stands in. There may be empty ones behind it.
    private var last = 0
    /// How many places of that chunk are taken.
    private var used = 0

    /// The beginning of the list.
    var first: UnsafeMutablePointer<ObserverSlot>? { chunks.first?.slots }

    /// Where the last observer stands, active or not.
    var lastSlot: UnsafeMutablePointer<ObserverSlot>? {
        used == 0 ? nil : chunks[last].slots + (used - 1)
    }

    /// Puts an observer at the end. Deliveries may see it at once.
    ///
    /// - Complexity: Amortised O(1). Nothing is moved.
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
        slot.pointee.entry = entry
        slot.pointee.state.store(ObserverState.active(id), ordering: .releasing)
        used += 1
    }

    /// Where an observer stands, active or not.
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

    /// Gives the last place back. What it holds has been taken.
    ///
    /// A delivery that goes on meanwhile does not take whoever comes here next for somebody who had been there: numbers only grow.
    mutating func removeLast() {
        used -= 1
        (chunks[last].slots + used).pointee.state.store(ObserverState.vacant, ordering: .releasing)
        guard used == 0, last > 0 else { return }
        last -= 1
        used = chunks[last].capacity
    }

    /// All places that are taken, in order.
    func forEach(_ body: (UnsafeMutablePointer<ObserverSlot>) -> Void) {
        for number in chunks.indices.prefix(last + 1) {
            for index in 0..<count(ofChunk: number) { body(chunks[number].slots + index) }
        }
    }

    private func count(ofChunk number: Int) -> Int {
        number == last ? used : chunks[number].capacity
    }

    /// Frees the memory. What it holds has been taken.
    func deallocate() {
        for chunk in chunks { chunk.deallocate() }
    }
}
