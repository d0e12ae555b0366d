internal import CAdwaita

/// A sign that something is being waited for.
@MainActor
public final class Spinner: Widget {
    /// Creates a spinner at rest, which shows nothing.
    public init() {
        super.init(gtk_spinner_new())
    }

    /// Whether it turns.
    public var isSpinning: Bool {
        get { gtk_spinner_get_spinning(opaque) != 0 }
        set { gtk_spinner_set_spinning(opaque, newValue ? 1 : 0) }
    }
}
