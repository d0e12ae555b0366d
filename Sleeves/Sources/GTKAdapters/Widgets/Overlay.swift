internal import CAdwaita

/// A widget with others in front of it. Subclass it for a widget that consists of others.
@MainActor
open class Overlay: Widget {
    /// The widget below, which determines the size of the whole.
    public var child: Widget? {
        didSet { exchange(oldValue, for: child) { gtk_overlay_set_child(opaque, $0) } }
    }

    /// Creates an overlay.
    public init(_ child: Widget? = nil) {
        super.init(gtk_overlay_new())
        guard let child else { return }
        self.child = child
        keep(child)
        gtk_overlay_set_child(opaque, child.gtk)
    }

    /// Adds a widget in front, positioned by its alignment.
    public func addOverlay(_ widget: Widget) {
        keep(widget)
        gtk_overlay_add_overlay(opaque, widget.gtk)
    }
}
