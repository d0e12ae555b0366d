internal import CAdwaita

/// A stack of pages with titles and symbols, which a ``ViewSwitcher`` offers.
@MainActor
public final class ViewStack: Widget {
    private var pages: [String] = []

    /// Creates an empty stack.
    public init() {
        super.init(adw_view_stack_new())
    }

    /// Adds a page at the end. The first page is shown.
    ///
    /// - Parameters:
    ///   - name: The name for ``visibleChild``.
    ///   - title: The title.
    ///   - icon: The symbol of the icon theme.
    public func add(_ child: Widget, named name: String, title: String, icon: String) {
        keep(child)
        pages.append(name)
        adw_view_stack_add_titled_with_icon(opaque, child.gtk, name, title, icon)
    }

    /// The name of the shown page; empty if there is none. Unknown names are ignored. Observable.
    public var visibleChild: String {
        get { property("visible-child-name").value }
        set { if pages.contains(newValue) { property("visible-child-name").value = newValue } }
    }
}

/// The titles of a ``ViewStack``'s pages, in the middle of a header bar, or, where they don't fit, a bar at the bottom of the window.
@MainActor
public final class ViewSwitcher: Widget {
    /// The bar at the bottom, which is hidden while the titles are in the header.
    public let bar: Widget
    private var observation: SignalConnection?

    /// Creates a switcher.
    ///
    /// - Parameters:
    ///   - stack: The pages.
    ///   - title: The title to show instead of the pages', where these don't fit.
    public init(of stack: ViewStack, title: String) {
        bar = Widget(adw_view_switcher_bar_new())
        super.init(adw_view_switcher_title_new())
        keep(stack)
        adw_view_switcher_title_set_stack(opaque, stack.opaque)
        adw_view_switcher_title_set_title(opaque, title)
        adw_view_switcher_bar_set_stack(bar.opaque, stack.opaque)
        observation = SignalConnection(to: object, "notify::title-visible") { [weak self] _ in self?.update() }
        update()
    }

    /// The smaller line below the title, where the title is shown.
    public var subtitle: String {
        get { adw_view_switcher_title_get_subtitle(opaque).map { String(cString: $0) } ?? "" }
        set { adw_view_switcher_title_set_subtitle(opaque, newValue) }
    }

    private func update() {
        adw_view_switcher_bar_set_reveal(bar.opaque, adw_view_switcher_title_get_title_visible(opaque))
    }
}
