#if HEED_PTHREAD_LOCK
    #if canImport(Glibc)
        internal import Glibc
    #elseif canImport(Musl)
        internal import Musl
    #elseif canImport(Darwin)
        internal import Darwin
    #endif
#else
    import Synchronization
#endif

/// A value that only one thread touches at a time.
///
/// This is `Synchronization.Mutex`. The thread sanitizer cannot see inside that type once it is contended and reports races that are
/// none, so a build with `HEED_PTHREAD_LOCK` uses a POSIX lock, which it understands.
///
/// No code outside Heed runs while a lock is held: a locked part returns what is to be done, and it is done after.
package struct Lock<State>: ~Copyable {
    #if HEED_PTHREAD_LOCK
        private let storage: Storage

        package init(_ initial: consuming sending State) {
            storage = Storage(initial)
        }

        @inline(__always)
        package borrowing func withLock<Result: ~Copyable>(_ body: (inout sending State) -> sending Result) -> sending Result {
            pthread_mutex_lock(storage.mutex)
            defer { pthread_mutex_unlock(storage.mutex) }
            return body(&storage.value)
        }

        private final class Storage {
            let mutex: UnsafeMutablePointer<pthread_mutex_t>
            var value: State

            init(_ value: consuming sending State) {
                mutex = .allocate(capacity: 1)
                pthread_mutex_init(mutex, nil)
                self.value = value
            }

            deinit {
                pthread_mutex_destroy(mutex)
                mutex.deallocate()
            }
        }
    #else
        private let mutex: Mutex<State>

        package init(_ initial: consuming sending State) {
            mutex = Mutex(initial)
        }

        @inline(__always)
        package borrowing func withLock<Result: ~Copyable>(_ body: (inout sending State) -> sending Result) -> sending Result {
            mutex.withLock(body)
        }
    #endif
}

// SAFETY: the state is reached only inside `withLock`, which lets one thread in at a time.
extension Lock: @unchecked Sendable {}
