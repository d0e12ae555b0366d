internal import CAdwaita

extension GObjectReference {
    /// Reads a property.
    func value<Value: GObjectValue>(of property: String) -> Value {
        var value = GValue()
        g_value_init(&value, g_type_from_name(Value.carrier))
        defer { g_value_unset(&value) }
        if Value.typeNames.count == 1 {
            g_object_get_property(cast(), property, &value)
            return Value(from: &value)
        }
        // GLib reads a property only as its own type or a type of the same size.
        var own = GValue()
        g_value_init(&own, specification(of: property).pointee.value_type)
        defer { g_value_unset(&own) }
        g_object_get_property(cast(), property, &own)
        let isTransformed = g_value_transform(&own, &value) != 0
        precondition(isTransformed, "GLib cannot turn \(className)'s property \"\(property)\" into \(Value.self)")
        return Value(from: &value)
    }

    /// Sets a property.
    func setValue<Value: GObjectValue>(of property: String, to newValue: Value) {
        let isWritable = specification(of: property).pointee.flags.rawValue & G_PARAM_WRITABLE.rawValue != 0
        precondition(isWritable, "\(className)'s property \"\(property)\" can only be read; look for the method that changes it")
        var value = GValue()
        g_value_init(&value, g_type_from_name(Value.carrier))
        defer { g_value_unset(&value) }
        newValue.store(in: &value)
        g_object_set_property(cast(), property, &value)
    }

    /// Sets a property to a member of an enumeration.
    func setEnumeration(_ property: String, type: GType, to member: UInt32) {
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        g_value_set_enum(&value, gint(bitPattern: member))
        g_object_set_property(cast(), property, &value)
    }

    /// Traps if the class has no such property, or one of another type.
    func checkProperty<Value: GObjectValue>(_ property: String, holds type: Value.Type) {
        let name = g_type_name(g_type_fundamental(specification(of: property).pointee.value_type)).map { String(cString: $0) } ?? "nothing"
        precondition(
            Value.typeNames.contains(name),
            "\(className)'s property \"\(property)\" holds \(name), which is not \(type); \(GObjectReference.advice(for: name))"
        )
    }

    private static func advice(for typeName: String) -> String {
        let types: [any GObjectValue.Type] = [Bool.self, Int.self, Double.self, String.self]
        let fitting = types.first { $0.typeNames.contains(typeName) }
        return fitting.map { "use GObjectProperty<\($0)>" } ?? "such a property cannot be observed, listen to its signal"
    }

    private func specification(of property: String) -> UnsafeMutablePointer<GParamSpec> {
        let objectClass = UnsafeMutableRawPointer(cast(to: GTypeInstance.self).pointee.g_class)?.assumingMemoryBound(to: GObjectClass.self)
        guard let found = g_object_class_find_property(objectClass, property) else {
            preconditionFailure("\(className) has no property \"\(property)\"; compare the name with the class's documentation")
        }
        return found
    }

    private var className: String {
        g_type_name_from_instance(cast()).map { String(cString: $0) } ?? "the object"
    }
}
