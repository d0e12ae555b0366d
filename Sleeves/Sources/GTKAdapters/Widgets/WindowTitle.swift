internal import CAdwaita

/// A title with a smaller line below, for a ``HeaderBar``.
@MainActor
public final class WindowTitle: Widget {
    /// Creates a title.
    public init(_ title: String, subtitle: String = "") {
        super.init(adw_window_title_new(title, subtitle))
    }

    /// The line below. Empty: none.
    public var subtitle: String {
        get { String(cString: adw_window_title_get_subtitle(opaque)) }
        set { adw_window_title_set_subtitle(opaque, newValue) }
    }
}
