internal import CAdwaita

/// The arguments of a signal, valid only during the call.
struct SignalArguments {
    /// The sender, then the arguments.
    private let values: UnsafeBufferPointer<GValue>

    init(_ values: UnsafeBufferPointer<GValue>) {
        self.values = values
    }

    /// The object that the signal is about.
    var sender: UnsafeMutableRawPointer? { g_value_get_object(values.baseAddress) }

    /// Returns the integer at a position among the arguments.
    func int(_ position: Int) -> Int { Int(g_value_get_int(value(position))) }

    /// Returns the unsigned integer at a position among the arguments.
    func unsigned(_ position: Int) -> UInt32 { g_value_get_uint(value(position)) }

    /// Returns the number at a position among the arguments.
    func double(_ position: Int) -> Double { g_value_get_double(value(position)) }

    /// Returns the flags at a position among the arguments.
    func flags(_ position: Int) -> UInt32 { g_value_get_flags(value(position)) }

    /// Returns the number of the enumeration's case at a position among the arguments.
    func enumeration(_ position: Int) -> UInt32 { UInt32(bitPattern: g_value_get_enum(value(position))) }

    /// Returns the pointer at a position among the arguments.
    func pointer(_ position: Int) -> UnsafeMutableRawPointer? { g_value_get_pointer(value(position)) }

    /// Returns the text at a position among the arguments.
    func text(_ position: Int) -> String? { g_value_get_string(value(position)).map { String(cString: $0) } }

    /// Returns the object at a position among the arguments.
    func object(_ position: Int) -> UnsafeMutableRawPointer? { g_value_get_object(value(position)) }

    /// Returns the text of the variant at a position among the arguments, if it holds a text.
    func variantText(_ position: Int) -> String? {
        guard let variant = g_value_get_variant(value(position)), g_variant_is_of_type(variant, sleeves_variant_type_string()) != 0 else {
            return nil
        }
        return g_variant_get_string(variant, nil).map { String(cString: $0) }
    }

    /// Returns the variant at a position among the arguments.
    func variant(_ position: Int) -> OpaquePointer? { g_value_get_variant(value(position)) }

    /// Returns the structure at a position among the arguments, which a handler may have to fill.
    func boxed<Value>(_ position: Int, as type: Value.Type) -> UnsafeMutablePointer<Value>? {
        g_value_get_boxed(value(position))?.assumingMemoryBound(to: Value.self)
    }

    /// Returns the `GValue` that is the argument at a position.
    func boxedValue(_ position: Int) -> UnsafeMutablePointer<GValue>? {
        g_value_get_boxed(value(position))?.assumingMemoryBound(to: GValue.self)
    }

    private func value(_ position: Int) -> UnsafePointer<GValue>? {
        precondition(position + 1 < values.count, "the signal has only \(values.count - 1) arguments")
        return values.baseAddress.map { $0 + position + 1 }
    }
}
