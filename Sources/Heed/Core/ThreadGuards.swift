internal import CHeedThreads
import Synchronization

/// The registries that one thread is delivering for at this moment, published to all others.
///
/// Code that removes an observer must not release its handler while a delivery may still call it. Deliveries take no lock and count no
/// references, because all threads would write to them. Instead, each thread records, in its own memory, which registry it works for. This
/// is the *hazard-pointer* method (Maged M. Michael, 2004), with registries as the guarded objects:
///
/// 1. A delivery writes the registry into the next free guard of its thread. Then it reads the observers.
/// 2. A removal first marks the observer inactive, and then reads the guards of all threads.
///
/// All four steps are sequentially consistent. So if 2 doesn't see the guard, then 1 sees the mark and doesn't call the handler.
///
/// State and its protection: all words are atomic. Only the thread that has claimed a block writes its guards, and fills them in order.
/// Blocks of guards are never freed, but claimed again after their thread has ended.
struct ThreadGuards: Equatable {
    /// The number of nested deliveries that each thread can publish. The registry counts deeper ones.
    static let capacity = 5
    private static let isClaimedPlace = 6
    private static let nextPlace = 7
    private static let wordCount = 8

    /// The guards, whether the block is claimed, and the next block: one cache line, which no other thread writes to.
    private let words: UnsafeMutablePointer<AtomicWord<UInt>>

    static let newest = AtomicWord<UInt>(0)

    private init?(address: UInt) {
        guard let words = UnsafeMutablePointer<AtomicWord<UInt>>(bitPattern: address) else { return nil }
        self.words = words
    }

    private init(words: UnsafeMutablePointer<AtomicWord<UInt>>) {
        self.words = words
    }

    // SAFETY: blocks are never freed.
    private func word(_ place: Int) -> UnsafeMutablePointer<AtomicWord<UInt>> { words + place }

    /// The guards of this thread.
    @inline(__always)
    static func current(_ thread: UnsafeMutablePointer<heed_thread>) -> ThreadGuards {
        if let present = thread.pointee.guards {
            return ThreadGuards(words: present.assumingMemoryBound(to: AtomicWord<UInt>.self))
        }
        return claim(for: thread)
    }

    @inline(__always)
    func set(_ place: Int, to registry: UInt) {
        (words + place).pointee.store(registry, ordering: .sequentiallyConsistent)
    }

    /// Returns whether any thread is delivering for a registry.
    static func isGuarded(_ registry: UInt) -> Bool {
        var block = ThreadGuards(address: newest.load(ordering: .sequentiallyConsistent))
        while let guards = block {
            for place in 0..<capacity {
                let guarded = guards.word(place).pointee.load(ordering: .sequentiallyConsistent)
                if guarded == registry { return true }
                // Guards in use come first. A guard that is filled after this look belongs to a delivery that sees the mark.
                if guarded == 0 { break }
            }
            block = ThreadGuards(address: guards.word(nextPlace).pointee.load(ordering: .relaxed))
        }
        return false
    }

    // MARK: Claiming

    @inline(never)
    private static func claim(for thread: UnsafeMutablePointer<heed_thread>) -> ThreadGuards {
        let guards = unclaimed() ?? made()
        thread.pointee.guards = UnsafeMutableRawPointer(guards.words)
        heed_at_thread_exit(UnsafeMutableRawPointer(guards.words)) { ThreadGuards.leave($0) }
        return guards
    }

    /// Leaves this thread's guards to other threads.
    static func leave(_ words: UnsafeMutableRawPointer) {
        // The destructors of other thread-local values may still make deliveries. The thread then claims guards again.
        heed_current_thread().pointee.guards = nil
        let words = words.assumingMemoryBound(to: AtomicWord<UInt>.self)
        (words + isClaimedPlace).pointee.store(0, ordering: .releasing)
    }

    private static func unclaimed() -> ThreadGuards? {
        var block = ThreadGuards(address: newest.load(ordering: .acquiring))
        while let guards = block {
            let claimed = guards.word(isClaimedPlace).pointee.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing)
            if claimed.exchanged { return guards }
            block = ThreadGuards(address: guards.word(nextPlace).pointee.load(ordering: .relaxed))
        }
        return nil
    }

    private static func made() -> ThreadGuards {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: wordCount * MemoryLayout<UInt>.stride, alignment: 128)
        let words = raw.bindMemory(to: AtomicWord<UInt>.self, capacity: wordCount)
        for place in 0..<wordCount { (words + place).initialize(to: AtomicWord(0)) }
        let guards = ThreadGuards(words: words)
        guards.word(isClaimedPlace).pointee.store(1, ordering: .relaxed)
        let address = UInt(bitPattern: raw)
        var next = newest.load(ordering: .relaxed)
        while true {
            guards.word(nextPlace).pointee.store(next, ordering: .relaxed)
            let (exchanged, present) = newest.compareExchange(expected: next, desired: address, ordering: .sequentiallyConsistent)
            if exchanged { return guards }
            next = present
        }
    }
}

/// An identity that distinguishes a thread from all other live threads.
package struct ThreadIdentity: Sendable, Hashable {
    /// The address of the thread's state.
    let word: UInt

    package static var current: ThreadIdentity {
        ThreadIdentity(word: UInt(bitPattern: heed_thread_identity()))
    }
}
