internal import CAdwaita

/// A widget that limits the width of its child to a readable one.
@MainActor
public final class Clamp: Widget {
    /// The child.
    public var child: Widget? {
        didSet { exchange(oldValue, for: child) { adw_clamp_set_child(opaque, $0) } }
    }

    /// The maximum width, in logical pixels.
    public var widthLimit: Int {
        didSet { if widthLimit != oldValue { limit() } }
    }

    private let isAbrupt: Bool

    private func limit() {
        adw_clamp_set_maximum_size(opaque, gint(widthLimit))
        if isAbrupt { adw_clamp_set_tightening_threshold(opaque, gint(widthLimit)) }
    }

    /// Creates a clamp.
    ///
    /// - Parameters:
    ///   - child: the child.
    ///   - width: the maximum width, in logical pixels.
    ///   - isAbrupt: whether the child fills a space up to the maximum width, instead of leaving some of it free from a smaller width on.
    public init(_ child: Widget? = nil, width: Int = 600, isAbrupt: Bool = false) {
        widthLimit = width
        self.isAbrupt = isAbrupt
        super.init(adw_clamp_new())
        limit()
        guard let child else { return }
        self.child = child
        keep(child)
        adw_clamp_set_child(opaque, child.gtk)
    }
}
