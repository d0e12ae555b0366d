internal import Glibc

/// A thread for a closure that waits in system calls and would otherwise block a pool thread.
enum DetachedThread {
    private final class Job: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Starts a thread.
    ///
    /// - Returns: false if the system can't create one.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 256 * 1_024)
        var thread = pthread_t()
        let job = Unmanaged.passRetained(Job(body))
        let result = pthread_create(
            &thread, &attributes,
            { job in
                // SAFETY: retained above; this thread is the only one that takes it.
                if let job { Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body() }
                return nil
            },
            job.toOpaque())
        if result != 0 { job.release() }
        return result == 0
    }
}
