internal import CAdwaita

/// Hears when the keyboard focus comes to a widget, or to one inside of it, and when it leaves.
@MainActor
public final class FocusController: EventController {
    /// Called when the focus comes.
    public var onEnter: (() -> Void)?
    /// Called when the focus leaves.
    public var onLeave: (() -> Void)?

    /// Creates a controller.
    public init() {
        super.init(gtk_event_controller_focus_new(), phase: .bubble)
        listen(to: "enter") { [weak self] _ in self?.onEnter?() }
        listen(to: "leave") { [weak self] _ in self?.onLeave?() }
    }
}
