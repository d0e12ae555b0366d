internal import CAdwaita
internal import Localization

/// A window with information about the program.
@MainActor
public struct AboutWindow {
    /// The program's name.
    public var name: String
    /// The name of the program's icon.
    public var icon: String
    /// The version.
    public var version: String
    /// The developer.
    public var developer: String
    /// A description in one sentence.
    public var comments: String
    /// The website; nil: none.
    public var website: String?
    /// The copyright notice.
    public var copyright: String

    /// Creates the window's contents.
    public init(
        name: String,
        icon: String,
        version: String,
        developer: String,
        comments: String,
        website: String? = nil,
        copyright: String
    ) {
        self.name = name
        self.icon = icon
        self.version = version
        self.developer = developer
        self.comments = comments
        self.website = website
        self.copyright = copyright
    }

    /// Shows the window in front of another, with the MIT/X11 licence. GTK owns the window from then on.
    public func present(parent: ApplicationWindow) {
        guard let pointer = adw_about_window_new() else { return }
        let window = OpaquePointer(pointer)
        adw_about_window_set_application_name(window, name)
        adw_about_window_set_application_icon(window, icon)
        adw_about_window_set_version(window, version)
        adw_about_window_set_developer_name(window, developer)
        adw_about_window_set_comments(window, Markup.escape(comments))
        if let website { adw_about_window_set_website(window, website) }
        adw_about_window_set_copyright(window, Markup.escape(copyright))
        adw_about_window_set_license_type(window, GTK_LICENSE_MIT_X11)
        complete(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkWidget.self))
        let about = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_transient_for(about, parent.object.cast())
        gtk_window_set_modal(about, 1)
        gtk_window_present(about)
    }

    /// Adds the accessible names that libadwaita 1.2 lacks, and hides the arrows at the ends of rows, which carry no meaning.
    private func complete(_ window: UnsafeMutablePointer<GtkWidget>) {
        ForeignWidgets.visit(window) { widget in
            let part = Widget(widget)
            if ForeignWidgets.isKind(widget, of: gtk_image_get_type()) {
                let isIcon = gtk_image_get_icon_name(OpaquePointer(widget)).map { String(cString: $0) } == icon
                isIcon ? part.setAccessibleLabel(name) : part.setAccessibleHidden(true)
            } else if part.hasStyle("app-version") {
                part.setAccessibleLabel(localized("Version {version}", ["version": version]))
            } else if ForeignWidgets.isKind(widget, of: gtk_list_box_get_type()),
                let row: UnsafeMutablePointer<AdwPreferencesRow> = gtk_list_box_get_row_at_index(OpaquePointer(widget), 0).flatMap({
                    ForeignWidgets.cast($0.withMemoryRebound(to: GtkWidget.self, capacity: 1, { $0 }), to: adw_preferences_row_get_type())
                })
            {
                part.setAccessibleLabel(String(cString: adw_preferences_row_get_title(row)))
            }
        }
    }
}
