internal import CAdwaita

/// A button that opens a menu.
@MainActor
public final class MenuButton: PopupButton {
    /// The menu, which GTK makes when the user opens it.
    public var menu: Menu {
        didSet { isMade = false }
    }

    /// Whether GTK has the menu.
    private var isMade = false

    /// Creates a button with a symbol of the icon theme.
    ///
    /// - Parameters:
    ///   - icon: the symbol.
    ///   - tooltip: the tooltip, which screen readers say too.
    ///   - menu: the menu.
    ///   - isPrimary: whether the key F10 opens it: true for the main menu of a window.
    public init(icon: String = "open-menu-symbolic", tooltip: String, menu: Menu, isPrimary: Bool = false) {
        self.menu = menu
        super.init()
        gtk_menu_button_set_icon_name(opaque, icon)
        gtk_menu_button_set_primary(opaque, isPrimary ? 1 : 0)
        setName(ofIconButton: tooltip)
    }

    override func prepare() {
        if !isMade {
            isMade = true
            let model = menu.makeModel()
            withExtendedLifetime(model) { gtk_menu_button_set_menu_model(opaque, model.cast()) }
        }
        guard let popover = gtk_menu_button_get_popover(opaque).map({ UnsafeMutableRawPointer($0) }) else { return }
        Widget.setAccessibleLabel(tooltip ?? "", on: OpaquePointer(popover))
        // Again each time, since GTK names an item anew when its state changes.
        ForeignWidgets.mendMenu(popover.assumingMemoryBound(to: GtkWidget.self))
    }
}
