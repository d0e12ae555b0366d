internal import CAdwaita

/// The layout of a widget's children, in Swift. Widths may not depend on heights.
@MainActor
protocol ChildLayout: AnyObject, Sendable {
    /// Returns the smallest size of the widget, and the one that it would like, in one direction.
    ///
    /// - Parameter size: Its size in the other direction; -1 for any.
    func measure(_ orientation: GtkOrientation, _ size: gint) -> (minimum: gint, natural: gint)

    /// Gives the children their places. Nothing else may change meanwhile.
    func allocate(width: gint, height: gint)
}

extension Widget {
    /// Makes the widget lay out its children this way, for as long as the layout lives.
    func setLayout(_ layout: any ChildLayout) {
        let peer = Unmanaged.passRetained(LayoutPeer(layout)).toOpaque()
        g_object_set_data_full(object.cast(), LayoutPeer.key, peer) { peer in
            // SAFETY: GObject calls this once, when the widget is finalised; it balances the retain above.
            if let peer { Unmanaged<LayoutPeer>.fromOpaque(peer).release() }
        }
        let manager = gtk_custom_layout_new(
            { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
            { widget, orientation, size, minimum, natural, minimumBaseline, naturalBaseline in
                let layout = LayoutPeer.layout(of: widget)
                let extents = MainActor.assumeIsolated { layout?.measure(orientation, size) }
                minimum?.pointee = extents?.minimum ?? 0
                natural?.pointee = extents?.natural ?? 0
                minimumBaseline?.pointee = -1
                naturalBaseline?.pointee = -1
            },
            { widget, width, height, _ in
                let layout = LayoutPeer.layout(of: widget)
                MainActor.assumeIsolated { layout?.allocate(width: width, height: height) }
            })
        // The widget takes ownership of it.
        gtk_widget_set_layout_manager(gtk, manager)
    }

    /// Returns the smallest width of the widget, and the one that it would like.
    var widths: (minimum: gint, natural: gint) { extents(GTK_ORIENTATION_HORIZONTAL, -1) }

    /// Returns the smallest size of the widget, and the one that it would like, in one direction.
    ///
    /// - Parameter size: Its size in the other direction; -1 for any. For less than its minimum, the result is that of the minimum.
    func extents(_ orientation: GtkOrientation, _ size: gint) -> (minimum: gint, natural: gint) {
        let isHeight = orientation == GTK_ORIENTATION_VERTICAL
        var (minimum, natural): (gint, gint) = (0, 0)
        // GTK 4.18 warns about sizes that a widget can't have.
        gtk_widget_measure(gtk, orientation, isHeight && size >= 0 ? max(size, widths.minimum) : size, &minimum, &natural, nil, nil)
        return (minimum, natural)
    }

    /// Gives the widget its place in its parent.
    func allocate(x: gint = 0, y: gint = 0, width: gint, height: gint) {
        var allocation = GtkAllocation(x: x, y: y, width: width, height: height)
        gtk_widget_size_allocate(gtk, &allocation, -1)
    }
}

/// A weak reference from a GTK widget to its layout.
private final class LayoutPeer: Sendable {
    static let key = "sleeves-layout"

    private weak let layout: (any ChildLayout)?

    init(_ layout: any ChildLayout) {
        self.layout = layout
    }

    static func layout(of widget: UnsafeMutablePointer<GtkWidget>?) -> (any ChildLayout)? {
        guard let peer = widget?.data(key) else { return nil }
        // SAFETY: the data of this key is a peer that the widget retains.
        return Unmanaged<LayoutPeer>.fromOpaque(peer).takeUnretainedValue().layout
    }
}
