internal import CAdwaita
internal import FileNames
internal import Localization

/// A short message that disappears by itself, with an optional button.
@MainActor
public final class Toast: Box {
    /// The message.
    public let title: String
    /// The time for which the message is shown, in milliseconds. 0: until it is dismissed.
    let milliseconds: Int
    /// Dismisses the message while a ``ToastOverlay`` shows or queues it.
    var onDismiss: (() -> Void)?

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - title: the message. Never markup.
    ///   - seconds: how long it is shown; 0: until it is dismissed.
    ///   - button: the text of a button. Nil: none.
    ///   - action: the action that the button activates, such as `"app.undo"`. The button also dismisses the message.
    ///   - onClick: called when the button is clicked.
    public init(_ title: String, seconds: Int = 5, button: String? = nil, action: String? = nil, onClick: (@MainActor () -> Void)? = nil) {
        // Messages name files.
        let title = FileName.shown(title)
        self.title = title
        milliseconds = max(0, seconds) * 1_000
        super.init(.horizontal, cssName: "toast")
        // A text that takes several lines has the button below it.
        let isLong = button != nil && title.count > 100
        let label = Self.label(title, lines: isLong ? 8 : 2)
        let button = button.map { text in
            let button = Button(text)
            button.actionName = action
            button.onClick = { [weak self] in
                onClick?()
                self?.dismiss()
            }
            // A click doesn't move the keyboard focus.
            gtk_widget_set_focus_on_click(button.gtk, 0)
            return button
        }
        if isLong, let button {
            addStyle("long")
            label.margins = Margins(6)
            button.horizontalAlignment = .start
            button.margins = Margins(horizontal: 6, vertical: 6)
            add(Box(.vertical, spacing: 0, [label, button]))
        } else {
            add(label)
            if let button { add(button) }
        }
        add(
            Button(icon: "window-close-symbolic", tooltip: localized("Close"), style: "circular", "flat") { [weak self] in self?.dismiss() }
        )
    }

    /// Dismisses the message, if it is shown.
    public func dismiss() {
        onDismiss?()
    }

    /// Whether the pointer is over the message or the keyboard focus is in it.
    var isAttended: Bool {
        let attended = GTK_STATE_FLAG_PRELIGHT.rawValue | GTK_STATE_FLAG_FOCUS_WITHIN.rawValue
        return gtk_widget_get_state_flags(gtk).rawValue & attended != 0
    }

    /// Stops taking input, because the message is disappearing.
    func retire() {
        onDismiss = nil
        gtk_widget_set_can_target(gtk, 0)
        gtk_widget_set_can_focus(gtk, 0)
    }

    private func add(_ part: Widget) {
        part.verticalAlignment = .center
        // A click doesn't move the keyboard focus.
        gtk_widget_set_focus_on_click(part.gtk, 0)
        append(part)
    }

    /// Makes the label, which wraps in a narrow window.
    private static func label(_ text: String, lines: Int) -> Label {
        let label = Label(text, style: "heading")
        label.wraps = true
        gtk_label_set_natural_wrap_mode(label.opaque, GTK_NATURAL_WRAP_NONE)
        label.lineLimit = lines
        label.isEllipsized = true
        label.textAlignment = 0
        label.tooltip = text.count > 50 ? text : nil
        label.expandsHorizontally = true
        label.margins = Margins(horizontal: 6, vertical: 0)
        return label
    }
}
