internal import CAdwaita
internal import Localization

extension Widget {
    /// The role of a widget for assistive technologies.
    public enum AccessibleRole: Sendable {
        /// A dialog.
        case dialog
        /// A group of widgets.
        case group
        /// A heading.
        case heading
        /// A picture.
        case image
        /// A list of items.
        case list
        /// An item of a list.
        case listItem
        /// Decoration without a meaning.
        case presentation

        fileprivate var gtk: GtkAccessibleRole {
            switch self {
            case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
            case .group: GTK_ACCESSIBLE_ROLE_GROUP
            case .heading: GTK_ACCESSIBLE_ROLE_HEADING
            case .image: GTK_ACCESSIBLE_ROLE_IMG
            case .list: GTK_ACCESSIBLE_ROLE_LIST
            case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
            case .presentation: GTK_ACCESSIBLE_ROLE_PRESENTATION
            }
        }
    }

    /// Sets the role for assistive technologies. Call it before the widget is shown; later calls have no effect.
    public func setAccessibleRole(_ role: AccessibleRole) {
        object.setEnumeration("accessible-role", type: gtk_accessible_role_get_type(), to: role.gtk.rawValue)
    }

    /// Sets the name that a screen reader says.
    public func setAccessibleLabel(_ text: String) {
        Widget.setAccessibleLabel(text, on: opaque)
    }

    /// Sets the name of one of GTK's own widgets.
    static func setAccessibleLabel(_ text: String, on widget: OpaquePointer) {
        setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, to: text, on: widget)
    }

    /// Sets the tooltip of a button with a symbol, and has screen readers say it as the name.
    func setName(ofIconButton text: String) {
        tooltip = text
        setAccessibleLabel(text)
        // GTK also has the symbol name it, and the tooltip describe it.
        gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        setAccessibleDescription("")
    }

    /// Sets the longer text that a screen reader says after the name.
    public func setAccessibleDescription(_ text: String) {
        Announcer.setOwnDescription(text, of: object, announcer: ApplicationWindow.containing(gtk)?.announcer)
    }

    /// Has screen readers say something short-lived. The widget must be in an ``ApplicationWindow``; elsewhere, nothing happens.
    public func announce(_ text: String) {
        ApplicationWindow.containing(gtk)?.announcer.announce(text)
    }

    /// Sets what a screen reader says instead of the widget's number.
    func setAccessibleValueText(_ text: String) {
        Widget.setAccessible(GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, to: text, on: opaque)
    }

    /// Sets whether the widget's text is marked as invalid.
    func setAccessibleInvalid(_ isInvalid: Bool) {
        var state = GTK_ACCESSIBLE_STATE_INVALID
        var value = GValue()
        // GTK initialises the value as an enumeration, but reads it as an integer.
        g_value_init(&value, sleeves_type_int())
        defer { g_value_unset(&value) }
        g_value_set_int(&value, gint(bitPattern: (isInvalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE).rawValue))
        gtk_accessible_update_state_value(opaque, 1, &state, &value)
    }

    /// Sets whether the widget is marked as selected.
    func setAccessibleSelected(_ isSelected: Bool) {
        // The state has three values; this module doesn't use "undefined".
        setAccessible(GTK_ACCESSIBLE_STATE_SELECTED) { g_value_set_int(&$0, isSelected ? 1 : 0) }
    }

    /// Hides the widget from screen readers, or shows it to them.
    func setAccessibleHidden(_ isHidden: Bool) {
        Widget.setAccessibleHidden(isHidden, of: opaque)
        let isRepeated = g_object_get_data(object.cast(), Widget.hiddenKey) != nil
        g_object_set_data(object.cast(), Widget.hiddenKey, UnsafeMutableRawPointer(bitPattern: isHidden ? 2 : 1))
        guard isHidden, !isRepeated else { return }
        // GTK 4.18 shows each widget to screen readers as soon as it is mapped, after the handlers of the signal.
        let mapping = SignalClosure.make { arguments, _ in
            guard let sender = arguments.sender.map(GObjectReference.init(sharing:)) else { return }
            GLibContext.enqueue { Widget.hideAgain(sender) }
        }
        g_signal_connect_closure(object.pointer, "map", mapping, 0)
    }

    private static let hiddenKey = "sleeves-hidden"

    private static func hideAgain(_ object: GObjectReference) {
        let isHidden = g_object_get_data(object.cast(), hiddenKey) == UnsafeMutableRawPointer(bitPattern: 2)
        if isHidden { setAccessibleHidden(true, of: object.opaque) }
    }

    private static func setAccessibleHidden(_ isHidden: Bool, of widget: OpaquePointer) {
        setAccessible(GTK_ACCESSIBLE_STATE_HIDDEN, of: widget) { g_value_set_boolean(&$0, isHidden ? 1 : 0) }
    }

    /// Returns a name with a position among several, counted from 0: "…, 3 of 35".
    public static func accessibleName(_ name: String, at position: Int, of count: Int) -> String {
        let place = ["number": formatted(position + 1), "count": formatted(count)]
        if name.isEmpty { return localized("{number} of {count}", place) }
        return localized("{name}, {number} of {count}", place.merging(["name": name]) { $1 })
    }

    /// Sets the widget's position among several, counted from 0.
    func setAccessiblePosition(_ position: Int, of count: Int) {
        Widget.setAccessiblePosition(position, of: count, on: opaque)
    }

    /// Sets the position of one of GTK's own widgets among several, counted from 0.
    static func setAccessiblePosition(_ position: Int, of count: Int, on widget: OpaquePointer) {
        for (relation, number) in [(GTK_ACCESSIBLE_RELATION_POS_IN_SET, position + 1), (GTK_ACCESSIBLE_RELATION_SET_SIZE, count)] {
            var relation = relation
            var value = GValue()
            gtk_accessible_relation_init_value(relation, &value)
            defer { g_value_unset(&value) }
            g_value_set_int(&value, gint(clamping: number))
            gtk_accessible_update_relation_value(widget, 1, &relation, &value)
        }
    }

    private func setAccessible(_ state: GtkAccessibleState, fill: (inout GValue) -> Void) {
        Widget.setAccessible(state, of: opaque, fill: fill)
    }

    private static func setAccessible(_ state: GtkAccessibleState, of widget: OpaquePointer, fill: (inout GValue) -> Void) {
        var state = state
        var value = GValue()
        gtk_accessible_state_init_value(state, &value)
        defer { g_value_unset(&value) }
        fill(&value)
        gtk_accessible_update_state_value(widget, 1, &state, &value)
    }

    static func setAccessible(_ property: GtkAccessibleProperty, to text: String, on widget: OpaquePointer) {
        var property = property
        var value = GValue()
        g_value_init(&value, sleeves_type_string())
        defer { g_value_unset(&value) }
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(widget, 1, &property, &value)
    }
}
