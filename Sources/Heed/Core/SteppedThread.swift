internal import CHeedThreads
public import Synchronization

#if DEBUG
    /// A thread that a test stops before each access to state that threads share, to decide which thread goes on.
    ///
    /// In debug builds, `AtomicWord` and ``Lock`` call the stepped thread on which they are used, if it is one. Release builds have nothing of
    /// this.
    @usableFromInline
    class SteppedThread {
        /// The stepped thread on which the code runs.
        @usableFromInline
        static var current: SteppedThread? {
            // SAFETY: `run` keeps the object meanwhile.
            heed_current_thread().pointee.stepped.map { Unmanaged<SteppedThread>.fromOpaque($0).takeUnretainedValue() }
        }

        init() {}

        /// Runs a closure on this stepped thread, or outside of any.
        static func run(on stepped: SteppedThread?, _ body: () -> Void) {
            let thread = heed_current_thread()
            let outer = thread.pointee.stepped
            thread.pointee.stepped = stepped.map { Unmanaged.passUnretained($0).toOpaque() }
            withExtendedLifetime(stepped, body)
            thread.pointee.stepped = outer
        }

        /// Makes this thread forget its guards, as a thread that has just begun.
        static func forgetGuards() {
            heed_current_thread().pointee.guards = nil
        }

        /// Does what happens to this thread's guards when a thread ends.
        static func leaveGuards() {
            if let guards = heed_current_thread().pointee.guards { ThreadGuards.leave(guards) }
        }

        /// - Returns: Whether the access takes place. A store that a test leaves out doesn't.
        @usableFromInline
        func willAccess(_ address: UnsafeRawPointer, size: Int, isWrite: Bool) -> Bool { true }

        @usableFromInline
        func willLock(_ lock: UnsafeRawPointer) {}

        @usableFromInline
        func willUnlock(_ lock: UnsafeRawPointer) {}

        /// Whether threads that share an object deliver its changes in order. A test that leaves this out shows that it would notice.
        var ordersDeliveries: Bool { true }

        /// Responds to an allocation for a registry's list, or for guards.
        func didAllocate(_ memory: UnsafeMutableRawPointer, size: Int) {}

        /// Takes memory that would be deallocated. The test frees it when nothing can use it by mistake.
        ///
        /// - Returns: False if the caller should deallocate it.
        func takes(_ memory: UnsafeMutableRawPointer) -> Bool { false }

        /// Takes the captured context of a handler that would be released.
        func takes(context: UnsafeRawPointer) -> Bool { false }
    }
#endif

/// Whether threads that share an object deliver its changes in order, as they always do, except in a test of the tests.
@inline(__always)
var ordersDeliveries: Bool {
    #if DEBUG
        SteppedThread.current?.ordersDeliveries ?? true
    #else
        true
    #endif
}

