internal import CAdwaita

/// A controller with keys that activate actions while its widget or a descendant has the focus.
///
/// Unlike the application's own shortcuts, these come after the focused widget's own use of a key: in a field, Ctrl+Z undoes typing.
@MainActor
public final class ShortcutController: EventController {
    /// A key and its action.
    public struct Shortcut: Sendable {
        /// The key in GTK's notation: `"<Control>z"`.
        public var keys: String
        /// The action, such as `"app.undo"`.
        public var action: String

        /// Creates a shortcut.
        public init(_ keys: String, action: String) {
            self.keys = keys
            self.action = action
        }
    }

    /// Creates a controller.
    public init(_ shortcuts: [Shortcut]) {
        super.init(gtk_shortcut_controller_new(), phase: .bubble)
        for shortcut in shortcuts {
            guard let trigger = gtk_shortcut_trigger_parse_string(shortcut.keys) else {
                preconditionFailure("\"\(shortcut.keys)\" is no shortcut; write it as GTK does: \"<Control>z\"")
            }
            // The controller takes ownership of the shortcut, which takes ownership of the trigger and the action.
            gtk_shortcut_controller_add_shortcut(object.opaque, gtk_shortcut_new(trigger, gtk_named_action_new(shortcut.action)))
        }
    }
}
