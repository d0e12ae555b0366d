internal import CAdwaita

/// A page that explains why there is no content, and what to do.
@MainActor
public final class StatusPage: Widget {
    /// The widget below the text, such as a button.
    public var child: Widget? {
        didSet { exchange(oldValue, for: child) { adw_status_page_set_child(opaque, $0) } }
    }

    /// Creates a page.
    public init(icon: String? = nil, title: String, description: String? = nil, child: Widget? = nil) {
        super.init(adw_status_page_new())
        // Without a button, the part that scrolls takes the keyboard, and GTK 4.18 gives it no role.
        ForeignWidgets.visit(gtk) { widget in
            if ForeignWidgets.isKind(widget, of: gtk_scrolled_window_get_type()) { Widget(widget).setAccessibleRole(.group) }
        }
        adw_status_page_set_icon_name(opaque, icon)
        self.title = title
        self.description = description
        guard let child else { return }
        self.child = child
        keep(child)
        adw_status_page_set_child(opaque, child.gtk)
    }

    /// The title. Never markup.
    public var title: String {
        get { Markup.plain(adw_status_page_get_title(opaque)) ?? "" }
        set { adw_status_page_set_title(opaque, Markup.escape(newValue)) }
    }

    /// The text below the title. Never markup.
    public var description: String? {
        get { Markup.plain(adw_status_page_get_description(opaque)) }
        set { adw_status_page_set_description(opaque, newValue.map(Markup.escape)) }
    }
}
