internal import CAdwaita

/// A `GClosure` around a Swift closure, which GLib calls when a signal is emitted.
///
/// One marshaller serves all signals, because it passes on GLib's own array of values.
final class SignalClosure {
    typealias Body = @MainActor (_ arguments: SignalArguments, _ result: UnsafeMutablePointer<GValue>?) -> Void

    private let body: Body

    private init(_ body: @escaping Body) {
        self.body = body
    }

    /// Makes a floating `GClosure` that owns the Swift closure and destroys it with itself.
    static func make(_ body: @escaping Body) -> UnsafeMutablePointer<GClosure> {
        let box = Unmanaged.passRetained(SignalClosure(body)).toOpaque()
        guard let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box) else {
            fatalError("GLib does not return without a closure")
        }
        g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
            guard let box = closure?.pointee.data, let values else { return }
            // SAFETY: `data` is the box retained above, which the finalize notifier releases only after the last call. GLib emits the
            // signals of widgets on the thread of the main loop, which assumeIsolated checks; so nothing here crosses threads.
            nonisolated(unsafe) let handler = Unmanaged<SignalClosure>.fromOpaque(box).takeUnretainedValue()
            nonisolated(unsafe) let answer = result
            nonisolated(unsafe) let arguments = SignalArguments(UnsafeBufferPointer(start: values, count: Int(count)))
            MainActor.assumeIsolated { handler.body(arguments, answer) }
        }
        g_closure_add_finalize_notifier(closure, box) { box, _ in
            // SAFETY: GLib calls this once, when the closure is destroyed; it balances the retain above.
            if let box { Unmanaged<SignalClosure>.fromOpaque(box).release() }
        }
        return closure
    }
}
