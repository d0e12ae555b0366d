internal import CAdwaita

/// A container whose child may need more width than there is. The end of the child is then cut off.
///
/// So a window can get too narrow for the child's current layout, and the child can change to one that fits.
@MainActor
public final class ShrinkableBin: Widget, ChildLayout {
    /// Called after a layout that gives another width, or in which the child needs another one. It may change the child.
    ///
    /// - Parameters:
    ///   - width: The width that there is, in logical pixels.
    ///   - needed: The smallest width of the child as it is now.
    public var onFit: ((_ width: Int, _ needed: Int) -> Void)?

    private let child: Widget
    /// The sizes of the last layout.
    private var fit: (width: gint, needed: gint) = (0, 0)

    /// Creates a container.
    public init(_ child: Widget) {
        self.child = child
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        clipsContent = true
        keep(child)
        gtk_box_append(object.cast(), child.gtk)
        setLayout(self)
    }

    func measure(_ orientation: GtkOrientation, _ size: gint) -> (minimum: gint, natural: gint) {
        let extents = child.extents(orientation, orientation == GTK_ORIENTATION_VERTICAL ? size : -1)
        return (orientation == GTK_ORIENTATION_VERTICAL ? extents.minimum : 0, extents.natural)
    }

    func allocate(width: gint, height: gint) {
        let needed = child.widths.minimum
        let given = max(width, needed)
        child.allocate(x: isRightToLeft ? width - given : 0, width: given, height: height)
        guard fit != (width, needed) else { return }
        fit = (width, needed)
        // Nothing else may change during a layout.
        GLibContext.enqueue { [weak self] in
            guard let self else { return }
            onFit?(Int(fit.width), Int(child.widths.minimum))
        }
    }
}
