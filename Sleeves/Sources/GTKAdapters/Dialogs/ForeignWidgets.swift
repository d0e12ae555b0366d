internal import CAdwaita

/// Access to widgets that GTK and libadwaita create themselves, to mend what they leave out, such as accessible names.
@MainActor
enum ForeignWidgets {
    /// Visits a widget and all its descendants.
    static func visit(_ widget: UnsafeMutablePointer<GtkWidget>, _ body: (UnsafeMutablePointer<GtkWidget>) -> Void) {
        body(widget)
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            visit(child, body)
            next = gtk_widget_get_next_sibling(child)
        }
    }

    /// Returns the program's windows of a class, shown or not.
    static func windows(of type: GType) -> [UnsafeMutablePointer<GtkWidget>] {
        guard let list = gtk_window_get_toplevels() else { return [] }
        return (0..<g_list_model_get_n_items(list)).compactMap { index in
            guard let item = g_list_model_get_item(list, index) else { return nil }
            // The list keeps it.
            g_object_unref(item)
            let window = item.assumingMemoryBound(to: GtkWidget.self)
            return isKind(window, of: type) ? window : nil
        }
    }

    /// Mends what screen readers say about a menu that is about to be shown.
    static func mendMenu(_ menu: UnsafeMutablePointer<GtkWidget>) {
        unnamePages(in: menu)
        visit(menu) { part in
            if className(of: part) == "GtkModelButton" { nameItem(part) }
        }
    }

    /// Names an item of a menu by its text. GTK 4.18 has the item's label name it, but gives that label a role that has no name.
    private static func nameItem(_ item: UnsafeMutablePointer<GtkWidget>) {
        var next = gtk_widget_get_first_child(item)
        while let part = next, !isKind(part, of: gtk_label_get_type()) { next = gtk_widget_get_next_sibling(part) }
        guard let label = next.map({ OpaquePointer($0) }), let text = gtk_label_get_text(label),
            gtk_accessible_get_accessible_role(label) == GTK_ACCESSIBLE_ROLE_PRESENTATION
        else { return }
        gtk_accessible_reset_relation(OpaquePointer(item), GTK_ACCESSIBLE_RELATION_LABELLED_BY)
        Widget.setAccessibleLabel(String(cString: text), on: OpaquePointer(item))
    }

    /// Keeps screen readers from saying the class of the pages of stacks, such as those of a menu.
    private static func unnamePages(in widget: UnsafeMutablePointer<GtkWidget>) {
        visit(widget) { part in
            guard isKind(part, of: gtk_stack_get_type()), let pages = gtk_stack_get_pages(OpaquePointer(part)) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(pages)) }
            for place in 0..<g_list_model_get_n_items(pages) {
                guard let page = g_list_model_get_item(pages, place) else { continue }
                Widget.setAccessibleLabel("", on: OpaquePointer(page))
                g_object_unref(page)
            }
        }
    }

    /// Returns the widget as an instance of a class; nil if it isn't one.
    static func cast<Class>(_ widget: UnsafeMutablePointer<GtkWidget>, to type: GType) -> UnsafeMutablePointer<Class>? {
        isKind(widget, of: type) ? UnsafeMutableRawPointer(widget).assumingMemoryBound(to: Class.self) : nil
    }

    /// Returns whether the widget is an instance of a class.
    static func isKind(_ widget: UnsafeMutablePointer<GtkWidget>, of type: GType) -> Bool {
        g_type_check_instance_is_a(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), type) != 0
    }

    /// Returns the name of the widget's class. Some of GTK's classes have no other public sign.
    static func className(of widget: UnsafeMutablePointer<GtkWidget>) -> String {
        let type = g_type_name_from_instance(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self))
        return type.map { String(cString: $0) } ?? ""
    }
}
