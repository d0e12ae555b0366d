internal import CAdwaita

/// A scrolling container for a widget that may be larger.
@MainActor
public final class ScrolledWindow: Widget {
    /// The scrolled widget.
    public var child: Widget? {
        didSet { exchange(oldValue, for: child) { gtk_scrolled_window_set_child(opaque, $0) } }
    }

    /// Creates a container that scrolls vertically and, optionally, horizontally.
    public init(_ child: Widget? = nil, scrollsSideways: Bool = false) {
        super.init(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, scrollsSideways ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        guard let child else { return }
        self.child = child
        keep(child)
        gtk_scrolled_window_set_child(opaque, child.gtk)
    }

    /// Whether the container's natural width is that of its child, instead of the smallest.
    public var keepsNaturalWidth: Bool {
        get { gtk_scrolled_window_get_propagate_natural_width(opaque) != 0 }
        set { gtk_scrolled_window_set_propagate_natural_width(opaque, newValue ? 1 : 0) }
    }

    /// The height up to which the container grows with its child, in logical pixels. Nil: it doesn't grow.
    public var heightLimit: Int? {
        didSet {
            gtk_scrolled_window_set_propagate_natural_height(opaque, heightLimit == nil ? 0 : 1)
            gtk_scrolled_window_set_max_content_height(opaque, gint(heightLimit ?? -1))
        }
    }

    /// Scrolls to the top.
    public func scrollToTop() {
        gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(opaque), 0)
    }
}
