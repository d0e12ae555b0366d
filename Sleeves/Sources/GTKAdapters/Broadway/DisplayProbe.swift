internal import CAdwaita

/// A check for a display.
public enum DisplayProbe {
    /// Whether GTK can open the display that the environment names. GTK uses this one if it is open, and would end the program for lack of one.
    @MainActor public static var hasDisplay: Bool {
        Application.prepare()
        // Before GTK is initialised, newer versions open no display; after that, nothing but this opens another one.
        if gtk_is_initialized() == 0 {
            gtk_init_check()
        } else if gdk_display_get_default() == nil {
            gdk_display_open(nil)
        }
        return gdk_display_get_default() != nil
    }
}
