internal import CAdwaita

/// Two widgets, one above the other. The upper one gets the height that it wants in its width, but no more than a share of the whole; the
/// lower one gets the rest.
@MainActor
public final class SharedColumn: Widget {
    /// Creates a column.
    ///
    /// - Parameter share: The largest share of the height that the upper widget gets, from 0 to 1, if its minimum isn't more.
    public init(_ upper: Widget, _ lower: Widget, share: Double) {
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        for child in [upper, lower] {
            keep(child)
            gtk_box_append(object.cast(), child.gtk)
        }
        // The layout has no data of its own. The widget keeps the share, in thousandths, where its layout finds it.
        g_object_set_data(object.cast(), shareKey, UnsafeMutableRawPointer(bitPattern: Int(share * 1_000)))
        // The widget takes ownership of the layout.
        let layout = gtk_custom_layout_new({ _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, measureColumn, allocateColumn)
        gtk_widget_set_layout_manager(gtk, layout)
    }
}

private let shareKey = "sleeves-share"

private func children(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
    [gtk_widget_get_first_child(widget), gtk_widget_get_last_child(widget)].compactMap(\.self)
}

private func extents(
    of widget: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation, _ size: gint
) -> (minimum: gint, natural: gint) {
    var (minimum, natural): (gint, gint) = (0, 0)
    gtk_widget_measure(widget, orientation, size, &minimum, &natural, nil, nil)
    return (minimum, natural)
}

private func measureColumn(
    _ widget: UnsafeMutablePointer<GtkWidget>?,
    _ orientation: GtkOrientation,
    _ size: gint,
    _ minimum: UnsafeMutablePointer<gint>?,
    _ natural: UnsafeMutablePointer<gint>?,
    _ minimumBaseline: UnsafeMutablePointer<gint>?,
    _ naturalBaseline: UnsafeMutablePointer<gint>?
) {
    guard let widget else { return }
    // A height isn't divided without knowing the whole, so no width follows from one.
    let isVertical = orientation == GTK_ORIENTATION_VERTICAL
    let parts = children(of: widget).map { extents(of: $0, orientation, isVertical ? size : -1) }
    minimum?.pointee = parts.map(\.minimum).reduce(0) { isVertical ? $0 + $1 : max($0, $1) }
    natural?.pointee = parts.map(\.natural).reduce(0) { isVertical ? $0 + $1 : max($0, $1) }
    minimumBaseline?.pointee = -1
    naturalBaseline?.pointee = -1
}

private func allocateColumn(_ widget: UnsafeMutablePointer<GtkWidget>?, _ width: gint, _ height: gint, _ baseline: gint) {
    guard let widget, let upper = gtk_widget_get_first_child(widget), let lower = gtk_widget_get_last_child(widget) else { return }
    let object = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
    let share = Double(Int(bitPattern: g_object_get_data(object, shareKey))) / 1_000
    let (minimum, natural) = extents(of: upper, GTK_ORIENTATION_VERTICAL, width)
    let rest = extents(of: lower, GTK_ORIENTATION_VERTICAL, width).minimum
    let top = min(natural, max(minimum, min(gint(Double(height) * share), height - rest)))
    var allocation = GtkAllocation(x: 0, y: 0, width: width, height: top)
    gtk_widget_size_allocate(upper, &allocation, -1)
    allocation = GtkAllocation(x: 0, y: top, width: width, height: height - top)
    gtk_widget_size_allocate(lower, &allocation, -1)
}
