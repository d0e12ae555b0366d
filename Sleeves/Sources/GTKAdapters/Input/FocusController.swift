internal import CAdwaita

/// A controller that reports when the keyboard focus enters or leaves a widget or its descendants.
///
/// It doesn't report that the window takes the focus away only to give it back at once, for screen readers.
@MainActor
public final class FocusController: EventController {
    /// Called when the focus enters.
    public var onEnter: (() -> Void)?
    /// Called when the focus leaves.
    public var onLeave: (() -> Void)?

    /// Creates a controller.
    public init() {
        super.init(gtk_event_controller_focus_new(), phase: .bubble)
        listen(to: "enter") { [weak self] _ in if let self, moves { onEnter?() } }
        listen(to: "leave") { [weak self] _ in if let self, moves { onLeave?() } }
    }

    /// Whether the focus moves to another widget or another window.
    private var moves: Bool {
        guard let widget = gtk_event_controller_get_widget(object.opaque) else { return true }
        return ApplicationWindow.containing(widget)?.isReportingFocus != true
    }
}
