internal import CAdwaita

/// A spinner. Screen readers say nothing of it: words beside it say what is going on.
@MainActor
public final class Spinner: Widget {
    /// Creates a stopped spinner, which is invisible.
    public init() {
        super.init(gtk_spinner_new())
        // It would be a progress bar without a name, in GTK 4.24 also while it is stopped.
        setAccessibleRole(.presentation)
    }

    /// Whether the spinner turns.
    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        set { gtk_spinner_set_spinning(opaque, newValue ? 1 : 0) }
    }
}
