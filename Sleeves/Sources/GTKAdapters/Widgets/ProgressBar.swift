internal import CAdwaita

/// A progress bar.
@MainActor
public final class ProgressBar: Widget {
    /// Creates a bar at 0. The style `"osd"` makes it thin, for the edge of a widget.
    public init(style: String...) {
        super.init(gtk_progress_bar_new())
        for name in style { addStyle(name) }
    }

    /// The completed fraction, 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, min(1, max(0, newValue))) }
    }
}
