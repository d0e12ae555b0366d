/// What a property tells its listeners, up to three times for each change.
@usableFromInline
package struct PropertyEvent {
    @usableFromInline
    package enum Phase {
        /// The change is about to be made. `old` is there, `new` is not.
        case will
        /// The change has been made, and no handler has been told: the moment for dependants to take their new values.
        case stored
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
}
