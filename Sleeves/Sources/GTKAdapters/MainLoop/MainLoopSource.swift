internal import CAdwaita

/// Something that the main loop waits for, until this token is cancelled or released.
@MainActor
public final class MainLoopSource {
    /// What the main loop calls. It says whether it wants to be called again.
    fileprivate var body: (@MainActor () -> Bool)?

    /// GLib's number for the source; 0 when there is none any more.
    private var identifier: guint = 0

    /// Attaches a source. It does not own this token.
    init(_ source: OpaqueSource, _ body: @escaping @MainActor () -> Bool) {
        self.body = body
        let anchor = Unmanaged.passRetained(WeakSource(self)).toOpaque()
        g_source_set_callback(
            source,
            { anchor in
                guard let anchor else { return 0 }
                // SAFETY: the anchor is retained until the destroy notify below. The default context runs on the main thread, which
                // assumeIsolated checks.
                let weak = Unmanaged<WeakSource>.fromOpaque(anchor).takeUnretainedValue()
                return MainActor.assumeIsolated { weak.source?.fire() == true } ? 1 : 0
            },
            anchor,
            { anchor in
                // SAFETY: GLib calls this once, when the source is destroyed; it gives back the retain from above.
                if let anchor { Unmanaged<WeakSource>.fromOpaque(anchor).release() }
            }
        )
        identifier = g_source_attach(source, nil)
        g_source_unref(source)
    }

    isolated deinit {
        cancel()
    }

    /// Whether it may still fire.
    public var isActive: Bool { identifier != 0 }

    /// Ends it. It does not fire after this returns. Idempotent.
    public func cancel() {
        body = nil
        guard identifier != 0 else { return }
        g_source_remove(identifier)
        identifier = 0
    }

    private func fire() -> Bool {
        guard let body else { return false }
        let wantsMore = body()
        // The body may have cancelled: then the source is gone already, and GLib does not mind which answer it gets.
        guard identifier != 0 else { return false }
        if !wantsMore {
            identifier = 0
            self.body = nil
        }
        return wantsMore
    }
}

typealias OpaqueSource = UnsafeMutablePointer<GSource>

/// The way from GLib to a token, without owning it.
@MainActor
private final class WeakSource {
    weak var source: MainLoopSource?

    init(_ source: MainLoopSource) {
        self.source = source
    }
}
