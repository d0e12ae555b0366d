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

/// The titles of a ``ViewStack``'s pages in the middle of a header bar, beside their symbols or below them, or, where they don't fit, a bar at the
/// bottom of the window.
@MainActor
public final class ViewSwitcher: Widget, ChildLayout {
    /// The bar at the bottom, which is hidden while the titles are in the header.
    public let bar: Widget
    private let title: WindowTitle
    /// The forms in the header, the widest one first. The last one takes any width.
    private let forms: [Widget]
    private var isTitle = false

    /// Creates a switcher.
    ///
    /// - Parameters:
    ///   - stack: The pages.
    ///   - title: The title to show instead of the pages', where these don't fit.
    public convenience init(of stack: ViewStack, title: String) {
        self.init(ofPages: stack, title: title)
    }

    init(ofPages stack: Widget, title: String) {
        bar = Widget(adw_view_switcher_bar_new())
        self.title = WindowTitle(title)
        forms =
            [ADW_VIEW_SWITCHER_POLICY_WIDE, ADW_VIEW_SWITCHER_POLICY_NARROW].map { policy in
                let switcher = Widget(adw_view_switcher_new())
                adw_view_switcher_set_policy(switcher.opaque, policy)
                adw_view_switcher_set_stack(switcher.opaque, stack.opaque)
                return switcher
            } + [self.title]
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        keep(stack)
        adw_view_switcher_bar_set_stack(bar.opaque, stack.opaque)
        for form in forms {
            keep(form)
            gtk_box_append(object.cast(), form.gtk)
        }
        setLayout(self)
    }

    /// The smaller line below the title, where the title is shown.
    public var subtitle: String {
        get { title.subtitle }
        set { title.subtitle = newValue }
    }

    // MARK: Layout

    func measure(_ orientation: GtkOrientation, _ size: gint) -> (minimum: gint, natural: gint) {
        let extents = forms.map { $0.extents(orientation, size) }
        let minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? title.widths.minimum : extents.map(\.minimum).max() ?? 0
        return (minimum, extents.map(\.natural).max() ?? 0)
    }

    func allocate(width: gint, height: gint) {
        let shown = forms.first { $0.widths.natural <= width } ?? title
        // A tab that has the keyboard, as the first one has when a dialog opens, has it in the other form, too.
        let hadFocus = forms.contains { $0 !== shown && $0.containsFocus }
        for form in forms { gtk_widget_set_child_visible(form.gtk, form === shown ? 1 : 0) }
        shown.allocate(width: width, height: height)
        guard (shown === title) != isTitle || hadFocus else { return }
        isTitle = shown === title
        // Nothing else may change during a layout.
        GLibContext.enqueue { [weak self] in
            guard let self else { return }
            adw_view_switcher_bar_set_reveal(bar.opaque, isTitle ? 1 : 0)
            if hadFocus { gtk_widget_child_focus((isTitle ? bar : shown).gtk, GTK_DIR_TAB_FORWARD) }
        }
    }
}
