import Heed

/// A value that handlers on several threads share.
final class Box<Value: Sendable>: Sendable {
    private let content: Lock<Value>

    init(_ value: Value) {
        content = Lock(value)
    }

    var value: Value { content.withLock { $0 } }

    /// Stores a value and returns the previous one.
    @discardableResult
    func exchange(_ new: Value) -> Value {
        content.withLock { value in
            let old = value
            value = new
            return old
        }
    }
}

extension Box where Value == Int {
    /// Adds one, and returns the sum.
    @discardableResult
    func increment() -> Int {
        content.withLock { value in
            value += 1
            return value
        }
    }

    /// Subtracts one, and returns the rest.
    @discardableResult
    func decrement() -> Int {
        content.withLock { value in
            value -= 1
            return value
        }
    }
}
