internal import CAdwaita

extension ApplicationWindow {
    /// Adds an action that menus, buttons and keys of this window can activate.
    ///
    /// - Parameters:
    ///   - name: The name. Menus refer to it as `"win.name"`.
    ///   - shortcuts: Keys, in GTK's notation: `"<Control>f"`. They come after the focused widget's own use of a key.
    ///   - handler: Called when the action is activated. Must not retain the window.
    /// - Returns: The action, which the window retains. It replaces an earlier action of that name.
    @discardableResult
    public func addAction(_ name: String, shortcuts: String..., handler: @escaping @MainActor () -> Void) -> Action {
        let action = Action(name, handler)
        actions[name] = action
        g_action_map_add_action(opaque, action.object.opaque)
        if !shortcuts.isEmpty { add(ShortcutController(shortcuts.map { .init($0, action: "win.\(name)") })) }
        return action
    }
}
