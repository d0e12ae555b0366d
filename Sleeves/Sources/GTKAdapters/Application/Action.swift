internal import CAdwaita

/// An action that menus, buttons and keys activate by name.
@MainActor
public final class Action {
    /// The name, without the prefix of the object that it was added to.
    public let name: String

    let object: GObjectReference
    private var connection: SignalConnection?

    /// Creates an action that does one thing.
    init(_ name: String, _ handler: @escaping @MainActor () -> Void) {
        self.name = name
        object = GObjectReference(taking: UnsafeMutableRawPointer(g_simple_action_new(name, nil)))
        connection = SignalConnection(to: object, "activate") { _ in handler() }
    }

    /// Creates an action that selects one of several members.
    init(_ name: String, selection: String, _ handler: @escaping @MainActor (String) -> Void) {
        self.name = name
        let state = g_variant_new_string(selection)
        object = GObjectReference(
            taking: UnsafeMutableRawPointer(g_simple_action_new_stateful(name, sleeves_variant_type_string(), state))
        )
        connection = SignalConnection(to: object, "activate") { [weak self] arguments in
            guard let self, let member = arguments.variantText(0), member != self.selection else { return }
            self.selection = member
            handler(member)
        }
    }

    /// Creates an action that switches something on and off.
    init(_ name: String, isOn: Bool, _ handler: @escaping @MainActor (Bool) -> Void) {
        self.name = name
        object = GObjectReference(
            taking: UnsafeMutableRawPointer(g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0)))
        )
        connection = SignalConnection(to: object, "activate") { [weak self] _ in
            guard let self else { return }
            self.isOn.toggle()
            handler(self.isOn)
        }
    }

    /// Whether it is switched on; `false` for another kind of action. Setting it doesn't call the handler.
    public var isOn: Bool {
        get {
            guard selection == nil, let state = g_action_get_state(object.opaque) else { return false }
            defer { g_variant_unref(state) }
            return g_variant_get_boolean(state) != 0
        }
        set { g_simple_action_set_state(object.opaque, g_variant_new_boolean(newValue ? 1 : 0)) }
    }

    /// Whether the action can be activated. Menus and buttons show it.
    public var isEnabled: Bool {
        get { g_action_get_enabled(object.opaque) != 0 }
        set { g_simple_action_set_enabled(object.opaque, newValue ? 1 : 0) }
    }

    /// The selected member; nil for an action without members. Setting it doesn't call the handler.
    public var selection: String? {
        get {
            guard let state = g_action_get_state(object.opaque) else { return nil }
            defer { g_variant_unref(state) }
            guard g_variant_is_of_type(state, sleeves_variant_type_string()) != 0 else { return nil }
            return g_variant_get_string(state, nil).map { String(cString: $0) }
        }
        set {
            guard let newValue, selection != nil else { return }
            g_simple_action_set_state(object.opaque, g_variant_new_string(newValue))
        }
    }
}
