import Heed

/// A value that handlers on several threads share.
final class Box<Value: Sendable>: Sendable {
    private let content: Lock<Value>

    init(_ value: Value) {
        content = Lock(value)
    }

    var value: Value { content.withLock { $0 } }

    /// Puts a value in and returns the one that was there.
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

    /// Takes one away, and returns what is left.
    @discardableResult
    func decrement() -> Int {
        content.withLock { value in
            value -= 1
            return value
        }
    }
}
