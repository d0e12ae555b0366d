import Synchronization

/// The values that wait where every one is wanted: no policy, no clock, nothing to be dropped.
///
/// Values are put behind one another into memory that is used again and again. Whoever takes them takes the memory with them, and gives it
/// back; so a value costs one lock and one copy, and the lock is never held for longer than that takes.
///
/// What is protected by what:
/// - `state` by its lock; what lies in the memory that was taken belongs to whoever took it.
/// - `isOpen` is atomic; it goes from true to false once.
final class UnboundedBuffer<Element: Sendable>: @unchecked Sendable {
    // SAFETY: see above.

    private let state = Lock(UnboundedBufferState())
    private let open = Atomic<Bool>(true)

    deinit {
        state.withLock { state in
            state.destroy(Element.self)
            state.waiting.deallocate()
            state.spare.deallocate()
        }
    }

    var isOpen: Bool { open.load(ordering: .acquiring) }

    /// A value has arrived.
    ///
    /// - Returns: Whether to start a hop to where the handler runs.
    func offer(_ element: Element) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            if state.count == state.waiting.capacity { state.grow(Element.self) }
            (state.waiting.start(Element.self) + state.count).initialize(to: element)
            state.count += 1
            return state.startsHop()
        }
    }

    /// The hop has arrived: takes what waits. ``finish(_:)`` is to be called when it has been handled.
    func arrive() -> UnboundedPortion<Element>? {
        state.withLock { state in
            state.isHopping = false
            return state.take()
        }
    }

    /// Takes what waits, to be handled without a hop.
    func takeHere() -> UnboundedPortion<Element>? {
        state.withLock { $0.take() }
    }

    /// What was taken has been handled.
    ///
    /// - Returns: Whether to start a hop.
    func finish(_ portion: UnboundedPortion<Element>) -> Bool {
        portion.destroy()
        let (unused, hops): (EveryMemory?, Bool) = state.withLock { state in
            state.isHandling = false
            let unused = state.spare.capacity == 0 ? nil : state.spare
            state.spare = portion.memory
            return (unused, state.startsHop())
        }
        unused?.deallocate()
        return hops
    }

    /// Hands over nothing more. What waits is let go of.
    func close() {
        open.store(false, ordering: .releasing)
        // Taken out first, so that nothing is deinitialised under the lock.
        let waiting: UnboundedPortion<Element> = state.withLock { state in
            state.isClosed = true
            let portion = UnboundedPortion<Element>(memory: state.waiting, count: state.count)
            state.waiting = EveryMemory()
            state.count = 0
            return portion
        }
        waiting.destroy()
        waiting.memory.deallocate()
    }
}

/// What was taken from an ``UnboundedBuffer``.
struct UnboundedPortion<Element>: @unchecked Sendable {
    // SAFETY: it belongs to whoever has it.
    fileprivate let memory: EveryMemory
    let count: Int

    /// The elements, one behind the other.
    var elements: UnsafePointer<Element> { UnsafePointer(memory.start(Element.self)) }

    fileprivate func destroy() {
        memory.start(Element.self).deinitialize(count: count)
    }
}

extension Array {
    init(_ portion: UnboundedPortion<Element>) {
        self.init(UnsafeBufferPointer(start: portion.elements, count: portion.count))
    }
}

/// Memory for values, without their type, so that the code that holds the lock need not look it up.
// SAFETY: it belongs to whoever has it.
private struct EveryMemory: @unchecked Sendable {
    var address: UnsafeMutableRawPointer?
    var capacity = 0

    @inline(__always)
    func start<Element>(_ type: Element.Type) -> UnsafeMutablePointer<Element> {
        (address ?? UnsafeMutableRawPointer(bitPattern: MemoryLayout<Element>.alignment)!).assumingMemoryBound(to: Element.self)
    }

    func deallocate() { address?.deallocate() }
}

private struct UnboundedBufferState {
    var waiting = EveryMemory()
    var count = 0
    /// Memory that has been given back.
    var spare = EveryMemory()
    var isHopping = false
    var isHandling = false
    var isClosed = false

    /// Where a hop is under way, or a handler runs, what waits goes with the hop that follows.
    @inline(__always)
    mutating func startsHop() -> Bool {
        guard !isClosed, count > 0, !isHopping, !isHandling else { return false }
        isHopping = true
        return true
    }

    mutating func take<Element>() -> UnboundedPortion<Element>? {
        guard !isClosed, !isHandling, count > 0 else { return nil }
        isHandling = true
        let portion = UnboundedPortion<Element>(memory: waiting, count: count)
        waiting = spare
        spare = EveryMemory()
        count = 0
        return portion
    }

    mutating func grow<Element>(_ type: Element.Type) {
        let capacity = max(8, waiting.capacity * 2)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.moveInitialize(from: waiting.start(type), count: count)
        waiting.deallocate()
        waiting = EveryMemory(address: UnsafeMutableRawPointer(larger), capacity: capacity)
    }

    mutating func destroy<Element>(_ type: Element.Type) {
        waiting.start(type).deinitialize(count: count)
        count = 0
    }
}
