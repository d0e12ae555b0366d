internal import CAdwaita

/// The icons that widgets refer to by name.
@MainActor
public enum Icons {
    /// Adds a folder with icon themes, such as `share/icons`.
    public static func addFolder(_ path: String) {
        guard let display = gdk_display_get_default() else {
            preconditionFailure("there is no display yet; add the folder in Application.onStartup")
        }
        gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), path)
    }

    /// Returns whether there is an icon of a name.
    public static func contains(_ name: String) -> Bool {
        guard let display = gdk_display_get_default() else { return false }
        return gtk_icon_theme_has_icon(gtk_icon_theme_get_for_display(display), name) != 0
    }

    /// Sets the icon of all windows, for desktops that don't know it from the application.
    public static func setWindowIcon(_ name: String) {
        gtk_window_set_default_icon_name(name)
    }
}
