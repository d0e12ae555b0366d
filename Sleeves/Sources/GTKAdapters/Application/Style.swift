internal import CAdwaita

/// How the application looks.
@MainActor
public enum Style {
    /// Adds style rules for the whole application. They win over the theme's.
    ///
    /// - Parameter css: rules in GTK's dialect. What GTK does not understand it reports on standard error and skips.
    public static func add(css: String) {
        guard let display = gdk_display_get_default() else {
            preconditionFailure("there is no display yet; add the style in Application.onStartup")
        }
        let provider = GObjectReference(taking: UnsafeMutableRawPointer(gtk_css_provider_new()))
        withExtendedLifetime(provider) {
            gtk_css_provider_load_from_data(provider.cast(), css, gssize(css.utf8.count))
            gtk_style_context_add_provider_for_display(display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        }
    }
}
