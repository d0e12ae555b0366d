internal import CAdwaita

/// A dialog with pages of settings. A switcher shows one of them: in the header, or below where the window is narrow.
///
/// libadwaita's own such window shows its own toasts, which version 1.2 may free too early, so this one has a ``ToastOverlay``.
@MainActor
open class PreferencesWindow: DialogWindow {
    /// The messages over the pages.
    public let toasts: ToastOverlay
    fileprivate let pages = Widget(adw_view_stack_new())
    private let switchers = [Widget(adw_view_switcher_title_new()), Widget(adw_view_switcher_bar_new())]

    /// Creates a window without pages that is not shown yet.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - parent: the window behind it, which takes no input meanwhile.
    ///   - width: the width, in logical pixels; less if the parent is narrower.
    ///   - height: the height, in logical pixels.
    public init(title: String, parent: ApplicationWindow, width: Int = 600, height: Int = 600) {
        toasts = ToastOverlay(pages)
        super.init(title: title, parent: parent, width: min(width, max(360, parent.width)), height: height)
        let (wide, narrow) = (switchers[0], switchers[1])
        adw_view_switcher_title_set_title(wide.opaque, title)
        adw_view_switcher_title_set_stack(wide.opaque, pages.opaque)
        adw_view_switcher_bar_set_stack(narrow.opaque, pages.opaque)
        g_object_bind_property(
            wide.object.pointer, "title-visible", narrow.object.pointer, "reveal", GBindingFlags(G_BINDING_SYNC_CREATE.rawValue))
        let header = HeaderBar()
        header.titleWidget = wide
        toasts.expandsVertically = true
        content = Box(.vertical, [header, toasts, narrow])
    }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - page: the content.
    ///   - title: the title in the switcher.
    ///   - icon: the symbol in the switcher.
    public func add(_ page: Widget, title: String, icon: String) {
        pages.keep(page)
        adw_view_stack_add_titled_with_icon(pages.opaque, page.gtk, nil, title, icon)
        // The symbols stand beside their names.
        for switcher in switchers {
            ForeignWidgets.visit(switcher.gtk) { widget in
                if ForeignWidgets.isKind(widget, of: gtk_image_get_type()) { Widget(widget).setAccessibleHidden(true) }
            }
        }
    }
}

extension PreferencesWindow {
    /// Shows one of the pages.
    public func show(_ page: Widget) {
        adw_view_stack_set_visible_child(pages.opaque, page.gtk)
    }
}

/// A page of groups of settings, which scrolls.
@MainActor
public final class PreferencesPage: Widget {
    /// Creates a page.
    public init(_ groups: PreferencesGroup...) {
        super.init(adw_preferences_page_new())
        for group in groups {
            keep(group)
            adw_preferences_page_add(object.cast(), group.object.cast())
        }
    }
}
