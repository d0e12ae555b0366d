internal import CAdwaita

/// A short message that goes by itself, with a button perhaps.
@MainActor
public final class Toast {
    /// The message.
    public let title: String

    let object: GObjectReference
    private var connections: [SignalConnection] = []

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - title: the message. Never markup.
    ///   - seconds: how long it stays; 0: until it is dismissed.
    ///   - button: the text of a button. Nil: none.
    ///   - action: the action that the button asks for, as `"app.undo"`. It also dismisses the message.
    ///   - onClick: what else the button does.
    public init(_ title: String, seconds: Int = 5, button: String? = nil, action: String? = nil, onClick: (@MainActor () -> Void)? = nil) {
        guard let pointer = adw_toast_new(Markup.escape(title)) else { fatalError("libadwaita does not return without a toast") }
        self.title = title
        object = GObjectReference(taking: UnsafeMutableRawPointer(pointer))
        adw_toast_set_timeout(pointer, guint(max(0, seconds)))
        adw_toast_set_button_label(pointer, button)
        adw_toast_set_action_name(pointer, action)
        adw_toast_set_custom_title(pointer, Self.wrappingLabel(title))
        if let onClick {
            connections.append(SignalConnection(to: object, "button-clicked") { _ in onClick() })
        }
    }

    /// libadwaita's own title is cut off where the window is narrow, and with it what there is to do.
    private static func wrappingLabel(_ text: String) -> UnsafeMutablePointer<GtkWidget>? {
        let widget = gtk_label_new(text)
        let label = UnsafeMutableRawPointer(widget).map(OpaquePointer.init)
        gtk_label_set_wrap(label, 1)
        gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_natural_wrap_mode(label, GTK_NATURAL_WRAP_NONE)
        // What libadwaita gives a message the height for.
        gtk_label_set_lines(label, 2)
        gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END)
        gtk_label_set_xalign(label, 0)
        gtk_widget_set_tooltip_text(widget, text.count > 50 ? text : nil)
        gtk_widget_add_css_class(widget, "heading")
        return widget
    }

    /// Takes the message away at once. One that is not shown is left alone.
    public func dismiss() {
        adw_toast_dismiss(object.opaque)
    }

    /// Calls a closure when the message has gone.
    func whenDismissed(_ body: @escaping @MainActor (Toast) -> Void) {
        connections.append(
            SignalConnection(to: object, "dismissed") { [weak self] _ in
                if let self { body(self) }
            }
        )
    }
}
