import CAccessibleText
import CAdwaita

/// A widget of GTK's, as a person and a screen reader meet it.
///
/// It doesn't keep the widget alive, so it is only valid while it is looked at. It isn't `Sendable`: no wait returns one.
struct WidgetNode {
    private let widget: UnsafeMutablePointer<GtkWidget>

    init(_ widget: UnsafeMutablePointer<GtkWidget>) {
        self.widget = widget
    }

    /// An identifier among all that there are at the time.
    var identifier: UInt { UInt(bitPattern: widget) }

    /// The role, as screen readers say it. Newer versions of GTK have a role of their own for a toggle button.
    var role: GtkAccessibleRole {
        isA(gtk_toggle_button_get_type()) ? GTK_ACCESSIBLE_ROLE_BUTTON : gtk_accessible_get_accessible_role(OpaquePointer(widget))
    }

    /// The name that screen readers say: for a label its text, and for a control without another name the text in it.
    var name: String {
        if let name = text ?? explicitName, !name.isEmpty { return name }
        // The text in a field stands for what it contains, and the entry around it has the name.
        return isFocusable && contents == nil ? texts.first ?? "" : ""
    }

    /// The name that somebody has given it.
    var explicitName: String? { Self.taking(sleeves_accessible_name(widget)) }

    /// The name, or else that of what it is a part of.
    var nameOfWhole: String {
        let name = name
        return name.isEmpty ? parent?.nameOfWhole ?? "" : name
    }

    /// The description, which screen readers say after the name.
    var description: String { Self.taking(sleeves_accessible_description(widget)) ?? "" }

    /// The text, if it is a label.
    var text: String? {
        guard isA(gtk_label_get_type()) else { return nil }
        return gtk_label_get_text(OpaquePointer(widget)).map { String(cString: $0) }
    }

    /// The text that it draws, if it is a line of the wall, which is named as a whole.
    var line: String? {
        g_object_get_data(cast(), "sleeves-text").map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }

    /// The text in it, if it is a field.
    var contents: String? {
        guard isA(gtk_text_get_type()) else { return nil }
        return gtk_editable_get_text(OpaquePointer(widget)).map { String(cString: $0) }
    }

    /// The address of the link that has the keyboard, if it is a label with links.
    var focusedLink: String? {
        guard isA(gtk_label_get_type()), isFocused else { return nil }
        return gtk_label_get_current_uri(OpaquePointer(widget)).map { String(cString: $0) }
    }

