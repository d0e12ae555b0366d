internal import CAdwaita

/// A widget that shows and hides its child with a transition. A hidden child takes no space once the transition has ended.
@MainActor
public final class Revealer: Widget {
    /// The way in which the child appears and disappears.
    public enum Transition: Sendable {
        /// It fades.
        case crossfade
        /// It slides up from the bottom.
        case slideUp
        /// It slides from the left to the right.
        case slideRight

        fileprivate var gtk: GtkRevealerTransitionType {
            switch self {
            case .crossfade: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
            case .slideUp: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
            case .slideRight: GTK_REVEALER_TRANSITION_TYPE_SLIDE_RIGHT
            }
        }
    }

    /// The child.
    public var child: Widget? {
        didSet { exchange(oldValue, for: child) { gtk_revealer_set_child(opaque, $0) } }
    }

    /// Called when the child is no longer on screen, possibly from within GTK's own code.
    public var onHidden: (() -> Void)?

    /// Creates a revealer without a child.
    public init(_ transition: Transition = .crossfade) {
        super.init(gtk_revealer_new())
        gtk_revealer_set_transition_type(opaque, transition.gtk)
        listen(to: "notify::child-revealed") { [weak self] _ in
            guard let self, !isRevealed, gtk_revealer_get_child_revealed(opaque) == 0 else { return }
            onHidden?()
        }
    }

    /// Whether the child is shown or appearing.
    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(opaque) != 0 }
        set { gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0) }
    }
}
