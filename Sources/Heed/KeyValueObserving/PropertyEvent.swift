/// What a property tells its listeners, up to three times for each change.
@usableFromInline
package struct PropertyEvent {
    @usableFromInline
    package enum Phase {
        /// The change is about to be made. `old` is there, `new` is not.
        case will
        /// The change has been made, and no handler has been told: the moment for dependants to take their new values.
        case stored
        /// As ``stored``, for a listener that came after the change began, and is not told of its end.
        case came
        /// The change has been made. Handlers are told.
        case did
        /// The change was made while the listener came, on another thread: it may have read the value before.
        case missed
        /// The object has died, and nothing will change any more.
        case ended
    }

    @usableFromInline package let phase: Phase
    @usableFromInline package let kind: KeyValueChangeKind
    /// The same for all phases of one change; no other change of the process has it. Zero where nobody wants more than the end.
    package let number: UInt64
    /// The object whose property it is, unless that has died. Alive for as long as the event is delivered.
    @usableFromInline package let object: Unmanaged<AnyObject>?
    /// The positions that the change concerns. Whoever delivers the event keeps them.
    @usableFromInline package let positions: Unmanaged<ChangedPositions>?
    /// Point to values of the property's type for as long as the event is delivered.
    @usableFromInline package let old: UnsafeRawPointer?
    @usableFromInline package let new: UnsafeRawPointer?
    /// The property's type.
    let type: Any.Type
}

extension PropertyEvent {
    /// A copy that outlives the call which delivers it.
    ///
    /// - Returns: `nil` while the object is dying: it cannot be kept.
    func held() -> HeldEvent? {
        weak let living = object?.takeUnretainedValue()
        guard let living else { return nil }
        func hold<Value>(_ type: Value.Type) -> HeldEvent { HeldPropertyEvent<Value>(self, of: living) }
        return _openExistential(type, do: hold)
    }
}

/// A copy of a property's event, with the object and the values.
// SAFETY: the event points to values of the property's type, which `Value` is.
private final class HeldPropertyEvent<Value>: HeldEvent {
    private let object: AnyObject
    private let positions: ChangedPositions?
    private let old: UnsafeMutablePointer<Value>?
    private let new: UnsafeMutablePointer<Value>?

    init(_ event: PropertyEvent, of object: AnyObject) {
        func copy(_ pointer: UnsafeRawPointer?) -> UnsafeMutablePointer<Value>? {
            guard let value = pointer?.assumingMemoryBound(to: Value.self) else { return nil }
            let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
            copy.initialize(to: value.pointee)
            return copy
        }
        self.object = object
        positions = event.positions?.takeUnretainedValue()
        old = copy(event.old)
        new = copy(event.new)
        let copied = UnsafeMutablePointer<PropertyEvent>.allocate(capacity: 1)
        copied.initialize(
            to: PropertyEvent(
                phase: event.phase,
                kind: event.kind,
                number: event.number,
                object: Unmanaged.passUnretained(object),
                positions: event.positions,
                old: UnsafeRawPointer(old),
                new: UnsafeRawPointer(new),
                type: event.type
            )
        )
        super.init(event: copied, context: nil)
    }

    deinit {
        for value in [old, new] {
            value?.deinitialize(count: 1)
            value?.deallocate()
        }
        event.deallocate()
    }
}
