internal import CAdwaita

/// A spinner.
@MainActor
public final class Spinner: Widget {
    /// Creates a stopped spinner, which is invisible.
    public init() {
        super.init(gtk_spinner_new())
    }

    /// Whether the spinner turns.
    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        set { gtk_spinner_set_spinning(opaque, newValue ? 1 : 0) }
    }
}
