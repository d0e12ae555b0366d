internal import CAdwaita

/// What the user has set for the whole desktop.
@MainActor
public enum Settings {
    /// Whether things may move. Nothing should where this is false.
    public static var animationsEnabled: Bool {
        get { reference?.boolean("gtk-enable-animations") ?? true }
        set { reference?.setBoolean("gtk-enable-animations", to: newValue) }
    }

    /// Calls a closure when ``animationsEnabled`` changes.
    ///
    /// - Returns: a token; releasing it ends the calls. Nil without a display.
    public static func onAnimationsChange(_ body: @escaping @MainActor (Bool) -> Void) -> PropertyToken? {
        reference.map { PropertyToken($0, "gtk-enable-animations") { body(animationsEnabled) } }
    }

    private static var reference: GObjectReference? {
        gtk_settings_get_default().map { GObjectReference(sharing: UnsafeMutableRawPointer($0)) }
    }
}
