internal import CAdwaita

/// A widget that shows and hides its child with a crossfade.
@MainActor
final class Revealer: Widget {
    /// The child.
    var child: Widget? {
        didSet {
            guard child !== oldValue else { return }
            exchange(oldValue, for: child)
            gtk_revealer_set_child(opaque, child.gtk)
        }
    }

    /// Called when the child is no longer on screen, possibly from within GTK's own code.
    var onHidden: (() -> Void)?

    /// Creates a revealer without a child.
    init() {
        super.init(gtk_revealer_new())
        gtk_revealer_set_transition_type(opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        listen(to: "notify::child-revealed") { [weak self] _ in
            guard let self, !isRevealed, gtk_revealer_get_child_revealed(opaque) == 0 else { return }
            onHidden?()
        }
    }

    /// Whether the child is shown or appearing.
    var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(opaque) != 0 }
        set { gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0) }
    }
}
