internal import CAdwaita

extension Application {
    /// Shows a notification of the desktop. A click on it activates the application.
    ///
    /// - Parameters:
    ///   - id: Letters that identify the notification: a new one replaces an earlier one with the same.
    ///   - title: The title. Never markup.
    ///   - body: The text below. Never markup.
    ///   - picture: The bytes of a picture, in a format such as PNG. Desktops other than GNOME may leave it out.
    public func notify(_ id: String, title: String, body: String, picture: [UInt8]? = nil) {
        let notification = GObjectReference(taking: UnsafeMutableRawPointer(g_notification_new(title)))
        withExtendedLifetime(notification) {
            g_notification_set_body(notification.opaque, Self.withoutTags(body))
            if let picture {
                let bytes = g_bytes_new(picture, gsize(picture.count))
                let icon = GObjectReference(taking: UnsafeMutableRawPointer(g_bytes_icon_new(bytes)))
                g_bytes_unref(bytes)
                withExtendedLifetime(icon) { g_notification_set_icon(notification.opaque, icon.opaque) }
            }
            g_application_send_notification(object.cast(), id, notification.opaque)
        }
    }

    /// Returns a text in which nothing is a tag of markup: some desktops show links and pictures that a notification's body contains. Others show
    /// it as it is, so nothing can be escaped.
    package static func withoutTags(_ text: String) -> String {
        text.replacing(/<(?=[\p{L}\/!?])/, with: "‹")
    }

    /// Takes a notification back, if the desktop still shows it.
    public func withdrawNotification(_ id: String) {
        g_application_withdraw_notification(object.cast(), id)
    }
}
