internal import CAdwaita

/// A widget that is as high as it is wide, and no wider than a limit.
@MainActor
public final class Square: Widget {
    /// The largest side, in logical pixels.
    public var limit: Int {
        didSet {
            guard limit != oldValue else { return }
            g_object_set_data(object.cast(), limitKey, UnsafeMutableRawPointer(bitPattern: limit))
            requestLayout()
        }
    }

    /// Creates a square around a child.
    ///
    /// - Parameters:
    ///   - minimum: The smallest side, in logical pixels.
    ///   - limit: The largest side, in logical pixels.
    public init(_ child: Widget, minimum: Int, limit: Int) {
        self.limit = limit
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        keep(child)
        gtk_box_append(object.cast(), child.gtk)
        // The layout has no data of its own. The widget keeps the limits where its layout finds them.
        g_object_set_data(object.cast(), minimumKey, UnsafeMutableRawPointer(bitPattern: minimum))
        g_object_set_data(object.cast(), limitKey, UnsafeMutableRawPointer(bitPattern: limit))
        let layout = gtk_custom_layout_new({ _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, measureSquare, allocateSquare)
        // The widget takes ownership of the layout.
        gtk_widget_set_layout_manager(gtk, layout)
    }
}

private let minimumKey = "sleeves-square-minimum"
private let limitKey = "sleeves-square-limit"

private func side(_ key: String, of widget: UnsafeMutablePointer<GtkWidget>) -> gint {
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    return gint(Int(bitPattern: g_object_get_data(object, key)))
}

private func measureSquare(
    _ widget: UnsafeMutablePointer<GtkWidget>?,
    _ orientation: GtkOrientation,
    _ size: gint,
    _ minimum: UnsafeMutablePointer<gint>?,
    _ natural: UnsafeMutablePointer<gint>?,
    _ minimumBaseline: UnsafeMutablePointer<gint>?,
    _ naturalBaseline: UnsafeMutablePointer<gint>?
) {
    guard let widget else { return }
    let limit = side(limitKey, of: widget)
    let isHeightForWidth = orientation == GTK_ORIENTATION_VERTICAL && size >= 0
    minimum?.pointee = isHeightForWidth ? min(size, limit) : side(minimumKey, of: widget)
    natural?.pointee = isHeightForWidth ? min(size, limit) : limit
    minimumBaseline?.pointee = -1
    naturalBaseline?.pointee = -1
}

private func allocateSquare(_ widget: UnsafeMutablePointer<GtkWidget>?, _ width: gint, _ height: gint, _ baseline: gint) {
    guard let widget, let child = gtk_widget_get_first_child(widget) else { return }
    // GTK warns about a widget that is allocated without having been measured.
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
    let side = min(width, height)
    var allocation = GtkAllocation(x: (width - side) / 2, y: 0, width: side, height: side)
    gtk_widget_size_allocate(child, &allocation, -1)
}
