/// A comparison of two values of a type: `Equatable` values by `==`, other objects by identity.
///
/// A bitwise copy of a value is the same even if the value doesn't equal itself, like `Double.nan`.
package struct Sameness<Value> {
    /// The comparison, or `nil` for values that can't be compared, such as closures.
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

    /// Returns whether two values are the same. Values that can't be compared count as different.
    package func callAsFunction(_ left: Value, _ right: Value) -> Bool {
        isKnown && isUnchanged(left, right)
    }

    /// Returns whether two values are the same, or bitwise copies if they can't be compared.
    func isUnchanged(_ left: Value, _ right: Value) -> Bool {
        isEqual(left, right) || Self.isCopy(left, right)
    }

    /// Returns whether two values are equal, which not every value is to itself.
    func isEqual(_ left: Value, _ right: Value) -> Bool {
        compare?(left, right) ?? false
    }

    private static func comparing<Same: Equatable>(_: Same.Type) -> (Value, Value) -> Bool {
        // `Same` is `Value`, but the compiler doesn't know that here.
        { ($0 as! Same) == ($1 as! Same) }
    }

    private static func isCopy(_ left: Value, _ right: Value) -> Bool {
        withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
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
