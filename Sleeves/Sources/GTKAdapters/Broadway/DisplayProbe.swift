internal import CAdwaita

/// A check for a display.
public enum DisplayProbe {
    /// Whether GDK can open the display that the environment names. GTK would end the program for lack of one, and uses this one if it is open.
    @MainActor public static var hasDisplay: Bool { gdk_display_open(nil) != nil }
}
