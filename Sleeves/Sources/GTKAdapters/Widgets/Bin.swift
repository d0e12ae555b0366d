internal import CAdwaita

/// A widget with one child. Subclass it for a widget that consists of others.
@MainActor
open class Bin: Widget {
    /// The child.
    public var child: Widget? {
        didSet { exchange(oldValue, for: child) { adw_bin_set_child(object.cast(), $0) } }
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
