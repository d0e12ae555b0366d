internal import CAdwaita
internal import Glibc

/// The main loop, which waits for input, timers and signals, and draws.
@MainActor
public enum MainLoop {
    /// Runs a closure once, after a delay.
    ///
    /// - Parameters:
    ///   - milliseconds: the shortest delay.
    ///   - body: the closure to run.
    /// - Returns: a token; releasing or cancelling it cancels the timer.
    public static func after(milliseconds: Int, _ body: @escaping @MainActor () -> Void) -> MainLoopSource {
        MainLoopSource(g_timeout_source_new(guint(max(0, milliseconds)))) {
            body()
            return false
        }
    }

    /// Runs a closure repeatedly.
    ///
    /// - Parameters:
    ///   - milliseconds: the interval.
    ///   - body: the closure to run. Returns whether to run again.
    /// - Returns: a token; releasing or cancelling it cancels the timer.
    public static func every(milliseconds: Int, _ body: @escaping @MainActor () -> Bool) -> MainLoopSource {
        MainLoopSource(g_timeout_source_new(guint(max(0, milliseconds))), body)
    }

    /// Runs a closure on the main loop whenever the process gets a Unix signal, instead of the signal's default action.
    ///
    /// - Parameters:
    ///   - signal: the signal.
    ///   - body: the closure to run. It runs outside the signal handler, so it may do anything.
    /// - Returns: a token; releasing or cancelling it restores the default action.
    public static func onSignal(_ signal: UnixSignal, _ body: @escaping @MainActor () -> Void) -> MainLoopSource {
        // The parent process may have blocked the signal, as a pool thread does.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal.rawValue)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        return MainLoopSource(g_unix_signal_source_new(signal.rawValue)) {
            body()
            return true
        }
    }

    /// Runs the main actor inside GLib's main loop. ``Application`` calls it itself.
    package static func install() {
        MainQueueSource.install()
    }

    /// Waits for the next event and dispatches it.
    ///
    /// - Parameter waits: whether to wait for an event.
    /// - Returns: whether there was an event.
    @discardableResult
    package static func turn(waits: Bool = true) -> Bool {
        g_main_context_iteration(nil, waits ? 1 : 0) != 0
    }
}
