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
        nameButtons()
    }

    /// Takes all messages away, those too that wait.
    public func dismissAll() {
        for toast in toasts.values { toast.dismiss() }
    }

    private func letGo(of toast: Toast) {
        toasts[ObjectIdentifier(toast)] = nil
        takeKeyboardBack()
        if toasts.isEmpty { announcement = nil }
        // The next message comes when this one has gone.
        GLibContext.enqueueWhenIdle { [weak self] in self?.nameButtons() }
    }

    private func announce(_ text: String) {
        // The one before ends first: it may have been about the same widget.
        announcement = nil
        if let window { announcement = Announcement(text, in: window) }
    }

    /// Gives the keyboard to what is below where a message that goes has it. GTK would give it to the window's first button, later.
    private func takeKeyboardBack() {
        guard
            let child, let focus = window.flatMap({ gtk_window_get_focus($0) }), gtk_widget_is_ancestor(focus, gtk) != 0,
            focus != child.gtk, gtk_widget_is_ancestor(focus, child.gtk) == 0
        else { return }
        gtk_widget_child_focus(child.gtk, GTK_DIR_TAB_FORWARD)
    }

    private var window: UnsafeMutablePointer<GtkWindow>? {
        gtk_widget_get_ancestor(gtk, gtk_window_get_type()).map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self) }
    }
}
