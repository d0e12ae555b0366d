internal import CAdwaita
internal import Localization

extension ToastOverlay {
    /// Gives the messages' buttons with a cross a name, which libadwaita 1.2 does not.
    func nameCloseButtons() {
        var message = gtk_widget_get_last_child(gtk)
        while let current = message, current != child?.gtk {
            Self.nameCloseButtons(in: current)
            message = gtk_widget_get_prev_sibling(current)
        }
    }

    private static func nameCloseButtons(in widget: UnsafeMutablePointer<GtkWidget>) {
        let instance = UnsafeMutableRawPointer(widget)
        if g_type_check_instance_is_a(instance.assumingMemoryBound(to: GTypeInstance.self), gtk_button_get_type()) != 0 {
            let hasIcon = gtk_button_get_icon_name(instance.assumingMemoryBound(to: GtkButton.self)) != nil
            if hasIcon { Widget(widget).setAccessibleLabel(localized("Close")) }
            return
        }
        var next = gtk_widget_get_first_child(widget)
        while let current = next {
            nameCloseButtons(in: current)
            next = gtk_widget_get_next_sibling(current)
        }
    }
}
