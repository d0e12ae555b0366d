internal import CAdwaita

/// The application's style rules.
@MainActor
public enum Style {
    /// Adds style rules for the whole application. They override the theme's rules.
    ///
    /// - Parameter css: rules in GTK's dialect. GTK reports rules that it doesn't understand on standard error and skips them.
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
