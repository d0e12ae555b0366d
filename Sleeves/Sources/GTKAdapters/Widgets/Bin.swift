internal import CAdwaita

/// A widget around one other. May be subclassed, for a widget that is made of others.
@MainActor
open class Bin: Widget {
    /// What is inside.
    public var child: Widget? {
        didSet {
            guard child !== oldValue else { return }
            exchange(oldValue, for: child)
            adw_bin_set_child(object.cast(), child.gtk)
        }
    }

    /// Creates a bin.
    public init(_ child: Widget? = nil) {
        super.init(adw_bin_new())
        guard let child else { return }
        self.child = child
        keep(child)
        adw_bin_set_child(object.cast(), child.gtk)
    }
}
