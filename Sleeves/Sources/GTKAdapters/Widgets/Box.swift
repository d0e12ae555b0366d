internal import CAdwaita

/// Widgets in a row or in a column. May be subclassed, for a widget that is made of others.
@MainActor
open class Box: Widget {
    /// Creates a box.
    ///
    /// - Parameters:
    ///   - orientation: the direction in which the children stand.
    ///   - spacing: the free space between two children, in logical pixels.
    ///   - children: the children, in order.
    public init(_ orientation: Orientation, spacing: Int = 0, _ children: [Widget] = []) {
        super.init(gtk_box_new(orientation.gtk, gint(spacing)))
        for child in children { append(child) }
    }

    /// Adds a child at the end.
    public func append(_ child: Widget) {
        keep(child)
        gtk_box_append(object.cast(), child.gtk)
    }

    /// Adds a child at the beginning.
    public func prepend(_ child: Widget) {
        keep(child)
        gtk_box_prepend(object.cast(), child.gtk)
    }

    /// Takes a child away. One that is not here is left alone.
    public func remove(_ child: Widget) {
        guard keeps(child) else { return }
        gtk_box_remove(object.cast(), child.gtk)
        letGo(of: child)
    }

    /// Whether all children get the same room.
    public var isHomogeneous: Bool {
        get { gtk_box_get_homogeneous(object.cast()) != 0 }
        set { gtk_box_set_homogeneous(object.cast(), newValue ? 1 : 0) }
    }
}
