internal import CAdwaita

/// An announcement of something short-lived, such as a ``Toast``, to screen readers.
///
/// GTK 4.8 has no announcements. It does notify screen readers when the description of the focused widget changes, and they say it. So the
/// message becomes that description for as long as it is shown. If no visible widget has the focus, the message waits for the first one
/// that gets it.
@MainActor
final class Announcement {
    private let window: GObjectReference
    private let text: String
    private var widget: GObjectReference?
    private var waiting: SignalConnection?

    /// Announces a text.
    ///
    /// - Parameter window: The window that the message is shown in.
    init(_ text: String, in window: UnsafeMutablePointer<GtkWindow>) {
        self.text = text
        self.window = GObjectReference(sharing: UnsafeMutableRawPointer(window))
        if let focus = gtk_window_get_focus(window), gtk_widget_get_mapped(focus) != 0 {
            say()
        } else {
            waiting = SignalConnection(to: self.window, "notify::focus-widget") { [weak self] _ in self?.say() }
        }
    }

    isolated deinit {
        if let widget { Self.describe(widget, as: Self.ownDescription(of: widget)) }
    }

    private func say() {
        guard widget == nil, let focus = gtk_window_get_focus(window.cast()) else { return }
        let widget = GObjectReference(sharing: UnsafeMutableRawPointer(focus))
        self.widget = widget
        waiting = nil
        Self.describe(widget, as: text)
    }

    /// Remembers a widget's own description, because GTK doesn't return it.
    static func note(_ description: String, of widget: GObjectReference) {
        g_object_set_data_full(widget.cast(), key, g_strdup(description), g_free)
    }

    private static let key = "sleeves-description"

    private static func ownDescription(of widget: GObjectReference) -> String {
        if let own = g_object_get_data(widget.cast(), key) { return String(cString: own.assumingMemoryBound(to: CChar.self)) }
        // GTK uses the tooltip as the description.
        return gtk_widget_get_tooltip_text(widget.cast()).map { String(cString: $0) } ?? ""
    }

    private static func describe(_ widget: GObjectReference, as text: String) {
        var property = GTK_ACCESSIBLE_PROPERTY_DESCRIPTION
        var value = GValue()
        g_value_init(&value, sleeves_type_string())
        defer { g_value_unset(&value) }
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
    }
}
