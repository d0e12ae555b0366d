internal import CAdwaita

extension Widget {
    /// Whether the widget can have the keyboard focus.
    public var isFocusable: Bool {
        get { gtk_widget_get_focusable(gtk) != 0 }
        set { gtk_widget_set_focusable(gtk, newValue ? 1 : 0) }
    }

    /// Whether the widget has the keyboard focus.
    public var hasFocus: Bool { gtk_widget_has_focus(gtk) != 0 }

    /// Whether the widget or a descendant has the keyboard focus.
    public var containsFocus: Bool {
        gtk_widget_get_state_flags(gtk).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// Whether the widget or a descendant is the one that has the focus in its window, which need not be the active one.
    public var holdsFocus: Bool {
        guard let root = gtk_widget_get_root(gtk), let focus = gtk_root_get_focus(root) else { return false }
        return focus == gtk || gtk_widget_is_ancestor(focus, gtk) != 0
    }

    /// Moves the keyboard focus to another widget if this one has it, or a descendant. Call it before the widget is removed: until the next frame,
    /// GTK sends keys to what had the focus, also where that is in no window any more. The window need not be the active one.
    public func passFocus(to other: Widget) {
        if holdsFocus { other.grabFocus() }
    }

    /// Requests the keyboard focus.
    ///
    /// - Returns: whether the widget or a child of it took the focus.
    @discardableResult
    public func grabFocus() -> Bool {
        // GTK doesn't tell screen readers about the focus of a widget that is about to be shown for the first time.
        if gtk_widget_get_root(gtk) != nil { gtk_widget_realize(gtk) }
        return gtk_widget_grab_focus(gtk) != 0
    }

    /// Scrolls the widget into view once it has a place in its window, with some space around it. Does nothing in what doesn't scroll vertically.
    public func scrollIntoViewAfterLayout() {
        guard let native = gtk_widget_get_native(gtk), let surface = gtk_native_get_surface(native) else { return }
        let object = GObjectReference(sharing: UnsafeMutableRawPointer(surface))
        scrolling = SignalConnection(to: object, "layout", isAfter: true) { [weak self] _ in
            guard let self, height > 0 else { return }
            scrolling = nil
            // GTK is still laying out.
            GLibContext.enqueue { [weak self] in self?.scrollIntoView() }
        }
    }

    private func scrollIntoView() {
        guard let area = gtk_widget_get_ancestor(gtk, gtk_scrolled_window_get_type()) else { return }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(gtk, area, &bounds) != 0 else { return }
        let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(area))
        let top = gtk_adjustment_get_value(adjustment) + Double(bounds.origin.y)
        gtk_adjustment_clamp_page(adjustment, top - 32, top + Double(bounds.size.height) + 32)
    }

    /// Whether the window shows the focus, because the user navigates with the keyboard.
    var isFocusMarked: Bool {
        guard let window = gtk_widget_get_ancestor(gtk, gtk_window_get_type()) else { return false }
        return gtk_window_get_focus_visible(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)) != 0
    }
}
