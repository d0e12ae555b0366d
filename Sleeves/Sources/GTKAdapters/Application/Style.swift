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
            sleeves_css_provider_load(provider.cast(), css)
            guard self.provider == nil else { return }
            gtk_style_context_add_provider_for_display(display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        }
        self.provider = provider
    }

    /// Returns a colour of the theme.
    static func paint(_ name: Paint.Name) -> Paint {
        if let known = paints[name] { return known }
        followTheme()
        // Only style sheets know names of colours: a widget that isn't shown has the colour as that of its text.
        let sample = GObjectReference(sharing: adw_bin_new())
        var colour = GdkRGBA()
        withExtendedLifetime(sample) {
            gtk_widget_add_css_class(sample.cast(), name.styleClass)
            sleeves_widget_get_color(sample.cast(), &colour)
        }
        let paint = Paint(colour)
        paints[name] = paint
        return paint
    }

    /// Gives the classes of ``Paint/Name`` their colours, and forgets these when the theme changes.
    private static func followTheme() {
        guard theme == nil, let display = gdk_display_get_default() else { return }
        let rules = GObjectReference(taking: UnsafeMutableRawPointer(gtk_css_provider_new()))
        withExtendedLifetime(rules) {
            sleeves_css_provider_load(rules.cast(), Paint.Name.allCases.map { ".\($0.styleClass) { color: @\($0.rawValue); }" }.joined())
            gtk_style_context_add_provider_for_display(display, rules.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        }
        let manager = GObjectReference(sharing: UnsafeMutableRawPointer(adw_style_manager_get_default()))
        theme = SignalConnection(to: manager, "notify") { _ in paints = [:] }
    }

    private static var theme: SignalConnection?
    private static var paints: [Paint.Name: Paint] = [:]
}

/// Style rules of some widgets, which don't apply to the widgets in them.
@MainActor
public final class OwnStyle {
    private static var count = 0

    private let provider = GObjectReference(taking: UnsafeMutableRawPointer(gtk_css_provider_new()))
    private let display: OpaquePointer?
    private let names: [String]

    /// Creates an empty style.
    public init(of widgets: Widget...) {
        names = widgets.map { widget in
            Self.count += 1
            let name = "own-style-\(Self.count)"
            gtk_widget_set_name(widget.gtk, name)
            return name
        }
        display = widgets.first.flatMap { gtk_widget_get_display($0.gtk) }
        guard let display else { return }
        gtk_style_context_add_provider_for_display(display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + 1)
    }

    isolated deinit {
        if let display { gtk_style_context_remove_provider_for_display(display, provider.opaque) }
    }

    /// Sets the rules of each widget, in GTK's dialect: declarations by state, such as `["": "color: red;", ":hover": "color: blue;"]`. They
    /// override the application's rules.
    public func set(_ rules: [[String: String]]) {
        let lines = zip(names, rules).flatMap { name, states in
            states.sorted { $0.key < $1.key }.map { state, declarations in "#\(name)\(state) { \(declarations) }" }
        }
        let css = lines.joined(separator: "\n")
        guard css != self.css else { return }
        self.css = css
        sleeves_css_provider_load(provider.cast(), css)
    }

    private var css = ""
}
