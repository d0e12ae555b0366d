internal import CAdwaita
internal import Dispatch
internal import Glibc

/// A source that runs the main actor inside GLib's main loop.
///
/// On Linux, the main actor's jobs go to libdispatch's main queue, which only libdispatch and CoreFoundation can run. This is a GLib source
/// on the descriptor with which libdispatch requests a run. It makes `Task { @MainActor in … }`, `Task.sleep` and `DispatchQueue.main` work
/// while GTK runs.
///
/// **Behavior**
/// - One pass runs the jobs that were queued when it began. Then the other sources run, so jobs that enqueue jobs don't starve drawing.
/// - While a job runs, a nested main loop runs no other jobs, as always with libdispatch. The source can't recurse, so their wake-up isn't
///   lost: it stays in the descriptor until the outer pass ends.
/// - The main thread must not be inside the main queue already: call `Application.run()` from a synchronous `main`.
@MainActor
enum MainQueueSource {
    /// Whether the source is attached. Main actor.
    private static var isInstalled = false

    /// Attaches the source to GLib's default context, once per process.
    static func install() {
        guard !isInstalled else { return }
        isInstalled = true

        let descriptor = _dispatch_get_main_queue_handle_4CF()
        guard let source = g_unix_fd_source_new(descriptor, G_IO_IN) else {
            fatalError("GLib does not return without a source")
        }
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_set_name(source, "main actor")
        sleeves_source_set_unix_fd_callback(source) { descriptor, _, _ in
            var wakeUps: UInt64 = 0
            // The descriptor doesn't block. If it is empty, the pass below finds no jobs.
            _ = read(descriptor, &wakeUps, MemoryLayout.size(ofValue: wakeUps))
            _dispatch_main_queue_callback_4CF(nil)
            return 1
        }
        g_source_attach(source, nil)
        g_source_unref(source)

        // Runs the jobs that were queued before the source was attached.
        var wakeUp: UInt64 = 1
        _ = write(descriptor, &wakeUp, MemoryLayout.size(ofValue: wakeUp))
    }
}
