internal import CAdwaita

// Keys, clicks and menus, beside those that GTK's grid handles.
extension GridView {
    // MARK: Keys

    func listenForKeys() {
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            if key == .tab, modifiers.subtracting(.shift).isEmpty {
                return self?.passFocus(modifiers == .shift ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD) ?? false
            }
            // After GTK has moved the focus, and before a screen reader asks for the name of what has it.
            GLibContext.enqueue { [weak self] in
                guard let self, let slot = slots.values.first(where: \.hasFocus), slot.isBound, slot.shownPlace != slot.place else {
                    return
                }
                show(slot.place, in: slot)
            }
            return false
        }
        add(keys)
    }

    /// Moves the focus to what comes before or after the grid. GTK 4.8 would move it from cell to cell.
    func passFocus(_ direction: GtkDirectionType) -> Bool {
        guard let root = gtk_widget_get_root(gtk) else { return false }
        gtk_widget_set_can_focus(gtk, 0)
        defer { gtk_widget_set_can_focus(gtk, 1) }
        // The focus was about to move to another place, but the user goes on.
        forgetFocus()
        return gtk_widget_child_focus(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self), direction) != 0
    }

    // MARK: Clicks

    func listenForClicks() {
        let click = ClickGesture(phase: .capture)
        click.onRelease = { [weak self, weak click] count, x, y in
            guard let self, let click, count == 1, click.modifiers.isEmpty, slot(at: x, y) != nil else { return }
            // After the list item, which selects its place.
            GLibContext.enqueue { [weak self] in self?.onClick?() }
        }
        add(click)
    }

    // MARK: Drags

    /// Has a drag select none if there are no places when it begins to select, or if GTK hasn't laid them out yet: GTK would look for the
    /// place below it, and complain.
    func listenForDrags() {
        let drag = DragGesture(phase: .capture)
        var selects = false
        drag.onBegin = { _, _ in selects = false }
        drag.onUpdate = { [weak self] dx, dy in
            guard let self, !selects, isDrag(dx, dy) else { return }
            selects = true
            guard count == 0 || !isLaidOut else { return }
            // GTK's new gesture for it has not seen the button go down.
            for isEnabled in [gboolean(0), 1] { gtk_grid_view_set_enable_rubberband(opaque, isEnabled) }
        }
        add(drag)
    }

    /// Whether the pointer has moved so far that GTK takes it for a drag.
    private func isDrag(_ dx: Double, _ dy: Double) -> Bool {
        // GTK compares fractions, but takes only integers here.
        gtk_drag_check_threshold(gtk, 0, 0, gint(dx.rounded(.awayFromZero)), gint(dy.rounded(.awayFromZero))) != 0
    }

    // MARK: Menu

    func listenForMenu() {
        let click = ClickGesture(button: .secondary)
        click.onPress = { [weak self, weak click] _, x, y in
            guard let self, let slot = slot(at: x, y) else { return }
            click?.claim()
            onMenu?(slot.place, x, y)
        }
        add(click)
        let press = LongPressGesture()
        press.onPress = { [weak self, weak press] x, y in
            guard let self, let slot = slot(at: x, y) else { return }
            press?.claim()
            onMenu?(slot.place, x, y)
        }
        add(press)
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            let isMenuKey = key == .other(UInt32(GDK_KEY_Menu)) && modifiers.isEmpty
            guard isMenuKey || key == .other(UInt32(GDK_KEY_F10)) && modifiers == .shift else { return false }
            self?.openMenu()
            return true
        }
        add(keys)
    }

    /// Asks for the menu of the place with the focus.
    private func openMenu() {
        guard let slot = slots.values.first(where: \.hasFocus) else { return }
        onMenu?(slot.place, slot.middle.x, slot.middle.y)
    }

    private func slot(at x: Double, _ y: Double) -> GridSlot<Cell>? {
        var widget = gtk_widget_pick(gtk, x, y, GTK_PICK_DEFAULT)
        while let current = widget, current != gtk {
            if let slot = slots.values.first(where: { $0.isFramed(by: current) }) { return slot }
            widget = gtk_widget_get_parent(current)
        }
        return nil
    }
}
