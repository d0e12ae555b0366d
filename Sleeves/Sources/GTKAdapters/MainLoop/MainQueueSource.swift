internal import CAdwaita
internal import Dispatch
internal import Glibc

/// Lets the main actor run inside GLib's main loop.
///
/// On Linux the main actor's jobs go to libdispatch's main queue, which only libdispatch and CoreFoundation know how to run. This is a GLib
/// source on the descriptor by which libdispatch asks for a run, so that `Task { @MainActor in … }`, `Task.sleep` and
/// `DispatchQueue.main` work while GTK runs.
///
/// **Behavior**
/// - One pass runs what was waiting when it began, then the other sources have their turn: jobs that beget jobs do not starve drawing.
/// - While a job runs, a nested main loop runs no others, as everywhere with libdispatch. The source cannot recurse, so that the wake-up
///   for them is not lost, but stays in the descriptor until the outer pass is over.
/// - Only where the main thread is not inside of the main queue already: `Application.run()` must be called from a synchronous `main`.
@MainActor
enum MainQueueSource {
    /// Whether the source is attached. Main actor.
    private static var isInstalled = false

    /// Attaches the source to GLib's default context, once for the life of the process.
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
            // The descriptor does not block; with nothing in it the pass below finds nothing either.
            _ = read(descriptor, &wakeUps, MemoryLayout.size(ofValue: wakeUps))
            _dispatch_main_queue_callback_4CF(nil)
            return 1
        }
        g_source_attach(source, nil)
        g_source_unref(source)

        // What was queued before anybody listened.
        var wakeUp: UInt64 = 1
        _ = write(descriptor, &wakeUp, MemoryLayout.size(ofValue: wakeUp))
    }
}
