internal import CAdwaita

/// A token for a source of the main loop, which is active until the token is cancelled or released.
@MainActor
public final class MainLoopSource {
    /// The closure that the main loop calls. Returns whether to call it again.
    fileprivate var body: (@MainActor () -> Bool)?

    /// GLib's identifier of the source; 0 after it has been removed.
    private var identifier: guint = 0

    /// Attaches a source, which doesn't retain this token.
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
                // SAFETY: GLib calls this once, when the source is destroyed; it balances the retain above.
                if let anchor { Unmanaged<WeakSource>.fromOpaque(anchor).release() }
            }
        )
        identifier = g_source_attach(source, nil)
        g_source_unref(source)
    }

    isolated deinit {
        cancel()
    }

    /// Whether the source may still fire.
    public var isActive: Bool { identifier != 0 }

    /// Removes the source. It doesn't fire after this returns. Idempotent.
    public func cancel() {
        body = nil
        guard identifier != 0 else { return }
        g_source_remove(identifier)
        identifier = 0
    }

    private func fire() -> Bool {
        guard let body else { return false }
        let wantsMore = body()
        // If the body has cancelled the source, it is already removed, and GLib ignores the result.
        guard identifier != 0 else { return false }
        if !wantsMore {
            identifier = 0
            self.body = nil
        }
        return wantsMore
    }
}

typealias OpaqueSource = UnsafeMutablePointer<GSource>

/// A weak reference from GLib to a token.
@MainActor
private final class WeakSource {
    weak var source: MainLoopSource?

    init(_ source: MainLoopSource) {
        self.source = source
    }
}
