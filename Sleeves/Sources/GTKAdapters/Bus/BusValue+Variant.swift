internal import CAdwaita

// Another process sends variants, so their types and sizes are checked.
extension BusValue {
    /// The maximum size of a value that is read, in bytes.
    private static let byteLimit = 1 << 20
    /// The maximum nesting of a value that is read.
    private static let depthLimit = 8

    /// Reads the elements of a tuple; `nil` if one has another type than those of ``BusValue``, or if the tuple is too large.
    static func elements(of tuple: OpaquePointer) -> [BusValue]? {
        guard g_variant_classify(tuple) == G_VARIANT_CLASS_TUPLE, g_variant_get_size(tuple) <= byteLimit else { return nil }
        var elements: [BusValue] = []
        for index in 0..<g_variant_n_children(tuple) {
            guard let element = child(index, of: tuple, depth: 1) else { return nil }
            elements.append(element)
        }
        return elements
    }

    /// Reads a value; `nil` if it has another type, or is too large.
    init?(_ variant: OpaquePointer) {
        guard g_variant_get_size(variant) <= Self.byteLimit else { return nil }
        self.init(variant, depth: 0)
    }

    private init?(_ variant: OpaquePointer, depth: Int) {
        guard depth < Self.depthLimit else { return nil }
        switch g_variant_classify(variant) {
        case G_VARIANT_CLASS_BOOLEAN: self = .bool(g_variant_get_boolean(variant) != 0)
        case G_VARIANT_CLASS_INT32: self = .int32(g_variant_get_int32(variant))
        case G_VARIANT_CLASS_UINT32: self = .uint32(g_variant_get_uint32(variant))
        case G_VARIANT_CLASS_INT64: self = .int64(Int64(g_variant_get_int64(variant)))
        case G_VARIANT_CLASS_UINT64: self = .uint64(UInt64(g_variant_get_uint64(variant)))
        case G_VARIANT_CLASS_DOUBLE: self = .double(g_variant_get_double(variant))
        case G_VARIANT_CLASS_STRING: self = .string(Self.text(of: variant))
        case G_VARIANT_CLASS_OBJECT_PATH: self = .objectPath(Self.text(of: variant))
        case G_VARIANT_CLASS_VARIANT:
            guard let value = Self.child(0, of: variant, depth: depth + 1) else { return nil }
            self = value
        case G_VARIANT_CLASS_ARRAY: self.init(array: variant, depth: depth)
        default: return nil
        }
    }

    private init?(array: OpaquePointer, depth: Int) {
        switch g_variant_get_type_string(array).map({ String(cString: $0) }) {
        case "as":
            self = .strings((0..<g_variant_n_children(array)).compactMap { Self.child($0, of: array, depth: depth + 1)?.string })
        case "a{sv}":
            var values: [String: BusValue] = [:]
            for index in 0..<g_variant_n_children(array) {
                guard let entry = g_variant_get_child_value(array, index) else { return nil }
                defer { g_variant_unref(entry) }
                // Values of other types are left out: a program may add what it likes to a dictionary.
                guard let name = Self.child(0, of: entry, depth: depth + 1)?.string else { return nil }
                values[name] = Self.child(1, of: entry, depth: depth + 1)
            }
            self = .dictionary(values)
        default: return nil
        }
    }

    private static func child(_ index: gsize, of container: OpaquePointer, depth: Int) -> BusValue? {
        guard let child = g_variant_get_child_value(container, index) else { return nil }
        defer { g_variant_unref(child) }
        return BusValue(child, depth: depth)
    }

    private static func text(of variant: OpaquePointer) -> String {
        g_variant_get_string(variant, nil).map { String(cString: $0) } ?? ""
    }

    // MARK: Writing

    /// The value as a new variant with a floating reference.
    var variant: OpaquePointer? {
        switch self {
        case .bool(let value): g_variant_new_boolean(value ? 1 : 0)
        case .int32(let value): g_variant_new_int32(value)
        case .uint32(let value): g_variant_new_uint32(value)
        case .int64(let value): g_variant_new_int64(gint64(value))
        case .uint64(let value): g_variant_new_uint64(guint64(value))
        case .double(let value): g_variant_new_double(value)
        case .string(let value): g_variant_new_string(value)
        case .objectPath(let value):
            // GLib ends the program for another text.
            g_variant_new_object_path(Self.isObjectPath(value) ? value : "/")
        case .strings(let values): Self.array(of: values.map { g_variant_new_string($0) }, type: "s")
        case .dictionary(let values):
            // In a fixed order, because Swift's changes with each run.
            Self.array(
                of: values.sorted { $0.key < $1.key }.map { name, value in
                    g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(value.variant))
                },
                type: "{sv}")
        }
    }

    /// Makes a tuple with a floating reference.
    static func tuple(of values: [BusValue]) -> OpaquePointer? {
        let elements = values.map(\.variant)
        return elements.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, gsize($0.count)) }
    }

    private static func array(of elements: [OpaquePointer?], type: String) -> OpaquePointer? {
        let type = g_variant_type_new(type)
        defer { g_variant_type_free(type) }
        // SAFETY: GLib sinks the elements and keeps neither the buffer nor the type.
        return elements.withUnsafeBufferPointer { g_variant_new_array(type, $0.baseAddress, gsize($0.count)) }
    }
}
