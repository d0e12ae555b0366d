internal import CAdwaita
public import Heed

/// The user's settings for the whole desktop. Observable.
@MainActor
public final class Settings: KeyValueObservable {
    /// The settings of the desktop that shows the windows.
    public static let shared = Settings()

    /// Nil without a display.
    private lazy var animations: GObjectProperty<Bool>? = gtk_settings_get_default().map { settings in
        GObjectProperty(of: GObjectReference(sharing: UnsafeMutableRawPointer(settings)), "gtk-enable-animations")
    }

    private init() {}

    /// Whether animations are on. If they are off, nothing should move.
    public var animationsEnabled: Bool {
        get { animations?.value ?? true }
        set { animations?.value = newValue }
    }
}
