/// An ``Observer`` that is attached to a subject, held weakly.
struct AttachedObserver<Value>: Sendable {
    let id: UInt64
    private let observer: WeakObserver<Value>

    init(_ id: UInt64, _ observer: WeakObserver<Value>) {
        self.id = id
        self.observer = observer
    }

    func isObserver(_ other: any Observer<Value>) -> Bool { observer.present === other }

    var isGone: Bool { observer.present == nil }
}

/// A weak reference to an observer.
// SAFETY: weak references are read atomically, and this one is never assigned again.
final class WeakObserver<Value>: @unchecked Sendable {
    private weak let observer: (any Observer<Value>)?

    init(_ observer: any Observer<Value>) {
        self.observer = observer
    }

    var present: (any Observer<Value>)? { observer }
}
