internal import CAdwaita

/// GLib's default main context, as a queue.
public enum GLibContext {
    /// Enqueues a closure on the main loop.
    ///
    /// It never runs before this returns. Closures run in the order in which one thread, or several synchronized threads, enqueued them.
    /// They share GLib's default priority with input, and drawing takes place between them. Without a running main loop, a closure waits
    /// for one.
    ///
    /// - Parameter job: the closure to run, on the main actor.
    /// - Threading: any thread.
    public static func enqueue(_ job: @escaping @Sendable @MainActor () -> Void) {
        enqueue(job, priority: G_PRIORITY_DEFAULT)
    }

    /// Enqueues a closure to run when the main loop is idle.
    ///
    /// - Parameter job: the closure to run, on the main actor.
    /// - Threading: any thread.
    public static func enqueueWhenIdle(_ job: @escaping @Sendable @MainActor () -> Void) {
        enqueue(job, priority: G_PRIORITY_DEFAULT_IDLE)
    }

    private static func enqueue(_ job: @escaping @Sendable @MainActor () -> Void, priority: gint) {
        guard let source = g_idle_source_new() else { fatalError("GLib does not return without a source") }
        g_source_set_priority(source, priority)
        let box = Unmanaged.passRetained(Job(job)).toOpaque()
        g_source_set_callback(
            source,
            { box in
                if let box {
                    // SAFETY: the box is retained until the destroy notify below, which GLib calls after this.
                    let job = Unmanaged<Job>.fromOpaque(box).takeUnretainedValue()
                    MainActor.assumeIsolated { job.body() }
                }
                return 0
            },
            box,
            { box in
                // SAFETY: GLib calls this once, when the source is destroyed; it balances the retain above.
                if let box { Unmanaged<Job>.fromOpaque(box).release() }
            }
        )
        g_source_attach(source, nil)
        g_source_unref(source)
    }
}

/// A closure in a box that C can hold.
private final class Job: Sendable {
    let body: @Sendable @MainActor () -> Void

    init(_ body: @escaping @Sendable @MainActor () -> Void) {
        self.body = body
    }
}
