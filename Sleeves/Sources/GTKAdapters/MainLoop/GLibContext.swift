internal import CAdwaita

/// GLib's default main context, as a place to send work to.
public enum GLibContext {
    /// Has a closure run by the main loop, soon.
    ///
    /// It never runs before this returns, and closures run in the order in which they were enqueued (by one thread, or by several that
    /// are ordered among themselves). They share GLib's default priority with input; drawing has its turn between them. A closure that is
    /// enqueued when no main loop runs waits for one.
    ///
    /// - Parameter job: what to run, on the main actor.
    /// - Threading: any thread.
    public static func enqueue(_ job: @escaping @Sendable @MainActor () -> Void) {
        enqueue(job, priority: G_PRIORITY_DEFAULT)
    }

    /// Has a closure run by the main loop once it has nothing else to do.
    ///
    /// - Parameter job: what to run, on the main actor.
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
                // SAFETY: GLib calls this once, when the source is destroyed; it gives back the retain from above.
                if let box { Unmanaged<Job>.fromOpaque(box).release() }
            }
        )
        g_source_attach(source, nil)
        g_source_unref(source)
    }
}

/// A closure that C can carry.
private final class Job: Sendable {
    let body: @Sendable @MainActor () -> Void

    init(_ body: @escaping @Sendable @MainActor () -> Void) {
        self.body = body
    }
}
