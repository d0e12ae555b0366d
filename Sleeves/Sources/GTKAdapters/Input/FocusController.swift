internal import CAdwaita

/// A controller that reports when the keyboard focus enters or leaves a widget or its descendants.
@MainActor
public final class FocusController: EventController {
    /// Called when the focus enters.
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
