internal import CAdwaita

/// A widget with others in front of it. May be subclassed, for a widget that is made of others.
@MainActor
open class Overlay: Widget {
    /// What is below, and says how large the whole is.
    public var child: Widget? {
        didSet {
            guard child !== oldValue else { return }
            exchange(oldValue, for: child)
            gtk_overlay_set_child(opaque, child.gtk)
        }
    }

    /// Creates an overlay.
    public init(_ child: Widget? = nil) {
        super.init(gtk_overlay_new())
        guard let child else { return }
        self.child = child
        keep(child)
        gtk_overlay_set_child(opaque, child.gtk)
    }

    /// Adds a widget in front. Its alignment says where it stands.
    public func addOverlay(_ widget: Widget) {
        keep(widget)
        gtk_overlay_add_overlay(opaque, widget.gtk)
    }

    /// Takes a widget in front away. One that is not here is left alone.
    public func removeOverlay(_ widget: Widget) {
        guard keeps(widget), widget !== child else { return }
        gtk_overlay_remove_overlay(opaque, widget.gtk)
        letGo(of: widget)
    }
}
