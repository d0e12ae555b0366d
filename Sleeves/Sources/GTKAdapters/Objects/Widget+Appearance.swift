internal import CAdwaita

extension Widget {
    /// Whether the widget is visible. A widget that isn't takes no space.
    public var isVisible: Bool {
        get { gtk_widget_get_visible(gtk) != 0 }
        set {
            LayoutGuard.noteRequest(of: self)
            gtk_widget_set_visible(gtk, newValue ? 1 : 0)
        }
    }

    /// Whether the widget is on screen: it and all its parents are visible.
    public var isMapped: Bool { gtk_widget_get_mapped(gtk) != 0 }

    /// Whether the widget takes input. A widget that doesn't is drawn faded.
    public var isSensitive: Bool {
        get { gtk_widget_get_sensitive(gtk) != 0 }
        set { gtk_widget_set_sensitive(gtk, newValue ? 1 : 0) }
    }

    /// The opacity of the widget, 0 to 1.
    public var opacity: Double {
        get { gtk_widget_get_opacity(gtk) }
        set { gtk_widget_set_opacity(gtk, newValue) }
    }

    /// The text that appears when the pointer rests on the widget.
    public var tooltip: String? {
        get { gtk_widget_get_tooltip_text(gtk).map { String(cString: $0) } }
        set {
            // GTK asks the display for the pointer's position each time, and waits for the answer.
            guard newValue != tooltip else { return }
            gtk_widget_set_tooltip_text(gtk, newValue)
        }
    }

    /// Adds style classes, such as `"title-2"` or `"dim-label"`.
    public func addStyle(_ classes: String...) {
        for name in classes { gtk_widget_add_css_class(gtk, name) }
    }

    /// Removes style classes.
    public func removeStyle(_ classes: String...) {
        for name in classes { gtk_widget_remove_css_class(gtk, name) }
    }

    /// Adds or removes a style class.
    public func setStyle(_ name: String, _ isOn: Bool) {
        isOn ? addStyle(name) : removeStyle(name)
    }

    /// Returns whether the widget has a style class.
    public func hasStyle(_ name: String) -> Bool {
        gtk_widget_has_css_class(gtk, name) != 0
    }

    /// Whether clicks and movements of the pointer reach the widget. Otherwise, they reach what is behind it.
    public var takesPointer: Bool {
        get { gtk_widget_get_can_target(gtk) != 0 }
        set { gtk_widget_set_can_target(gtk, newValue ? 1 : 0) }
    }

    /// Whether drawing of the children outside the widget is clipped. This also gives pictures the widget's rounded corners.
    public var clipsContent: Bool {
        get { gtk_widget_get_overflow(gtk) == GTK_OVERFLOW_HIDDEN }
        set { gtk_widget_set_overflow(gtk, newValue ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE) }
    }
}
