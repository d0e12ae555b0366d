internal import CAdwaita

/// A button that stays pressed until it is pressed again.
@MainActor
public final class ToggleButton: Widget {
    /// Called when it was pressed or released, by whoever.
    public var onToggle: ((Bool) -> Void)?

    /// Creates a button with a symbol of the icon theme, and a hint that is also what a screen reader says.
    public init(icon: String, tooltip: String) {
        super.init(gtk_toggle_button_new())
        gtk_button_set_icon_name(object.cast(), icon)
        self.tooltip = tooltip
        setAccessibleLabel(tooltip)
        listen(to: "toggled") { [weak self] _ in
            guard let self else { return }
            onToggle?(isOn)
        }
    }

    /// Whether it is pressed.
    public var isOn: Bool {
        get { gtk_toggle_button_get_active(object.cast()) != 0 }
        set { gtk_toggle_button_set_active(object.cast(), newValue ? 1 : 0) }
    }
}
