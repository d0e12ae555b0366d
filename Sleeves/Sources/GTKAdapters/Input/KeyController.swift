internal import CAdwaita

/// A controller that receives the keys pressed while its widget or a descendant has the focus.
@MainActor
public final class KeyController: EventController {
    /// Called with a key. Returns whether it was handled; then no other widget receives it.
    public var onKey: ((_ key: Key, _ modifiers: Modifiers) -> Bool)?

    /// Creates a controller.
    public init(phase: Phase = .bubble) {
        super.init(gtk_event_controller_key_new(), phase: phase)
        listen(deciding: "key-pressed") { [weak self] arguments in
            self?.onKey?(Key(keyval: arguments.unsigned(0)), Modifiers(arguments.flags(2))) ?? false
        }
    }
}
