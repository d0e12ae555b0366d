internal import CAdwaita

/// A window that says what the program is, and by whom.
@MainActor
public struct AboutWindow {
    /// The program's name.
    public var name: String
    /// Its icon's name.
    public var icon: String
    /// Its version.
    public var version: String
    /// Who made it.
    public var developer: String
    /// What it is, in a sentence.
    public var comments: String
    /// Where there is more; nil: nowhere.
    public var website: String?
    /// Who has the rights.
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

    /// Shows the window before another, with the licence of MIT and X11. It is GTK's own from there on.
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
        let about = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_transient_for(about, parent.object.cast())
        gtk_window_set_modal(about, 1)
        gtk_window_present(about)
    }
}
