internal import CAdwaita

/// A widget over which ``Toast``s are shown, one at a time.
///
/// It replaces libadwaita's: version 1.2 frees a toast that is dismissed while it still appears, and uses it afterwards.
///
/// **Behavior**
/// - Toasts appear in the order in which they were shown, each after the one before has gone.
/// - A toast may be dismissed at any moment, also from its own button, and while it appears or waits.
/// - A toast stays while the pointer is over it or the keyboard is in it.
/// - A toast that goes away while it has the keyboard gives it to what is below.
@MainActor
public final class ToastOverlay: Overlay {
    private let revealer = Revealer()
    /// The toast that takes input. The revealer keeps it a little longer, until it has faded.
    private var shown: Toast?
    private var waiting: [Toast] = []
    private var timer: MainLoopSource?
    private var position: SignalConnection?
    /// What screen readers are told of the newest.
    private var announcement: Announcement?

    /// Creates an overlay.
    public override init(_ child: Widget? = nil) {
        super.init(child)
        revealer.isVisible = false
        addOverlay(revealer)
        revealer.onHidden = { [weak self] in
            // GTK is in the middle of the revealer's own work.
            GLibContext.enqueue { self?.noteHidden() }
        }
        position = SignalConnection(deciding: object, "get-child-position") { [weak self] arguments in
            guard let self, arguments.object(0) == revealer.object.pointer, let place = arguments.boxed(1, as: GdkRectangle.self) else {
                return false
            }
            place.pointee = toastPlace()
            return true
        }
    }

    /// Shows a message, after those that are being shown, and announces it to screen readers.
    public func show(_ toast: Toast) {
        toast.onDismiss = { [weak self, weak toast] in
            if let toast { self?.dismiss(toast) }
        }
        waiting.append(toast)
        announce(toast.title)
        showNext()
    }

    /// Dismisses all messages, including those that wait.
    public func dismissAll() {
        for toast in waiting { toast.retire() }
        waiting = []
        shown?.dismiss()
    }

    private func showNext() {
        guard shown == nil, revealer.child == nil, !waiting.isEmpty else { return }
        let toast = waiting.removeFirst()
        shown = toast
        revealer.child = toast
        revealer.isVisible = true
        revealer.isRevealed = true
        guard toast.milliseconds > 0 else { return }
        timer = MainLoop.every(milliseconds: toast.milliseconds) { [weak toast] in
            guard let toast, !toast.isAttended else { return toast != nil }
            toast.dismiss()
            return false
        }
    }

    private func dismiss(_ toast: Toast) {
        guard toast === shown else {
            waiting.removeAll { $0 === toast }
            return
        }
        takeKeyboardBack()
        toast.retire()
        shown = nil
        timer = nil
        if waiting.isEmpty { announcement = nil }
        revealer.isRevealed = false
    }

    private func noteHidden() {
        guard shown == nil, revealer.child != nil else { return }
        revealer.child = nil
        revealer.isVisible = false
        showNext()
    }

    private func announce(_ text: String) {
        // The one before ends first: it may have been about the same widget.
        announcement = nil
        if let window { announcement = Announcement(text, in: window) }
    }

    /// Gives the keyboard to what is below where a message that goes has it. GTK would give it to the window's first button, later.
    private func takeKeyboardBack() {
        guard
            let child, let focus = window.flatMap({ gtk_window_get_focus($0) }), gtk_widget_is_ancestor(focus, revealer.gtk) != 0
        else { return }
        gtk_widget_child_focus(child.gtk, GTK_DIR_TAB_FORWARD)
    }

    /// At the bottom, in the middle, as wide as the message and as high as it is then.
    private func toastPlace() -> GdkRectangle {
        let (width, height) = (gint(child?.width ?? width), gint(child?.height ?? self.height))
        var (least, best): (gint, gint) = (0, 0)
        gtk_widget_measure(revealer.gtk, GTK_ORIENTATION_HORIZONTAL, -1, &least, &best, nil, nil)
        let toastWidth = max(least, min(best, width))
        gtk_widget_measure(revealer.gtk, GTK_ORIENTATION_VERTICAL, toastWidth, &least, &best, nil, nil)
        return GdkRectangle(x: (width - toastWidth) / 2, y: height - best, width: toastWidth, height: best)
    }

    private var window: UnsafeMutablePointer<GtkWindow>? {
        gtk_widget_get_ancestor(gtk, gtk_window_get_type()).map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self) }
    }
}
