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
        isEqual(left, right) || isKnown && Self.isCopy(left, right)
    }

    /// Returns whether two values are the same, or bitwise copies if they can't be compared.
    func isUnchanged(_ left: Value, _ right: Value) -> Bool {
        isEqual(left, right) || Self.isCopy(left, right)
    }

    /// Returns whether two values are equal, which not every value is to itself.
    func isEqual(_ left: Value, _ right: Value) -> Bool {
        compare?(left, right) ?? Self.isSameObject(left, right)
    }

    private static func comparing<Same: Equatable>(_: Same.Type) -> (Value, Value) -> Bool {
        // `Same` is `Value`, but the compiler doesn't know that here.
        { ($0 as! Same) == ($1 as! Same) }
    }

    /// Returns whether two values of a protocol's type are one object, or nothing.
    private static func isSameObject(_ left: Value, _ right: Value) -> Bool {
        guard let left = identity(of: left), let right = identity(of: right) else { return false }
        return left == right
    }

    /// Returns the identity of an object, or of an optional one; `nil` for another value.
    private static func identity(of value: Any) -> ObjectIdentifier?? {
        if let optional = value as? any ObjectOptional {
            guard let object = optional.wrapped else { return .some(nil) }
            return identity(of: object)
        }
        guard type(of: value) is AnyClass else { return .none }
        return ObjectIdentifier(value as AnyObject)
    }

    private static func isCopy(_ left: Value, _ right: Value) -> Bool {
        withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
    }
}

private protocol ObjectOptional {
    static var wrapsObject: Bool { get }
    var wrapped: Any? { get }
    static func isIdentical(_ left: Any, _ right: Any) -> Bool
}

extension Optional: ObjectOptional {
    static var wrapsObject: Bool { Wrapped.self is AnyClass }
    var wrapped: Any? { self }

    static func isIdentical(_ left: Any, _ right: Any) -> Bool {
        func object(_ value: Any) -> AnyObject? { (value as! Optional<Wrapped>).map { $0 as AnyObject } }
        return object(left) === object(right)
    }
}
