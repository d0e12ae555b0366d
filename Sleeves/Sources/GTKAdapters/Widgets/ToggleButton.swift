internal import CAdwaita

/// A button that stays pressed until it is pressed again.
@MainActor
public final class ToggleButton: Widget {
    /// Creates a button with a symbol of the icon theme. Screen readers also say the tooltip.
    public init(icon: String, tooltip: String) {
        super.init(gtk_toggle_button_new())
        gtk_button_set_icon_name(object.cast(), icon)
        setName(ofIconButton: tooltip)
    }

    /// Creates a button around a widget. It doesn't stay pressed by itself: `onClick` decides.
    ///
    /// - Parameters:
    ///   - accessibleLabel: What screen readers say for it, which is also its tooltip.
    ///   - onClick: Called when the button is clicked, by pointer or by key.
    public init(_ child: Widget, accessibleLabel: String, style: String..., onClick: @escaping () -> Void) {
        super.init(gtk_toggle_button_new())
        keep(child)
        gtk_button_set_child(object.cast(), child.gtk)
        setName(ofIconButton: accessibleLabel)
        for name in style { addStyle(name) }
        listen(to: "clicked") { _ in onClick() }
    }

    /// The action that a click activates, such as `"app.undo"`, or a member of an action, such as `"app.sort::artist"`; then the button is
    /// pressed while that is selected.
    public var actionName: String? {
        didSet { gtk_actionable_set_detailed_action_name(opaque, actionName) }
    }

    /// Whether the button is pressed. Observable.
    public var isOn: Bool {
        get { property("active").value }
        set { property("active").value = newValue }
    }
}