    var isSelected: Bool { sleeves_accessible_is_selected(widget) }
    /// Whether it is a picture that is shown. A picture without a texture is hidden from screen readers.
    var isPicture: Bool { role == GTK_ACCESSIBLE_ROLE_IMG && !isHiddenFromScreenReaders && isShown }
    var isHiddenFromScreenReaders: Bool { sleeves_accessible_is_hidden(widget) }
    /// Whether something else is its name, such as the label beside it.
    var isLabelled: Bool { gtk_test_accessible_has_relation(OpaquePointer(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY) != 0 }
    var isFocused: Bool { gtk_widget_has_focus(widget) != 0 }
    /// Gives the widget the focus as the program does, without a key.
    func grabFocus() -> Bool { gtk_widget_grab_focus(widget) != 0 }
    var isMapped: Bool { gtk_widget_get_mapped(widget) != 0 }
    var isFocusable: Bool { gtk_widget_get_focusable(widget) != 0 }
    var isSensitive: Bool { gtk_widget_is_sensitive(widget) != 0 }
    /// Whether it is switched on.
    var isOn: Bool {
        if isA(gtk_switch_get_type()) { return gtk_switch_get_active(OpaquePointer(widget)) != 0 }
        if isA(gtk_check_button_get_type()) { return gtk_check_button_get_active(cast()) != 0 }
        return isA(gtk_toggle_button_get_type()) && gtk_toggle_button_get_active(cast()) != 0
    }
    /// Whether it is a line of a menu.
    var isMenuItem: Bool { typeName == "GtkModelButton" }
    /// The name of its class.
    var typeName: String { String(cString: g_type_name_from_instance(cast())) }

    /// Whether it is shown: in a window on the screen, and not transparent.
    var isShown: Bool {
        guard isMapped, gtk_widget_get_width(widget) > 0, gtk_widget_get_height(widget) > 0 else { return false }
        var next: UnsafeMutablePointer<GtkWidget>? = widget
        while let part = next {
            if gtk_widget_get_opacity(part) == 0 { return false }
            next = gtk_widget_get_parent(part)
        }
        return true
    }

    /// The width and the height, without a border.
    var size: [Int] { [Int(gtk_widget_get_width(widget)), Int(gtk_widget_get_height(widget))] }

    /// The place in its window; `nil` if it isn't shown.
    var frame: Frame? {
        guard isShown, let native = gtk_widget_get_native(widget), let root = gtk_widget_get_root(widget) else { return nil }
        let origin = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, origin, &bounds) != 0 else { return nil }
        var (x, y) = (Double(bounds.origin.x), Double(bounds.origin.y))
        // A popover has a surface of its own.
        if native != root {
            let (inner, outer) = (Self.border(of: native), Self.border(of: root))
            let surface = gtk_native_get_surface(native)
            x += inner.x - outer.x + Double(gdk_popup_get_position_x(surface))
            y += inner.y - outer.y + Double(gdk_popup_get_position_y(surface))
        }
        return Frame(x: Int(x.rounded()), y: Int(y.rounded()), width: Int(bounds.size.width), height: Int(bounds.size.height))
    }

    /// The window that it is in.
    var window: UnsafeMutablePointer<GtkWidget>? {
        gtk_widget_get_root(widget).map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }
    }

    /// The space around a window's content, for its shadow.
    private static func border(of native: OpaquePointer) -> (x: Double, y: Double) {
        var border = (x: 0.0, y: 0.0)
        gtk_native_get_surface_transform(native, &border.x, &border.y)
        return border
    }

    // MARK: The tree

    var parent: WidgetNode? { gtk_widget_get_parent(widget).map(WidgetNode.init) }

    var children: [WidgetNode] {
        var children: [WidgetNode] = []
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            children.append(WidgetNode(child))
            next = gtk_widget_get_next_sibling(child)
        }
        return children
    }

    /// This one, and all below it but what is below something transparent, each before its children.
    var tree: [WidgetNode] {
        var nodes: [WidgetNode] = []
        appendTree(to: &nodes)
        return nodes
    }

    private func appendTree(to nodes: inout [WidgetNode]) {
        guard gtk_widget_get_mapped(widget) != 0, gtk_widget_get_opacity(widget) > 0 else { return }
        nodes.append(self)
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            WidgetNode(child).appendTree(to: &nodes)
            next = gtk_widget_get_next_sibling(child)
        }
    }

    /// All that is shown in the tree below, this one included, of a role.
    func all(_ role: GtkAccessibleRole) -> [WidgetNode] {
        tree.filter { $0.role == role && $0.isShown }
    }

    /// The first that is shown in the tree below, this one included, of a role and a name.
    func first(_ role: GtkAccessibleRole, named name: String? = nil) -> WidgetNode? {
        tree.first { $0.role == role && (name == nil || $0.name == name) && $0.isShown }
    }

    /// The texts of the labels that are shown.
    var texts: [String] {
        tree.filter(\.isShown).compactMap(\.text).filter { !$0.isEmpty }
    }

    private func isA(_ type: GType) -> Bool {
        g_type_check_instance_is_a(cast(), type) != 0
    }

    private func cast<Instance>(to type: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
        // SAFETY: a GObject's first member is its parent class's instance, so one address is valid for all its classes.
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: type)
    }

    private static func taking(_ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard let text else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}

@available(*, unavailable)
extension WidgetNode: Sendable {}
