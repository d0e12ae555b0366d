/// An event and its context, kept beyond the call that delivers them.
class HeldEvent {
    let event: UnsafeRawPointer
    let context: UnsafeRawPointer?

    init(event: UnsafeRawPointer, context: UnsafeRawPointer?) {
        self.event = event
        self.context = context
    }
}

/// Copies of an event and its context.
final class HeldCopy<Event, Context>: HeldEvent {
    // SAFETY: the creator states the pointers' types. The copies are freed with the object.
    override init(event: UnsafeRawPointer, context: UnsafeRawPointer?) {
        super.init(event: Self.copy(event, as: Event.self), context: context.map { Self.copy($0, as: Context.self) })
    }

    deinit {
        Self.free(event, as: Event.self)
        if let context { Self.free(context, as: Context.self) }
    }

    private static func copy<Value>(_ pointer: UnsafeRawPointer, as type: Value.Type) -> UnsafeRawPointer {
        let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        copy.initialize(to: pointer.assumingMemoryBound(to: Value.self).pointee)
        return UnsafeRawPointer(copy)
    }

    private static func free<Value>(_ pointer: UnsafeRawPointer, as type: Value.Type) {
        let copy = UnsafeMutablePointer(mutating: pointer.assumingMemoryBound(to: Value.self))
        copy.deinitialize(count: 1)
        copy.deallocate()
    }
}
