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
        if let onClick {
            connections.append(SignalConnection(to: object, "button-clicked") { _ in onClick() })
        }
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
