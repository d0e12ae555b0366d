internal import CAdwaita

/// A dialog with pages of settings. A switcher shows one of them: in the header, or below where the window is narrow.
///
/// libadwaita's own such window shows its own toasts, which version 1.2 may free too early, so this one has a ``ToastOverlay``.
@MainActor
open class PreferencesWindow: DialogWindow {
    /// The messages over the pages.
    public let toasts: ToastOverlay
    fileprivate let pages = Widget(adw_view_stack_new())
    private let switcher: ViewSwitcher

    /// Creates a window without pages that is not shown yet.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - parent: the window behind it, which takes no input meanwhile.
    ///   - width: the width, in logical pixels; less if the parent is narrower.
    ///   - height: the height, in logical pixels.
    public init(title: String, parent: ApplicationWindow, width: Int = 600, height: Int = 600) {
        toasts = ToastOverlay(pages)
        switcher = ViewSwitcher(ofPages: pages, title: title)
        super.init(title: title, parent: parent, width: min(width, max(360, parent.width)), height: height)
        let header = HeaderBar()
        header.titleWidget = switcher
        toasts.expandsVertically = true
        content = Box(.vertical, [header, toasts, switcher.bar])
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
        // The symbols are beside their names.
        for part in [switcher, switcher.bar] {
            ForeignWidgets.visit(part.gtk) { widget in
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
    public init(_ groups: [PreferencesGroup]) {
        super.init(adw_preferences_page_new())
        for group in groups {
            keep(group)
            adw_preferences_page_add(object.cast(), group.object.cast())
        }
    }
}
