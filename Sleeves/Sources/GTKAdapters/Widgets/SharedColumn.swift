internal import CAdwaita

/// Two widgets, one above the other. The upper one gets the height that it wants in its width, but no more than a share of the whole; the
/// lower one gets the rest.
@MainActor
public final class SharedColumn: Widget, ChildLayout {
    private let upper: Widget
    private let lower: Widget
    private let share: Double

    /// Creates a column.
    ///
    /// - Parameter share: The largest share of the height that the upper widget gets, from 0 to 1, if its minimum isn't more.
    public init(_ upper: Widget, _ lower: Widget, share: Double) {
        (self.upper, self.lower, self.share) = (upper, lower, share)
        super.init(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        for child in [upper, lower] {
            keep(child)
            gtk_box_append(object.cast(), child.gtk)
        }
        setLayout(self)
    }

    func measure(_ orientation: GtkOrientation, _ size: gint) -> (minimum: gint, natural: gint) {
        // A height isn't divided without knowing the whole, so no width follows from one.
        guard orientation == GTK_ORIENTATION_VERTICAL else {
            return (max(upper.widths.minimum, lower.widths.minimum), max(upper.widths.natural, lower.widths.natural))
        }
        let (top, bottom) = (upper.extents(orientation, size), lower.extents(orientation, size))
        return (top.minimum + bottom.minimum, top.natural + bottom.natural)
    }

    func allocate(width: gint, height: gint) {
        let (minimum, natural) = upper.extents(GTK_ORIENTATION_VERTICAL, width)
        let rest = lower.extents(GTK_ORIENTATION_VERTICAL, width).minimum
        let top = min(natural, max(minimum, min(gint(Double(height) * share), height - rest)))
        upper.allocate(width: width, height: top)
        lower.allocate(y: top, width: width, height: height - top)
    }
}
