internal import CAdwaita

/// Two widgets side by side, or, where they don't fit, one at a time.
@MainActor
public final class Leaflet: Widget {
    /// Creates a leaflet that shows the first widget where only one fits.
    ///
    /// - Parameters:
    ///   - first: The widget that takes the rest of the width.
    ///   - second: The widget at the end.
    public init(_ first: Widget, _ second: Widget) {
        self.first = first
        self.second = second
        super.init(adw_leaflet_new())
        for widget in [first, second] {
            keep(widget)
            let page = adw_leaflet_append(opaque, widget.gtk)
            if widget === second { adw_leaflet_page_set_name(page, Self.secondName) }
        }
        adw_leaflet_set_can_navigate_back(opaque, 1)
        adw_leaflet_set_fold_threshold_policy(opaque, ADW_FOLD_THRESHOLD_POLICY_MINIMUM)
    }

    private let first: Widget
    private let second: Widget

    /// Whether only one of the widgets fits. Observable.
    public var isFolded: Bool { property("folded").value }

    /// Whether the second widget is the one that is shown where only one fits. Observable.
    public var showsSecond: Bool {
        get { property("visible-child-name").value == Self.secondName }
        set { adw_leaflet_set_visible_child(opaque, (newValue ? second : first).gtk) }
    }

    private static let secondName = "second"
}
