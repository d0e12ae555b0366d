import Synchronization

/// The state of one slot in a registry's list, as one word: the number of its observer, and whether that observer is still active.
enum ObserverState {
    /// No observer yet: the list ends before this slot.
    static let vacant: UInt64 = 0
    /// No such slot: the list may continue in the next chunk.
    static let endOfChunk = UInt64.max

    static func active(_ id: UInt64) -> UInt64 { id << 1 | 1 }
    static func id(of state: UInt64) -> UInt64 { state >> 1 }
}

/// A registry's data about an observer, apart from its state, in words that can be moved without knowing the type of events.
struct ObserverEntry {
    /// The two words of a handler: see `HandlerMemory`.
    var function: UInt = 0
    var context: UInt = 0
    var place = RegistrationPlace.unknownBits
    /// The deliveries that the observer wants: see ``Audience``.
    var condition: UInt = 0
}

/// One slot in a registry's list.
///
/// The entry is written before the state that publishes it. It doesn't change until no delivery can be reading it.
struct ObserverSlot: ~Copyable {
    let state = AtomicWord<UInt64>(ObserverState.vacant)
    var entry = ObserverEntry()

    var id: UInt64 { ObserverState.id(of: state.load(ordering: .relaxed)) }

    var isActive: Bool { state.load(ordering: .relaxed) & 1 == 1 }

    /// Marks the observer as removed.
    ///
    /// - Returns: Whether it was active.
    func deactivate() -> Bool {
        let present = state.load(ordering: .relaxed)
        guard present & 1 == 1 else { return false }
        state.store(present & ~1, ordering: .sequentiallyConsistent)
        return true
    }
}

/// A section of a registry's list. Observers never move, so deliveries can walk the list while others are added.
///
/// After the last slot comes one whose state is ``ObserverState/endOfChunk``, and whose next word is the address of the next chunk.
struct ObserverChunk: Equatable {
    let slots: UnsafeMutablePointer<ObserverSlot>
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity + 1)
        for index in 0...capacity { (slots + index).initialize(to: ObserverSlot()) }
        (slots + capacity).pointee.state.store(ObserverState.endOfChunk, ordering: .relaxed)
        end.next.initialize(to: AtomicWord(0))
        #if DEBUG
            SteppedThread.current?.didAllocate(slots, size: (capacity + 1) * MemoryLayout<ObserverSlot>.stride)
        #endif
    }

    func deallocate() {
        #if DEBUG
            if SteppedThread.current?.takes(UnsafeMutableRawPointer(slots)) == true { return }
        #endif
        slots.deallocate()
    }

    /// The slot after the last one.
    private var end: UnsafeMutablePointer<ObserverSlot> { slots + capacity }

    func setNext(_ chunk: ObserverChunk) {
        end.next.pointee.store(UInt(bitPattern: chunk.slots), ordering: .releasing)
    }
}

extension UnsafeMutablePointer<ObserverSlot> {
    // SAFETY: used only for a slot that ends a chunk, whose entry is unused and holds just this word.
    fileprivate var next: UnsafeMutablePointer<AtomicWord<UInt>> {
        (UnsafeMutableRawPointer(self) + MemoryLayout<UInt64>.stride).assumingMemoryBound(to: AtomicWord<UInt>.self)
    }

    /// For a slot that ends a chunk: the slot where the list continues.
    var nextChunk: UnsafeMutablePointer<ObserverSlot>? {
        UnsafeMutablePointer(bitPattern: next.pointee.load(ordering: .acquiring))
    }
}
