internal import CAdwaita
internal import Localization

extension ToastOverlay {
    /// Has the messages' buttons say once what they do, which libadwaita 1.2 does not manage.
    func nameButtons() {
        var message = gtk_widget_get_last_child(gtk)
        while let current = message, current != child?.gtk {
            ForeignWidgets.visit(current) { widget in
                if let button: UnsafeMutablePointer<GtkButton> = ForeignWidgets.cast(widget, to: gtk_button_get_type()) {
                    Self.nameButton(button, widget)
                }
            }
            message = gtk_widget_get_prev_sibling(current)
        }
    }

    private static func nameButton(_ button: UnsafeMutablePointer<GtkButton>, _ widget: UnsafeMutablePointer<GtkWidget>) {
        // The button with the cross has no name at all.
        if gtk_button_get_icon_name(button) != nil { return Widget(widget).setAccessibleLabel(localized("Close")) }
        // The other takes its text for one with a mnemonic, and such a label names its button a second time: "Undo Undo".
        gtk_button_set_use_underline(button, 0)
        guard let label = gtk_button_get_child(button), ForeignWidgets.isKind(label, of: gtk_label_get_type()) else { return }
        gtk_label_set_mnemonic_widget(OpaquePointer(label), nil)
    }
}
