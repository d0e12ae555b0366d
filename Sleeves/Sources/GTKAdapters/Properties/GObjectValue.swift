internal import CAdwaita

/// A Swift type for values of GObject properties.
protocol GObjectValue: Equatable, Sendable {
    /// The names of the GLib types that it represents.
    static var typeNames: Set<String> { get }
    /// The GLib type that can hold all its values; GLib converts between it and the property's own type.
    static var carrier: String { get }

    /// Reads a value from its carrier.
    init(from value: inout GValue)
    /// Writes the value into its carrier.
    func store(in value: inout GValue)
}

extension Bool: GObjectValue {
    static let typeNames: Set = ["gboolean"]
    static let carrier = "gboolean"

    init(from value: inout GValue) { self = g_value_get_boolean(&value) != 0 }
    func store(in value: inout GValue) { g_value_set_boolean(&value, self ? 1 : 0) }
}

/// Integers of every size; enumerations and flags by their raw values.
extension Int: GObjectValue {
    static let typeNames: Set = ["gint", "guint", "glong", "gulong", "gint64", "guint64", "GEnum", "GFlags"]
    static let carrier = "gint64"

    init(from value: inout GValue) { self = Int(g_value_get_int64(&value)) }
    func store(in value: inout GValue) { g_value_set_int64(&value, gint64(self)) }
}

extension Double: GObjectValue {
    static let typeNames: Set = ["gfloat", "gdouble"]
    static let carrier = "gdouble"

    init(from value: inout GValue) { self = g_value_get_double(&value) }
    func store(in value: inout GValue) { g_value_set_double(&value, self) }
}

/// Null is the empty string.
extension String: GObjectValue {
    static let typeNames: Set = ["gchararray"]
    static let carrier = "gchararray"

    init(from value: inout GValue) { self = g_value_get_string(&value).map { String(cString: $0) } ?? "" }
    func store(in value: inout GValue) { g_value_set_string(&value, self) }
}
