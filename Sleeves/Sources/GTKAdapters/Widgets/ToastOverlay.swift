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
    /// What screen readers are told of the newest.
    private var announcement: Announcement?

    /// Creates an overlay.
    public init(_ child: Widget? = nil) {
        super.init(adw_toast_overlay_new())
        guard let child else { return }
        self.child = child
        keep(child)
        adw_toast_overlay_set_child(opaque, child.gtk)
    }

    /// Shows a message, after those that are being shown, and has it said to those who do not see it.
    public func show(_ toast: Toast) {
        toasts[ObjectIdentifier(toast)] = toast
        toast.whenDismissed { [weak self] in self?.letGo(of: $0) }
        announce(toast.title)
        // The overlay takes a reference over.
        g_object_ref(toast.object.pointer)
        adw_toast_overlay_add_toast(opaque, toast.object.opaque)
        nameCloseButtons()
    }

    /// Takes all messages away, those too that wait.
    public func dismissAll() {
        for toast in toasts.values { toast.dismiss() }
    }

    private func letGo(of toast: Toast) {
        toasts[ObjectIdentifier(toast)] = nil
        if toasts.isEmpty { announcement = nil }
        // The next message comes when this one has gone.
        GLibContext.enqueueWhenIdle { [weak self] in self?.nameCloseButtons() }
    }

    private func announce(_ text: String) {
        // The one before ends first: it may have been about the same widget.
        announcement = nil
        guard let window = gtk_widget_get_ancestor(gtk, gtk_window_get_type()) else { return }
        announcement = Announcement(text, in: UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self))
    }
}
