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

    private init() {}

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
}
