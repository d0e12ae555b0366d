internal import CAdwaita

/// A clock that calls a closure before every frame of a widget, until it is stopped or released.
///
/// While it runs, the display draws continuously. Start it when a movement starts, and stop it when the movement ends.
@MainActor
public final class FrameClock {
    private let object: GObjectReference
    private var identifier: guint = 0
    private let body: @MainActor (_ seconds: Double) -> Void

    /// Starts the clock. The closure receives the frame's time in seconds, from an arbitrary start that all frames share.
    public init(of widget: Widget, _ body: @escaping @MainActor (_ seconds: Double) -> Void) {
        object = widget.object
        self.body = body
        let anchor = Unmanaged.passRetained(WeakClock(self)).toOpaque()
        identifier = gtk_widget_add_tick_callback(
            object.cast(),
            { _, clock, anchor in
                guard let anchor else { return 0 }
                let seconds = Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
                // SAFETY: the anchor is retained until the destroy notify below.
                let weak = Unmanaged<WeakClock>.fromOpaque(anchor).takeUnretainedValue()
                return MainActor.assumeIsolated { weak.clock?.tick(seconds) == true } ? 1 : 0
            },
            anchor,
            { anchor in
                // SAFETY: GTK calls this once, when the callback is removed; it balances the retain above.
                if let anchor { Unmanaged<WeakClock>.fromOpaque(anchor).release() }
            }
        )
    }

    isolated deinit {
        stop()
    }

    /// Stops the clock. The closure isn't called after this returns. Idempotent.
    public func stop() {
        guard identifier != 0 else { return }
        gtk_widget_remove_tick_callback(object.cast(), identifier)
        identifier = 0
    }

    private func tick(_ seconds: Double) -> Bool {
        body(seconds)
        return identifier != 0
    }
}

/// A weak reference from GTK to a clock.
@MainActor
private final class WeakClock {
    weak var clock: FrameClock?

    init(_ clock: FrameClock) {
        self.clock = clock
    }
}
