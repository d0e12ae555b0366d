internal import CAdwaita
public import Heed

/// What the user has set for the whole desktop. Observable.
@MainActor
public final class Settings: KeyValueObservable {
    /// The settings of the desktop that the windows are on.
    public static let shared = Settings()

    /// Nil without a display.
    private lazy var animations: GObjectProperty<Bool>? = gtk_settings_get_default().map { settings in
        GObjectProperty(of: GObjectReference(sharing: UnsafeMutableRawPointer(settings)), "gtk-enable-animations")
    }

    private init() {}

    /// Whether things may move. Nothing should where this is false.
    public var animationsEnabled: Bool {
        get { animations?.value ?? true }
        set { animations?.value = newValue }
    }
}
