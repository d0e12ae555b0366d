internal import CAdwaita

/// The icons that are known by name.
@MainActor
public enum Icons {
    /// Looks for icons in another folder, too: one that has themes in it, as `share/icons` has.
    public static func addFolder(_ path: String) {
        guard let display = gdk_display_get_default() else {
            preconditionFailure("there is no display yet; add the folder in Application.onStartup")
        }
        gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), path)
    }

    /// The icon of all windows, where the desktop does not know it from the application.
    public static func setWindowIcon(_ name: String) {
        gtk_window_set_default_icon_name(name)
    }
}
