internal import CAdwaita

/// A request to the desktop not to suspend the computer, for as long as this object lives.
///
/// A desktop without a session manager ignores it.
@MainActor
public final class SuspendInhibition {
    private let application: GObjectReference
    private let cookie: guint

    /// Makes the request.
    ///
    /// - Parameters:
    ///   - window: The window that the request is for.
    ///   - reason: What the desktop shows as the reason.
    public init(_ application: Application, window: ApplicationWindow, reason: String) {
        self.application = application.object
        cookie = gtk_application_inhibit(application.object.cast(), window.object.cast(), GTK_APPLICATION_INHIBIT_SUSPEND, reason)
    }

    isolated deinit {
        // After the application has shut down, GTK has no connection to the desktop, which has dropped the request with it.
        guard cookie != 0, g_application_get_is_registered(application.cast()) != 0 else { return }
        gtk_application_uninhibit(application.cast(), cookie)
    }
}
