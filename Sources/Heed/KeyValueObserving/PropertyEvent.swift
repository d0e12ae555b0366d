/// An event that a property delivers to its listeners, up to three times for each change.
@usableFromInline
package struct PropertyEvent {
    @usableFromInline
    package enum Phase {
        /// The change is about to be made. `old` is present, `new` isn't.
        case will
        /// The change has been made, and no handler has run: dependents take their new values now.
        case stored
        /// Like ``stored``, for a listener that registered after the change began, and doesn't receive its end.
        case came
        /// Like ``came``, for a listener that receives ``missed`` at the end.
        case cameWithin
        /// The change has been made. Handlers run.
        case did
        /// The change was made on another thread while the listener registered: it may have read the old value.
        case missed
        /// The object has been deallocated, and nothing will change any more.
        case ended
    }

    @usableFromInline package private(set) var phase: Phase
    @usableFromInline package let kind: KeyValueChangeKind
    /// A number shared by all phases of one change, and by no other change in the process. Zero if no listener wants more than the end.
    package private(set) var number: UInt64
    /// The object that the property belongs to, unless it has been deallocated. Alive during the delivery of the event.
    @usableFromInline package let object: Unmanaged<AnyObject>?
    /// The indexes that the change concerns, kept by the code that delivers the event.
    @usableFromInline package let positions: Unmanaged<ChangedPositions>?
    /// Pointers to values of the property's type, valid during the delivery of the event.
    @usableFromInline package let old: UnsafeRawPointer?
    @usableFromInline package let new: UnsafeRawPointer?
    /// The property's type.
    let type: Any.Type
}

extension PropertyEvent {
    /// Returns the event of another phase of the same change.
    func at(_ phase: Phase) -> PropertyEvent {
        var event = self
        event.phase = phase
        return event
    }

    /// Returns the event with a number of its own, if it has none.
    var numbered: PropertyEvent {
        guard number == 0 else { return self }
        var event = self
        event.number = ChangeNumber.next()
        return event
    }

    /// Returns a copy that outlives the call that delivers the event.
    ///
    /// - Parameter context: The delivery's context, which says the turn.
    /// - Returns: `nil` while the object is being deallocated, because it can't be retained.
    func held(in context: UnsafeRawPointer? = nil) -> HeldEvent? {
        weak let living = object?.takeUnretainedValue()
        guard let living else { return nil }
        func hold<Value>(_ type: Value.Type) -> HeldEvent { HeldPropertyEvent<Value>(self, in: context, of: living) }
        return _openExistential(type, do: hold)
    }
}

/// A copy of a property's event, with the object and the values.
// SAFETY: the event points to values of the property's type, which is `Value`.
private final class HeldPropertyEvent<Value>: HeldEvent {
    private let object: AnyObject
    private let positions: ChangedPositions?
    private let old: UnsafeMutablePointer<Value>?
    private let new: UnsafeMutablePointer<Value>?

    init(_ event: PropertyEvent, in context: UnsafeRawPointer?, of object: AnyObject) {
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
        super.init(event: copied, context: context)
    }

    deinit {
        for value in [old, new] {
            value?.deinitialize(count: 1)
            value?.deallocate()
        }
        event.deallocate()
    }
}
