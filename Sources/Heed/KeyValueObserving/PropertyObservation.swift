/// An observer of one stored property: the property's changes are what it reports.
final class PropertyObservation<Root: AnyObject, Value>: Listener<PropertyEvent>, Cancellable, @unchecked Sendable {
    // SAFETY: all fields are constants. The handler is called where the property is changed; the forms of `observe` see to it that this
    // is where the handler may run.

    private let property: PropertyRegistry
    private let options: KeyValueObservingOptions
    private let handler: (Root, KeyValueChange<Value>) -> Void

    private let rootEnded: (() -> Void)?

    init(
        of property: PropertyRegistry,
        options: KeyValueObservingOptions,
        rootEnded: (() -> Void)? = nil,
        handler: @escaping (Root, KeyValueChange<Value>) -> Void
    ) {
        self.property = property
        self.rootEnded = rootEnded
        self.options = options
        self.handler = handler
    }

    func start() {
        property.add(self, attentive: options.contains(.prior))
    }

    func cancel() {
        guard deactivate() else { return }
        property.remove(self, attentive: options.contains(.prior))
    }

    override func registryEnded() {
        rootEnded?()
    }

    override func receive(_ event: PropertyEvent) {
        switch event.phase {
        case .will:
            guard options.contains(.prior) else { return }
            tell(event, KeyValueChange(kind: event.kind, oldValue: value(event.old, for: .old), indexes: event.indexes, isPrior: true))
        case .stored:
            return
        case .did, .missed:
            tell(
                event,
                KeyValueChange(
                    kind: event.kind,
                    oldValue: value(event.old, for: .old),
                    newValue: value(event.new, for: .new),
                    indexes: event.indexes
                )
            )
        }
    }

    private func tell(_ event: PropertyEvent, _ change: KeyValueChange<Value>) {
        // SAFETY: the event comes from the object that was observed, whose type is `Root` or a subclass of it.
        handler(unsafeDowncast(event.object.takeUnretainedValue(), to: Root.self), change)
    }

    private func value(_ pointer: UnsafeRawPointer?, for option: KeyValueObservingOptions) -> Value? {
        guard options.contains(option) else { return nil }
        // SAFETY: the key path named exactly this property, so the values are of its type.
        return pointer?.assumingMemoryBound(to: Value.self).pointee
    }
}
