/// Whether two values of a type are the same: `Equatable` ones by `==`, other objects by identity.
package struct Sameness<Value> {
    /// `nil` for values that cannot be compared, such as closures.
    private let compare: ((Value, Value) -> Bool)?

    package init() {
        if let type = Value.self as? any Equatable.Type {
            compare = Self.comparing(type)
        } else if let type = Value.self as? any ObjectOptional.Type, type.wrapsObject {
            compare = { type.isIdentical($0, $1) }
        } else if Value.self is AnyClass {
            compare = { ($0 as AnyObject) === ($1 as AnyObject) }
        } else {
            compare = nil
        }
    }

    package var isKnown: Bool { compare != nil }

    /// Values that cannot be compared are taken for different.
    package func callAsFunction(_ left: Value, _ right: Value) -> Bool {
        compare?(left, right) ?? false
    }

    private static func comparing<Same: Equatable>(_: Same.Type) -> (Value, Value) -> Bool {
        // `Same` is `Value`, which the compiler does not know here.
        { ($0 as! Same) == ($1 as! Same) }
    }
}

private protocol ObjectOptional {
    static var wrapsObject: Bool { get }
    static func isIdentical(_ left: Any, _ right: Any) -> Bool
}

extension Optional: ObjectOptional {
    static var wrapsObject: Bool { Wrapped.self is AnyClass }

    static func isIdentical(_ left: Any, _ right: Any) -> Bool {
        func object(_ value: Any) -> AnyObject? { (value as! Optional<Wrapped>).map { $0 as AnyObject } }
        return object(left) === object(right)
    }
}
