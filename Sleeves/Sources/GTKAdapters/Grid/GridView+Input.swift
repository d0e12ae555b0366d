internal import CAdwaita

// Keys, clicks and menus, beside those that GTK's grid handles.
extension GridView {
    // MARK: Keys

    func listenForKeys() {
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            self?.noteInput()
            if key == .tab, modifiers.subtracting(.shift).isEmpty {
                return self?.passFocus(modifiers == .shift ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD) ?? false
            }
            // After GTK has moved the focus, and before a screen reader asks for the name of what has it.
            GLibContext.enqueue { [weak self] in
                guard let self, let slot = slots.first(where: \.hasFocus), slot.isBound, slot.shownPlace != slot.place else {
                    return
                }
                cells.show(slot.place, in: slot)
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
        click.onPress = { [weak self] _, _, _ in self?.noteInput() }
        click.onRelease = { [weak self, weak click] count, x, y in
            guard let self, let click, count == 1, click.modifiers.isEmpty, slot(at: x, y) != nil else { return }
            // After the list item, which selects its place.
            GLibContext.enqueue { [weak self] in self?.onClick?() }
        }
        add(click)
    }

    // MARK: Drags

    /// Keeps GTK from looking for places where there are none, or before it has laid them out: it would look among those of the last layout, and
    /// complain. What a drag does meanwhile is noticed after the layout; one that ends meanwhile selects none.
    func listenForDrags() {
        // No gesture: GTK's claims the drag, and others see no more of it.
        let events = EventController(gtk_event_controller_legacy_new(), phase: .capture)
        events.listen(deciding: "event") { [weak self, weak events] _ in
            guard let self, let events, count == 0 || !isLaidOut,
                let event = gtk_event_controller_get_current_event(events.object.opaque)
            else { return false }
            switch gdk_event_get_event_type(event) {
            case GDK_MOTION_NOTIFY, GDK_TOUCH_UPDATE: pauseSelecting()
            case GDK_BUTTON_RELEASE, GDK_TOUCH_END: endSelecting()
            default: break
            }
            return false
        }
        add(events)
    }

    /// Makes GTK end a drag without a selection.
    private func endSelecting() {
        for gesture in selectingDrags { gtk_gesture_set_state(gesture.opaque, GTK_EVENT_SEQUENCE_DENIED) }
    }

    /// Blocks GTK's handlers of drags until the next layout.
    private func pauseSelecting() {
        guard pausedDrags.isEmpty else { return }
        pausedDrags = selectingDrags
        for gesture in pausedDrags {
            g_signal_handlers_block_matched(gesture.pointer, Self.dragUpdate, Self.dragUpdateSignal, 0, nil, nil, gtk)
        }
    }

    /// The gestures with which GTK selects places: the data of their handlers is the grid.
    private var selectingDrags: [GObjectReference] {
        guard let controllers = gtk_widget_observe_controllers(gtk) else { return [] }
        let list = GObjectReference(taking: UnsafeMutableRawPointer(controllers))
        return (0..<g_list_model_get_n_items(list.opaque)).compactMap { place in
            guard let controller = g_list_model_get_item(list.opaque, place) else { return nil }
            let gesture = GObjectReference(taking: controller)
            guard g_type_check_instance_is_a(gesture.cast(), gtk_gesture_drag_get_type()) != 0 else { return nil }
            let handler = g_signal_handler_find(controller, Self.dragUpdate, Self.dragUpdateSignal, 0, nil, nil, gtk)
            return handler == 0 ? nil : gesture
        }
    }

    /// Lets GTK notice drags again.
    func resumeSelecting() {
        for gesture in pausedDrags {
            g_signal_handlers_unblock_matched(gesture.pointer, Self.dragUpdate, Self.dragUpdateSignal, 0, nil, nil, gtk)
        }
        pausedDrags = []
    }

    private static var dragUpdate: GSignalMatchType {
        GSignalMatchType(rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_DATA.rawValue)
    }
    private static var dragUpdateSignal: guint { g_signal_lookup("drag-update", gtk_gesture_drag_get_type()) }

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
        guard let slot = slots.first(where: \.hasFocus) else { return }
        onMenu?(slot.place, slot.middle.x, slot.middle.y)
    }

    private func slot(at x: Double, _ y: Double) -> GridSlot<Cell>? {
        var widget = gtk_widget_pick(gtk, x, y, GTK_PICK_DEFAULT)
        while let current = widget, current != gtk {
            if let slot = slots.first(where: { $0.isFramed(by: current) }) { return slot }
            widget = gtk_widget_get_parent(current)
        }
        return nil
    }
}
