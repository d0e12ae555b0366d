internal import CAdwaita
public import Heed

/// The user's settings for the whole desktop. Observable.
@MainActor
public final class Settings: KeyValueObservable {
    /// The settings of the desktop that shows the windows.
    public static let shared = Settings()

    /// Nil without a display.
    private let object = gtk_settings_get_default().map { GObjectReference(sharing: UnsafeMutableRawPointer($0)) }
    private lazy var animations = object.map { GObjectProperty<Bool>(of: $0, "gtk-enable-animations") }

    private lazy var dark = styleProperty("dark")
    private lazy var highContrast = styleProperty("high-contrast")

    private init() {}

    /// Returns a property of libadwaita's style manager, which follows the desktop's settings. Traps without a display.
    private func styleProperty(_ name: String) -> GObjectProperty<Bool> {
        GObjectProperty(of: GObjectReference(sharing: UnsafeMutableRawPointer(adw_style_manager_get_default())), name)
    }

    /// Keeps GTK from selecting the text of a label that gets the focus: with a selection, the Enter key doesn't open the label's link.
    func keepLinksUsable() {
        object?.setValue(of: "gtk-label-select-on-focus", to: false)
    }

    /// Whether animations are on. If they are off, nothing should move.
    public var animationsEnabled: Bool {
        get { animations?.value ?? true }
        set { animations?.value = newValue }
    }

    /// Leaves windows only a button to close them, for a display that one window always fills.
    public func keepWindowsMaximized() {
        object?.setValue(of: "gtk-decoration-layout", to: ":close")
        object?.setValue(of: "gtk-titlebar-double-click", to: "none")
    }

    /// Whether one of the connected devices is a touch screen.
    public var hasTouchScreen: Bool {
        guard let seat = gdk_display_get_default().flatMap({ gdk_display_get_default_seat($0) }) else { return false }
        return gdk_seat_get_capabilities(seat).rawValue & GDK_SEAT_CAPABILITY_TOUCH.rawValue != 0
    }

    /// Whether windows are dark. Requires a display.
    public var isDark: Bool { dark.value }

    /// Whether the user chooses the accent colour of windows, as libadwaita allows since version 1.6.
    public var hasAccentColour: Bool { (adw_get_major_version(), adw_get_minor_version()) >= (1, 6) }

    /// Whether windows have the high contrast that some people need. Requires a display.
    public var isHighContrast: Bool { highContrast.value }
}
