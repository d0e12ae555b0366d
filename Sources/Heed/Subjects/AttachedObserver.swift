/// An ``Observer`` in a subject's list, held weakly.
final class AttachedObserver<Value>: Listener<Value>, Cancellable, @unchecked Sendable {
    // SAFETY: constants, and a weak reference, which is atomic and never assigned again.

    private weak let observer: (any Observer<Value>)?
    private let registry: ObserverRegistry<Value>

    init(_ observer: any Observer<Value>, in registry: ObserverRegistry<Value>) {
        self.observer = observer
        self.registry = registry
    }

    func isObserver(_ other: any Observer<Value>) -> Bool {
        isActive && observer === other
    }

    var isGone: Bool { observer == nil }

    func cancel() {
        guard deactivate() else { return }
        registry.remove(self)
    }

    override func receive(_ value: Value) {
        guard let observer else { return cancel() }
        observer.update(value)
    }
}

/// A closure in a subject's list, held by its token.
final class AttachedHandler<Value>: Listener<Value>, Cancellable, @unchecked Sendable {
    // SAFETY: constants; the closures are Sendable.

    private let registry: ObserverRegistry<Value>
    private let handler: @Sendable (Value) -> Void
    private let cancelled: @Sendable () -> Void
    private let subjectEnded: @Sendable () -> Void

    /// - Parameters:
    ///   - cancelled: Called when the closure is detached.
    ///   - subjectEnded: Called when the subject has died.
    init(
        in registry: ObserverRegistry<Value>,
        cancelled: @escaping @Sendable () -> Void = {},
        subjectEnded: @escaping @Sendable () -> Void = {},
        _ handler: @escaping @Sendable (Value) -> Void
    ) {
        self.registry = registry
        self.cancelled = cancelled
        self.subjectEnded = subjectEnded
        self.handler = handler
    }

    func cancel() {
        guard deactivate() else { return }
        registry.remove(self)
        cancelled()
    }

    override func receive(_ value: Value) {
        handler(value)
    }

    override func registryEnded() {
        subjectEnded()
    }
}
