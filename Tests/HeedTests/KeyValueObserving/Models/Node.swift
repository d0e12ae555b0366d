import Heed

/// A link in a chain of values of any type.
@KeyValueObservable
final class Node<Value> {
    var value: Value
    var next: Node<Value>?

    init(_ value: Value, next: Node<Value>? = nil) {
        self.value = value
        self.next = next
    }
}
