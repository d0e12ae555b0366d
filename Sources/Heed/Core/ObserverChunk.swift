import Synchronization

/// The state of one place in a registry's list, as one word: the number of the observer that stands there, and whether it still wants
/// to hear.
enum ObserverState {
    /// Nobody stands here yet: the list ends before this place.
    static let vacant: UInt64 = 0
    /// There is no such place: the list may go on in the next chunk.
    static let endOfChunk = UInt64.max

    static func active(_ id: UInt64) -> UInt64 { id << 1 | 1 }
    static func inactive(_ id: UInt64) -> UInt64 { id << 1 }
    static func id(of state: UInt64) -> UInt64 { state >> 1 }
}

/// What a registry keeps of an observer beside its state, in words that can be moved about without knowing the type of the events.
struct ObserverEntry {
    /// The two words of a `Handler<Event>`.
    var function: UInt = 0
    var context: UInt = 0
    var place = RegistrationPlace.unknownBits
    /// Which deliveries the observer wants: see ``Audience``.
    var condition: UInt = 0
}

/// One place in a registry's list.
///
/// The entry is written before the state says that it is there. It stays as it is until no delivery can be at it any more.
struct ObserverSlot: ~Copyable {
    let state = Atomic<UInt64>(ObserverState.vacant)
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

/// A stretch of a registry's list. Observers stay where they are put, so that deliveries can go through while others are added.
///
/// Behind the last slot lies one whose state is ``ObserverState/endOfChunk``, and whose next word is the address of the next chunk.
struct ObserverChunk: Equatable {
    let slots: UnsafeMutablePointer<ObserverSlot>
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        slots = .allocate(capacity: capacity + 1)
        for index in 0...capacity { (slots + index).initialize(to: ObserverSlot()) }
        (slots + capacity).pointee.state.store(ObserverState.endOfChunk, ordering: .relaxed)
        end.next.initialize(to: Atomic(0))
    }

    func deallocate() { slots.deallocate() }

    /// The slot behind the last one.
    private var end: UnsafeMutablePointer<ObserverSlot> { slots + capacity }

    func setNext(_ chunk: ObserverChunk) {
        end.next.pointee.store(UInt(bitPattern: chunk.slots), ordering: .releasing)
    }
}

extension UnsafeMutablePointer<ObserverSlot> {
    // SAFETY: only of a slot that ends a chunk, where the entry is not used and holds just this word.
    fileprivate var next: UnsafeMutablePointer<Atomic<UInt>> {
        (UnsafeMutableRawPointer(self) + MemoryLayout<UInt64>.stride).assumingMemoryBound(to: Atomic<UInt>.self)
    }

    /// Of a slot that ends a chunk: where the list goes on.
    var nextChunk: UnsafeMutablePointer<ObserverSlot>? {
        UnsafeMutablePointer(bitPattern: next.pointee.load(ordering: .acquiring))
    }
}
