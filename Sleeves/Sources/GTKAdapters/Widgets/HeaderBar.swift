internal import CAdwaita

/// The bar at the top of a window, with the window's buttons.
@MainActor
public final class HeaderBar: Widget {
    /// The widget in the middle, in place of the window's title.
    public var titleWidget: Widget? {
        didSet { exchange(oldValue, for: titleWidget) { adw_header_bar_set_title_widget(opaque, $0) } }
    }

    /// Creates an empty bar.
    ///
    /// - Parameter showsWindowButtons: whether the bar has the window's buttons. A dialog with its own buttons doesn't need them.
    public init(showsWindowButtons: Bool = true) {
        super.init(adw_header_bar_new())
        adw_header_bar_set_show_start_title_buttons(opaque, showsWindowButtons ? 1 : 0)
        adw_header_bar_set_show_end_title_buttons(opaque, showsWindowButtons ? 1 : 0)
    }

    /// Adds a widget at the side where reading starts.
    public func packStart(_ child: Widget) {
        keep(child)
        adw_header_bar_pack_start(opaque, child.gtk)
    }

    /// Adds a widget at the side where reading ends.
    public func packEnd(_ child: Widget) {
        keep(child)
        adw_header_bar_pack_end(opaque, child.gtk)
    }
}
