internal import CAdwaita
internal import Localization

/// Information about the program: a dialog in a window, or, before libadwaita 1.5, a window of its own.
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

    /// Creates the contents.
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

    /// Shows the information in front of a window, with the MIT/X11 licence. GTK owns it from then on.
    public func present(parent: ApplicationWindow) {
        // A dialog belongs to nobody until it is in a window.
        let about = Widget(sleeves_about_new(name, icon, version, developer))
        sleeves_about_set_texts(about.gtk, Markup.escape(comments), Markup.escape(copyright), website)
        complete(about.gtk)
        withExtendedLifetime(about) { sleeves_about_present(about.gtk, parent.object.cast()) }
    }

    /// Adds the accessible names that libadwaita 1.2 lacks, and hides the arrows at the ends of rows, which carry no meaning.
    private func complete(_ about: UnsafeMutablePointer<GtkWidget>) {
        ForeignWidgets.visit(about) { widget in
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