#if DEBUG && _pointerBitWidth(_64)
    /// An `Atomic` before whose accesses a test can stop the thread.
    @usableFromInline
    struct AtomicWord<Value: AtomicRepresentable & BitwiseCopyable & Sendable>: ~Copyable, Sendable {
        @usableFromInline let word: Atomic<Value>

        @usableFromInline
        init(_ value: Value) {
            word = Atomic(value)
        }

        @usableFromInline
        @discardableResult
        func willAccess(isWrite: Bool) -> Bool {
            guard let stepped = SteppedThread.current else { return true }
            return withUnsafePointer(to: word) { stepped.willAccess($0, size: MemoryLayout<Value>.size, isWrite: isWrite) }
        }
    }

    extension AtomicWord where Value.AtomicRepresentation == UInt.AtomicRepresentation {
        @usableFromInline
        func load(ordering: AtomicLoadOrdering) -> Value {
            willAccess(isWrite: false)
            switch ordering {
            case .relaxed: return word.load(ordering: .relaxed)
            case .acquiring: return word.load(ordering: .acquiring)
            default: return word.load(ordering: .sequentiallyConsistent)
            }
        }

        func store(_ value: Value, ordering: AtomicStoreOrdering) {
            guard willAccess(isWrite: true) else { return }
            switch ordering {
            case .relaxed: word.store(value, ordering: .relaxed)
            case .releasing: word.store(value, ordering: .releasing)
            default: word.store(value, ordering: .sequentiallyConsistent)
            }
        }

        func compareExchange(expected: Value, desired: Value, ordering: AtomicUpdateOrdering) -> (exchanged: Bool, original: Value) {
            willAccess(isWrite: true)
            return ordering == .acquiringAndReleasing
                ? word.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing)
                : word.compareExchange(expected: expected, desired: desired, ordering: .sequentiallyConsistent)
        }
    }

    extension AtomicWord<Int> {
        func wrappingAdd(_ number: Int, ordering: AtomicUpdateOrdering) {
            guard willAccess(isWrite: true) else { return }
            word.wrappingAdd(number, ordering: .sequentiallyConsistent)
        }

        func wrappingSubtract(_ number: Int, ordering: AtomicUpdateOrdering) {
            guard willAccess(isWrite: true) else { return }
            word.wrappingSubtract(number, ordering: .sequentiallyConsistent)
        }
    }

    extension AtomicWord<UInt> {
        func wrappingAdd(_ number: UInt, ordering: AtomicUpdateOrdering) -> (oldValue: UInt, newValue: UInt) {
            willAccess(isWrite: true)
            return word.wrappingAdd(number, ordering: .sequentiallyConsistent)
        }

        @discardableResult
        func bitwiseAnd(_ bits: UInt, ordering: AtomicUpdateOrdering) -> (oldValue: UInt, newValue: UInt) {
            willAccess(isWrite: true)
            return word.bitwiseAnd(bits, ordering: .sequentiallyConsistent)
        }

        @discardableResult
        func bitwiseOr(_ bits: UInt, ordering: AtomicUpdateOrdering) -> (oldValue: UInt, newValue: UInt) {
            willAccess(isWrite: true)
            return word.bitwiseOr(bits, ordering: .sequentiallyConsistent)
        }
    }

    extension AtomicWord<UInt64> {
        @discardableResult
        func wrappingAdd(_ number: UInt64, ordering: AtomicUpdateOrdering) -> (oldValue: UInt64, newValue: UInt64) {
            willAccess(isWrite: true)
            return word.wrappingAdd(number, ordering: .sequentiallyConsistent)
        }
    }

    extension AtomicWord<Bool> {
        func load(ordering: AtomicLoadOrdering) -> Bool {
            willAccess(isWrite: false)
            return word.load(ordering: .sequentiallyConsistent)
        }

        func store(_ value: Bool, ordering: AtomicStoreOrdering) {
            guard willAccess(isWrite: true) else { return }
            word.store(value, ordering: .sequentiallyConsistent)
        }

        func exchange(_ value: Bool, ordering: AtomicUpdateOrdering) -> Bool {
            willAccess(isWrite: true)
            return word.exchange(value, ordering: .sequentiallyConsistent)
        }
    }

    extension AtomicWord<UInt32> {
        func load(ordering: AtomicLoadOrdering) -> UInt32 {
            willAccess(isWrite: false)
            return ordering == .relaxed ? word.load(ordering: .relaxed) : word.load(ordering: .sequentiallyConsistent)
        }

        func store(_ value: UInt32, ordering: AtomicStoreOrdering) {
            guard willAccess(isWrite: true) else { return }
            ordering == .releasing ? word.store(value, ordering: .releasing) : word.store(value, ordering: .sequentiallyConsistent)
        }
    }
#else
    @usableFromInline
    typealias AtomicWord = Atomic
#endif

extension UnsafeMutablePointer<ObserverSlot> {
    /// Lets tests stop a thread before it reads or writes an entry, which isn't atomic.
    @inline(__always)
    func willAccessEntry(isWrite: Bool) {
        #if DEBUG
            let entry = UnsafeMutableRawPointer(self) + MemoryLayout<UInt64>.stride
            _ = SteppedThread.current?.willAccess(entry, size: MemoryLayout<ObserverEntry>.size, isWrite: isWrite)
        #endif
    }
}
