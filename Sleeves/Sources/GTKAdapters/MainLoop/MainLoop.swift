internal import CAdwaita
internal import Glibc

/// The main loop: what waits for input, timers and signals, and draws.
@MainActor
public enum MainLoop {
    /// Runs a closure once, after a time.
    ///
    /// - Parameters:
    ///   - milliseconds: how long to wait at least.
    ///   - body: what to run.
    /// - Returns: a token; releasing or cancelling it calls the timer off.
    public static func after(milliseconds: Int, _ body: @escaping @MainActor () -> Void) -> MainLoopSource {
        MainLoopSource(g_timeout_source_new(guint(max(0, milliseconds)))) {
            body()
            return false
        }
    }

    /// Runs a closure again and again.
    ///
    /// - Parameters:
    ///   - milliseconds: the time from one run to the next.
    ///   - body: what to run. It says whether it wants to run again.
    /// - Returns: a token; releasing or cancelling it ends the series.
    public static func every(milliseconds: Int, _ body: @escaping @MainActor () -> Bool) -> MainLoopSource {
        MainLoopSource(g_timeout_source_new(guint(max(0, milliseconds))), body)
    }

    /// Runs a closure on the main loop whenever the process gets a Unix signal, in place of what the signal does otherwise.
    ///
    /// - Parameters:
    ///   - signal: the signal.
    ///   - body: what to run. Not in the signal handler: everything is allowed.
    /// - Returns: a token; releasing or cancelling it gives the signal its old meaning.
    public static func onSignal(_ signal: UnixSignal, _ body: @escaping @MainActor () -> Void) -> MainLoopSource {
        // Whoever started this program may have blocked the signal, as a thread of a pool does.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal.rawValue)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        return MainLoopSource(g_unix_signal_source_new(signal.rawValue)) {
            body()
            return true
        }
    }

    /// Lets the main actor run inside GLib's main loop. ``Application`` does it for itself.
    package static func install() {
        MainQueueSource.install()
    }

    /// Waits for the next event and deals with it.
    ///
    /// - Parameter waits: whether to wait when there is none.
    /// - Returns: whether there was one.
    @discardableResult
    package static func turn(waits: Bool = true) -> Bool {
        g_main_context_iteration(nil, waits ? 1 : 0) != 0
    }
}
