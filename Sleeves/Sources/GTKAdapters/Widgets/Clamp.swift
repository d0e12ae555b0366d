internal import CAdwaita

/// A widget that limits the width of its child to a readable one.
@MainActor
public final class Clamp: Widget {
    /// The child.
    public var child: Widget? {
        didSet {
            guard child !== oldValue else { return }
            exchange(oldValue, for: child)
            adw_clamp_set_child(opaque, child.gtk)
        }
    }

    /// Creates a clamp.
    ///
    /// - Parameters:
    ///   - child: the child.
    ///   - width: the maximum width, in logical pixels.
    ///   - isAbrupt: whether the child fills a space up to the maximum width, instead of leaving some of it free from a smaller width on.
    public init(_ child: Widget? = nil, width: Int = 600, isAbrupt: Bool = false) {
        super.init(adw_clamp_new())
        adw_clamp_set_maximum_size(opaque, gint(width))
        if isAbrupt { adw_clamp_set_tightening_threshold(opaque, gint(width)) }
        guard let child else { return }
        self.child = child
        keep(child)
        adw_clamp_set_child(opaque, child.gtk)
    }
}
