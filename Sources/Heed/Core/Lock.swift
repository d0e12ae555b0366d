public import CHeedThreads
public import Synchronization

/// A value that only one thread accesses at a time: a `Synchronization.Mutex` that the thread sanitizer understands.
///
/// The sanitizer can't see inside a contended `Mutex` and would report false races. So a build with the sanitizer tells it when a lock is
/// acquired and released.
///
/// No code of the program runs while a lock is held: no handler, getter, `==`, `hash`, `deinit` or collection's function. A second lock by
/// the same thread traps. So a locked part returns the work to do, and the caller does it afterwards. It also returns what it replaces or
/// removes, because the last release of a value runs a `deinit`, and key paths to compare, because their arguments are compared too. Copying
/// a value runs no code of the program.
@usableFromInline
package struct Lock<State: ~Copyable>: ~Copyable {
    @usableFromInline let mutex: Mutex<State>

    @inlinable
    package init(_ initial: consuming sending State) {
        mutex = Mutex(initial)
    }

    /// The lock's address, by which the sanitizer identifies it.
    @inlinable var address: UnsafeMutableRawPointer {
        withUnsafePointer(to: mutex) { UnsafeMutableRawPointer(mutating: $0) }
    }

    @inlinable
    @inline(__always)
    package borrowing func withLock<Result: ~Copyable>(_ body: (inout sending State) -> sending Result) -> sending Result {
        #if DEBUG
            let stepped = SteppedThread.current
            stepped?.willLock(address)
            defer { stepped?.willUnlock(address) }
        #endif
        return mutex.withLock { state in
            if heed_has_thread_sanitizer { heed_lock_was_taken(address) }
            defer { if heed_has_thread_sanitizer { heed_lock_is_released(address) } }
            return body(&state)
        }
    }
}

// SAFETY: the state is accessible only inside `withLock`, which admits one thread at a time.
extension Lock: @unchecked Sendable where State: ~Copyable {}
