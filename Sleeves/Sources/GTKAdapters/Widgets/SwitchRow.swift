internal import CAdwaita

/// A row with a title, a smaller line below, and a switch. A click anywhere in the row turns the switch.
@MainActor
public final class SwitchRow: Widget {
    /// Called when the user turns the switch.
    public var onSwitch: ((Bool) -> Void)?

    private let control = Widget(gtk_switch_new())
    private var isChanging = false

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - title: the title. Never markup.
    ///   - subtitle: the line below. Never markup.
    public init(_ title: String, subtitle: String = "") {
        super.init(adw_action_row_new())
        adw_preferences_row_set_use_markup(object.cast(), 0)
        adw_preferences_row_set_title(object.cast(), title)
        keep(control)
        control.verticalAlignment = .center
        // The switch has the keyboard focus, so it says what it is for.
        control.setAccessibleLabel(title)
        adw_action_row_add_suffix(object.cast(), control.gtk)
        adw_action_row_set_activatable_widget(object.cast(), control.gtk)
        gtk_list_box_row_set_activatable(object.cast(), 1)
        self.subtitle = subtitle
        control.listen(to: "notify::active") { [weak self] _ in
            guard let self, !isChanging else { return }
            onSwitch?(isOn)
        }
    }

    /// The line below the title. Never markup.
    public var subtitle: String {
        get { adw_action_row_get_subtitle(object.cast()).map { String(cString: $0) } ?? "" }
        set {
            adw_action_row_set_subtitle(object.cast(), newValue)
            control.setAccessibleDescription(newValue)
        }
    }

    /// Whether the switch is on. Setting it doesn't call the handler.
    public var isOn: Bool {
        get { gtk_switch_get_active(control.opaque) != 0 }
        set {
            isChanging = true
            defer { isChanging = false }
            gtk_switch_set_active(control.opaque, newValue ? 1 : 0)
        }
    }
}
