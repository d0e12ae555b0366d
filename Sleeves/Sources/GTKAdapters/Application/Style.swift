internal import CAdwaita

/// The application's style rules.
@MainActor
public enum Style {
    private static var provider: GObjectReference?

    /// Sets the style rules for the whole application, in place of earlier ones. They override the theme's rules.
    ///
    /// - Parameter css: rules in GTK's dialect. GTK reports rules that it doesn't understand on standard error and skips them.
    public static func set(css: String) {
        guard let display = gdk_display_get_default() else {
            preconditionFailure("there is no display yet; set the style in Application.onStartup")
        }
        let provider = self.provider ?? GObjectReference(taking: UnsafeMutableRawPointer(gtk_css_provider_new()))
        withExtendedLifetime(provider) {
            gtk_css_provider_load_from_data(provider.cast(), css, gssize(css.utf8.count))
            guard self.provider == nil else { return }
            gtk_style_context_add_provider_for_display(display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        }
        self.provider = provider
    }
}

/// Style rules of one widget, which don't apply to the widgets in it.
///
/// Changing them computes the style of that widget again, not that of the whole window.
@MainActor
public final class OwnStyle {
    private let widget: GObjectReference
    private let provider = GObjectReference(taking: UnsafeMutableRawPointer(gtk_css_provider_new()))

    /// Creates an empty style.
    public init(of widget: Widget) {
        self.widget = widget.object
        let context = gtk_widget_get_style_context(widget.gtk)
        gtk_style_context_add_provider(context, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + 1)
    }

    isolated deinit {
        gtk_style_context_remove_provider(gtk_widget_get_style_context(widget.cast()), provider.opaque)
    }

    /// The rules, in GTK's dialect. They override the application's rules.
    public var css = "" {
        didSet {
            if css != oldValue { gtk_css_provider_load_from_data(provider.cast(), css, gssize(css.utf8.count)) }
        }
    }
}
