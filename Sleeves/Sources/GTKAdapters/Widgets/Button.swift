internal import CAdwaita

/// A button.
@MainActor
public final class Button: Widget {
    /// Called when the button is clicked, by pointer or by key.
    public var onClick: (() -> Void)?

    /// Creates a button with a text.
    public init(_ label: String, style: String..., onClick: (() -> Void)? = nil) {
        super.init(gtk_button_new_with_label(label))
        for name in style { addStyle(name) }
        start(onClick)
    }

    /// Creates a button with a symbol of the icon theme. Screen readers also say the tooltip.
    public init(icon: String, tooltip: String, style: String..., onClick: (() -> Void)? = nil) {
        super.init(gtk_button_new_from_icon_name(icon))
        setName(ofIconButton: tooltip)
        for name in style { addStyle(name) }
        start(onClick)
    }

    /// Creates a button with a symbol of the icon theme and a text beside it.
    public init(_ label: String, icon: String, style: String..., onClick: (() -> Void)? = nil) {
        super.init(gtk_button_new())
        // The content also names the button for screen readers.
        gtk_button_set_child(object.cast(), adw_button_content_new())
        show(label, icon: icon)
        for name in style { addStyle(name) }
        start(onClick)
    }

    /// Creates a button around a widget.
    ///
    /// - Parameter accessibleLabel: What screen readers say for it.
    public init(_ child: Widget, accessibleLabel: String, style: String..., onClick: (() -> Void)? = nil) {
        super.init(gtk_button_new())
        keep(child)
        gtk_button_set_child(object.cast(), child.gtk)
        setAccessibleLabel(accessibleLabel)
        for name in style { addStyle(name) }
        start(onClick)
    }

    /// Shows another symbol with another tooltip, in a button with a symbol.
    public func show(icon: String, tooltip: String) {
        gtk_button_set_icon_name(object.cast(), icon)
        setName(ofIconButton: tooltip)
    }

    /// Shows another text and symbol, in a button with both.
    public func show(_ label: String, icon: String) {
        let content = gtk_button_get_child(object.cast()).map { OpaquePointer($0) }
        adw_button_content_set_icon_name(content, icon)
        adw_button_content_set_label(content, label)
    }

    /// The text of the button; nil for a button with a symbol.
    public var label: String? {
        get { gtk_button_get_label(object.cast()).map { String(cString: $0) } }
        set { gtk_button_set_label(object.cast(), newValue) }
    }

    /// The action that a click activates, such as `"app.undo"`. The button is faded while the action is disabled.
    public var actionName: String? {
        get { gtk_actionable_get_action_name(opaque).map { String(cString: $0) } }
        set { gtk_actionable_set_action_name(opaque, newValue) }
    }

    private func start(_ onClick: (() -> Void)?) {
        self.onClick = onClick
        listen(to: "clicked") { [weak self] _ in self?.onClick?() }
    }
}
