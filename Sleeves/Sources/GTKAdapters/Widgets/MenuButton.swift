internal import CAdwaita

/// A button that opens a menu.
@MainActor
public final class MenuButton: Widget {
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
        super.init(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(opaque, icon)
        gtk_menu_button_set_primary(opaque, isPrimary ? 1 : 0)
        self.tooltip = tooltip
        setAccessibleLabel(tooltip)
        gtk_menu_button_set_create_popup_func(
            opaque,
            { button, owner in
                guard let owner else { return }
                // SAFETY: the anchor is retained until the destroy notify below, and GTK calls this on the main thread.
                let anchor = Unmanaged<WeakButton>.fromOpaque(owner).takeUnretainedValue()
                MainActor.assumeIsolated { anchor.button?.makePopover() }
            },
            Unmanaged.passRetained(WeakButton(self)).toOpaque(),
            { owner in
                // SAFETY: GTK calls this once, with the button; it balances the retain above.
                if let owner { Unmanaged<WeakButton>.fromOpaque(owner).release() }
            }
        )
    }

    private func makePopover() {
        guard !isMade else { return }
        isMade = true
        let model = menu.makeModel()
        withExtendedLifetime(model) { gtk_menu_button_set_menu_model(opaque, model.cast()) }
    }
}

/// A weak reference from GTK to a button.
private final class WeakButton: Sendable {
    @MainActor private(set) weak var button: MenuButton?

    @MainActor init(_ button: MenuButton) {
        self.button = button
    }
}
