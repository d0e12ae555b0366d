public import CHeedThreads
public import Synchronization

/// A value that only one thread touches at a time: a `Synchronization.Mutex` that the thread sanitizer understands.
///
/// The sanitizer cannot see inside of a contended `Mutex` and would report races that are none. So a build with the sanitizer tells it when
/// the lock is taken and released.
///
/// No code outside Heed runs while a lock is held: a locked part returns what is to be done, and it is done after.
@usableFromInline
package struct Lock<State>: ~Copyable {
    @usableFromInline let mutex: Mutex<State>

    @inlinable
    package init(_ initial: consuming sending State) {
        mutex = Mutex(initial)
    }

    /// Where the lock lies: what the sanitizer knows it by.
    @inlinable var address: UnsafeMutableRawPointer {
        withUnsafePointer(to: mutex) { UnsafeMutableRawPointer(mutating: $0) }
    }

    @inlinable
    @inline(__always)
    package borrowing func withLock<Result: ~Copyable>(_ body: (inout sending State) -> sending Result) -> sending Result {
        mutex.withLock { state in
            if heed_has_thread_sanitizer { heed_lock_was_taken(address) }
            defer { if heed_has_thread_sanitizer { heed_lock_is_released(address) } }
            return body(&state)
        }
    }
}

// SAFETY: the state is reached only inside `withLock`, which lets one thread in at a time.
extension Lock: @unchecked Sendable {}
