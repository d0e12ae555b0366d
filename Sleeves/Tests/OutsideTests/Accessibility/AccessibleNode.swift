import CAtspi

/// Something in a window, as a screen reader meets it. Asks the program anew each time.
@MainActor
final class AccessibleNode {
    private let accessible: UnsafeMutablePointer<AtspiAccessible>

    /// - Parameter accessible: A reference that the node takes over.
    private init(taking accessible: UnsafeMutablePointer<AtspiAccessible>) {
        self.accessible = accessible
    }

    isolated deinit {
        g_object_unref(accessible)
    }

    /// The program with a process identifier, once it has said that it is there.
    static func application(_ identifier: pid_t) -> AccessibleNode? {
        // Departures and arrivals wait in the queue of the main context.
        while g_main_context_iteration(nil, 0) != 0 {}
        guard let desktop = atspi_get_desktop(0) else { return nil }
        // Remembered answers would be those of before the last click.
        atspi_accessible_set_cache_mask(desktop, ATSPI_CACHE_NONE)
        let programs = AccessibleNode(taking: desktop).children
        let program = programs.first { atspi_accessible_get_process_id($0.accessible, nil) == UInt32(identifier) }
        if let program {
            // The desktop's word does not reach a program that has come after it.
            atspi_accessible_set_cache_mask(program.accessible, ATSPI_CACHE_NONE)
            atspi_accessible_clear_cache(program.accessible)
        }
        return program
    }

    var name: String { text(atspi_accessible_get_name(accessible, nil)) }
    var role: String { text(atspi_accessible_get_role_name(accessible, nil)) }
    var description: String { text(atspi_accessible_get_description(accessible, nil)) }

    /// Where it is in its window; `nil` for what is not shown.
    var frame: Frame? {
        guard let component = atspi_accessible_get_component_iface(accessible) else { return nil }
        defer { g_object_unref(component) }
        guard let extents = atspi_component_get_extents(component, ATSPI_COORD_TYPE_WINDOW, nil) else { return nil }
        defer { g_free(extents) }
        let place = extents.pointee
        guard place.width > 0, place.height > 0 else { return nil }
        return Frame(x: Int(place.x), y: Int(place.y), width: Int(place.width), height: Int(place.height))
    }

    /// What tells it from all others of its program.
    var path: String { text(g_strdup(accessible.pointee.parent.path)) }

    /// Does what a click on it does.
    func act() -> Bool {
        guard let action = atspi_accessible_get_action_iface(accessible) else { return false }
        defer { g_object_unref(action) }
        return atspi_action_do_action(action, 0, nil) != 0
    }

    var parent: AccessibleNode? {
        atspi_accessible_get_parent(accessible, nil).map(AccessibleNode.init(taking:))
    }

    var children: [AccessibleNode] {
        let count = atspi_accessible_get_child_count(accessible, nil)
        guard count > 0 else { return [] }
        return (0..<count).compactMap { atspi_accessible_get_child_at_index(accessible, $0, nil).map(AccessibleNode.init(taking:)) }
    }

    func has(_ state: AtspiStateType) -> Bool {
        guard let states = atspi_accessible_get_state_set(accessible) else { return false }
        defer { g_object_unref(states) }
        return atspi_state_set_contains(states, state) != 0
    }

    /// The first in the tree below, this one included, of a role and a name.
    func first(_ role: String, named name: String? = nil) -> AccessibleNode? {
        if self.role == role, name == nil || self.name == name { return self }
        for child in children {
            if let found = child.first(role, named: name) { return found }
        }
        return nil
    }

    /// The first in the tree below, this one included, of which something holds.
    func first(where holds: (AccessibleNode) -> Bool) -> AccessibleNode? {
        if holds(self) { return self }
        for child in children {
            if let found = child.first(where: holds) { return found }
        }
        return nil
    }

    /// All in the tree below, this one included, of a role.
    func all(_ role: String) -> [AccessibleNode] {
        (self.role == role ? [self] : []) + children.flatMap { $0.all(role) }
    }

    private func text(_ string: UnsafeMutablePointer<CChar>?) -> String {
        guard let string else { return "" }
        defer { g_free(string) }
        return String(cString: string)
    }
}
