internal import CAdwaita

extension GObjectReference {
    /// Reads a property that holds a boolean.
    func boolean(_ property: String) -> Bool {
        var value = GValue()
        g_value_init(&value, sleeves_type_boolean())
        defer { g_value_unset(&value) }
        g_object_get_property(cast(), property, &value)
        return g_value_get_boolean(&value) != 0
    }

    /// Sets a property that holds a boolean.
    func setBoolean(_ property: String, to newValue: Bool) {
        var value = GValue()
        g_value_init(&value, sleeves_type_boolean())
        defer { g_value_unset(&value) }
        g_value_set_boolean(&value, newValue ? 1 : 0)
        g_object_set_property(cast(), property, &value)
    }

    /// Sets a property that holds a member of an enumeration.
    func setEnumeration(_ property: String, type: GType, to member: UInt32) {
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        g_value_set_enum(&value, gint(bitPattern: member))
        g_object_set_property(cast(), property, &value)
    }
}
