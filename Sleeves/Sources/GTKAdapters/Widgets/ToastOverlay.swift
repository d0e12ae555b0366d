internal import CAdwaita

/// A widget that shows ``Toast``s over its child, one at a time.
///
/// It replaces libadwaita's: version 1.2 frees a toast that is dismissed while it is appearing, and uses it afterwards.
///
/// **Behavior**
/// - Toasts appear in the order of the calls, each after the previous one has disappeared.
/// - A toast may be dismissed at any time, also from its own button, and while it appears or waits.
/// - A toast stays while the pointer is over it or the keyboard focus is in it.
/// - A toast that disappears while it has the focus passes the focus to the child.
@MainActor
public final class ToastOverlay: Overlay {
    private let revealer = Revealer()
    /// The toast that takes input. The revealer keeps it until it has faded.
    private var shown: Toast?
    private var waiting: [Toast] = []
    private var timer: MainLoopSource?
    private var position: SignalConnection?

    /// Creates an overlay.
    public override init(_ child: Widget? = nil) {
        super.init(child)
        revealer.isVisible = false
        addOverlay(revealer)
        revealer.onHidden = { [weak self] in
            // The revealer's own code is still running.
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

    /// Shows a message after earlier ones. As it appears, it is announced to screen readers.
    public func show(_ toast: Toast) {
        toast.onDismiss = { [weak self, weak toast] in
            if let toast { self?.dismiss(toast) }
        }
        waiting.append(toast)
        showNext()
    }

    /// Dismisses all messages, including queued ones.
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
        ApplicationWindow.containing(gtk)?.announcer.announce(toast: toast.title)
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
        revealer.isRevealed = false
    }

    private func noteHidden() {
        guard shown == nil, revealer.child != nil else { return }
        revealer.child = nil
        revealer.isVisible = false
        showNext()
    }

    /// Moves the focus from a disappearing message to the child. GTK would later move it to the window's first button.
    private func takeKeyboardBack() {
        guard
            let child, let focus = window.flatMap({ gtk_window_get_focus($0) }), gtk_widget_is_ancestor(focus, revealer.gtk) != 0
        else { return }
        gtk_widget_child_focus(child.gtk, GTK_DIR_TAB_FORWARD)
    }

    /// Returns a place at the bottom centre, with the message's width and the height that results from it.
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
