internal import CAdwaita

/// A widget over which ``Toast``s are shown, one at a time.
@MainActor
public final class ToastOverlay: Widget {
    /// What is below the messages.
    public var child: Widget? {
        didSet {
            guard child !== oldValue else { return }
            exchange(oldValue, for: child)
            adw_toast_overlay_set_child(opaque, child.gtk)
        }
    }

    /// The messages that are shown or wait to be; kept so that their buttons work.
    private var toasts: [ObjectIdentifier: Toast] = [:]

    /// Creates an overlay.
    public init(_ child: Widget? = nil) {
        super.init(adw_toast_overlay_new())
        guard let child else { return }
        self.child = child
        keep(child)
        adw_toast_overlay_set_child(opaque, child.gtk)
    }

    /// Shows a message, after those that are being shown.
    public func show(_ toast: Toast) {
        toasts[ObjectIdentifier(toast)] = toast
        toast.whenDismissed { [weak self] in self?.toasts[ObjectIdentifier($0)] = nil }
        // The overlay takes a reference over.
        g_object_ref(toast.object.pointer)
        adw_toast_overlay_add_toast(opaque, toast.object.opaque)
    }
}
