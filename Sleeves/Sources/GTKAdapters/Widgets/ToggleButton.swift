internal import CAdwaita

/// A button that stays pressed until it is pressed again.
@MainActor
public final class ToggleButton: Widget {
    /// Creates a button with a symbol of the icon theme. Screen readers also say the tooltip.
    public init(icon: String, tooltip: String) {
        super.init(gtk_toggle_button_new())
        gtk_button_set_icon_name(object.cast(), icon)
        self.tooltip = tooltip
        setAccessibleLabel(tooltip)
    }

    /// Whether the button is pressed. Observable.
    public var isOn: Bool {
        get { property("active").value }
        set { property("active").value = newValue }
    }
}
