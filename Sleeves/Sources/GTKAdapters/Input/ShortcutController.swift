internal import CAdwaita

/// Keys that ask for actions while its widget, or one inside of it, has the focus.
///
/// Other than the application's own shortcuts, these come after what the focused widget itself does with a key: in a field, Ctrl+Z takes
/// back typing.
@MainActor
public final class ShortcutController: EventController {
    /// A key and what it asks for.
    public struct Shortcut: Sendable {
        /// In GTK's notation: `"<Control>z"`.
        public var keys: String
        /// The action, as `"app.undo"`.
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
            // The controller takes the shortcut over, and that the trigger and the action.
            gtk_shortcut_controller_add_shortcut(object.opaque, gtk_shortcut_new(trigger, gtk_named_action_new(shortcut.action)))
        }
    }
}
