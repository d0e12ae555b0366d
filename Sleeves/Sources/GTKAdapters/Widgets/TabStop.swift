internal import CAdwaita

/// A container that is one stop for the Tab key, however many of the widgets in it take the keyboard focus.
///
/// The Tab key leads to the widget that had the focus last, or to the first one, and from there out of the container. Moving the focus
/// inside is up to the content, such as a ``ListBox`` with its arrow keys.
@MainActor
open class TabStop: Widget {
    // State, all protected by the main actor:
    // - last: the widget in the container that had the focus last.
    // - following: the connection to the window's focus, while the container is in a window.

    private var last: GObjectReference?
    private var following: SignalConnection?

    /// Creates a container around a widget.
    public init(_ child: Widget) {
        super.init(Self.widgetClass.make())
        // SAFETY: unretained, and removed before this object goes.
        g_object_set_data(object.cast(), Self.key, Unmanaged.passUnretained(self).toOpaque())
        gtk_widget_set_layout_manager(gtk, gtk_bin_layout_new())
        keep(child)
        gtk_widget_set_parent(child.gtk, gtk)
        listen(to: "realize") { [weak self] _ in self?.followFocus() }
        listen(to: "unrealize") { [weak self] _ in self?.following = nil }
    }

    isolated deinit {
        g_object_set_data(object.cast(), Self.key, nil)
    }

    /// Makes the Tab key lead to the first widget again.
    public func forgetFocus() {
        last = nil
    }

    private func followFocus() {
        guard let root = gtk_widget_get_root(gtk) else { return }
        let window = GObjectReference(sharing: UnsafeMutableRawPointer(root))
        following = SignalConnection(to: window, "notify::focus-widget") { [weak self] _ in
            guard let self, let focus = gtk_root_get_focus(root), gtk_widget_is_ancestor(focus, gtk) != 0 else { return }
            last = GObjectReference(sharing: UnsafeMutableRawPointer(focus))
        }
    }

    /// Moves the focus in a direction, as GTK asks each widget to in turn.
    ///
    /// - Returns: Whether a widget in the container has the focus now.
    private func moveFocus(_ direction: GtkDirectionType) -> Bool {
        guard let child = gtk_widget_get_first_child(gtk) else { return false }
        guard direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD else {
            return gtk_widget_child_focus(child, direction) != 0
        }
        if gtk_widget_get_focus_child(gtk) != nil { return false }
        if let last, gtk_widget_is_ancestor(last.cast(), gtk) != 0, gtk_widget_get_mapped(last.cast()) != 0,
            gtk_widget_grab_focus(last.cast()) != 0
        {
            return true
        }
        return gtk_widget_child_focus(child, GTK_DIR_TAB_FORWARD) != 0
    }

    private nonisolated static let key = "sleeves-tab-stop"

    private static let widgetClass = WidgetClass("SleevesTabStop") { raw, _ in
        if let raw { fillClass(raw.assumingMemoryBound(to: GtkWidgetClass.self)) }
    }

    /// Sets the functions of the class. GObject calls it once.
    private nonisolated static func fillClass(_ widgetClass: UnsafeMutablePointer<GtkWidgetClass>) {
        gtk_widget_class_set_accessible_role(widgetClass, GTK_ACCESSIBLE_ROLE_GROUP)
        WidgetClass.removeChildrenOnDisposal(in: widgetClass)
        widgetClass.pointee.focus = { widget, direction in
            guard let data = widget?.data(TabStop.key) else { return 0 }
            // SAFETY: only this class sets it, while the object lives.
            let stop = Unmanaged<TabStop>.fromOpaque(data).takeUnretainedValue()
            return MainActor.assumeIsolated { stop.moveFocus(direction) ? 1 : 0 }
        }
    }
}
