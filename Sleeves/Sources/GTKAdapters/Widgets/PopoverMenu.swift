internal import CAdwaita

/// A menu that opens at a point of a widget.
@MainActor
public final class PopoverMenu {
    private let popover: GObjectReference
    private var closing: SignalConnection?

    /// Opens a menu.
    ///
    /// - Parameters:
    ///   - accessibleLabel: The menu's name for screen readers.
    ///   - parent: The widget that the menu belongs to.
    ///   - x: The point, in the parent's coordinates.
    ///   - y: The point, in the parent's coordinates.
    ///   - onClose: Called when the menu has closed.
    public init(
        _ menu: Menu, accessibleLabel: String, in parent: Overlay, x: Double, y: Double,
        onClose: @escaping @MainActor () -> Void = {}
    ) {
        let model = menu.makeModel()
        popover = GObjectReference(sharing: UnsafeMutableRawPointer(gtk_popover_menu_new_from_model(model.cast())))
        withExtendedLifetime(model) {}
        Widget.setAccessibleLabel(accessibleLabel, on: popover.opaque)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        gtk_widget_set_halign(popover.cast(), GTK_ALIGN_START)
        gtk_widget_set_parent(popover.cast(), parent.gtk)
        // Now that it has its actions, GTK names the items.
        ForeignWidgets.mendMenu(popover.cast())
        closing = SignalConnection(to: popover, "closed") { [popover] _ in
            // GTK still uses the menu: it activates the chosen item after this.
            GLibContext.enqueue {
                if gtk_widget_get_parent(popover.cast()) != nil { gtk_widget_unparent(popover.cast()) }
                onClose()
            }
        }
        var point = GdkRectangle(x: gint(x), y: gint(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(popover.cast(), &point)
        gtk_popover_popup(popover.cast())
    }
}
