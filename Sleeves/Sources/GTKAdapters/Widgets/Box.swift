internal import CAdwaita

/// A row or a column of widgets. Subclass it for a widget that consists of others.
@MainActor
open class Box: Widget {
    /// Creates a box.
    ///
    /// - Parameters:
    ///   - orientation: the direction of the layout.
    ///   - spacing: the space between two children, in logical pixels.
    ///   - children: the children, in order.
    public init(_ orientation: Orientation, spacing: Int = 0, _ children: [Widget] = []) {
        super.init(gtk_box_new(orientation.gtk, gint(spacing)))
        for child in children { append(child) }
    }

    /// Creates an empty box with the CSS name of another kind of widget, which gives it the looks of that.
    init(_ orientation: Orientation, cssName: String) {
        super.init(Self.make(cssName: cssName))
        gtk_orientable_set_orientation(opaque, orientation.gtk)
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

    /// Removes a child. Other widgets are ignored.
    public func remove(_ child: Widget) {
        guard keeps(child) else { return }
        gtk_box_remove(object.cast(), child.gtk)
        letGo(of: child)
    }

    /// Whether all children get the same space.
    public var isHomogeneous: Bool {
        get { gtk_box_get_homogeneous(object.cast()) != 0 }
        set { gtk_box_set_homogeneous(object.cast(), newValue ? 1 : 0) }
    }

    private static func make(cssName: String) -> UnsafeMutablePointer<GtkWidget> {
        var value = GValue()
        g_value_init(&value, sleeves_type_string())
        defer { g_value_unset(&value) }
        g_value_set_string(&value, cssName)
        return "css-name".withCString { name in
            var name: UnsafePointer<CChar>? = name
            guard let object = g_object_new_with_properties(gtk_box_get_type(), 1, &name, &value) else {
                fatalError("GTK does not return without a box")
            }
            return UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
        }
    }
}
