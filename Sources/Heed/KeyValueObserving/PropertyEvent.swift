/// What a property tells its listeners, three times for each change.
package struct PropertyEvent {
    package enum Phase {
        /// The change is about to be made. `old` is there, `new` is not.
        case will
        /// The change has been made, and no handler has been told: the moment for dependants to take their new values.
        case stored
        /// The change has been made. Handlers are told.
        case did
        /// The change was made while the listener came, on another thread: it may have read the value before.
        case missed
    }

    package let phase: Phase
    /// The same for all phases of one change; no other change of the process has it.
    package let number: UInt64
    /// The object whose property it is. Alive for as long as the event is delivered.
    package let object: Unmanaged<AnyObject>
    package let kind: KeyValueChangeKind
    package let indexes: RangeSet<Int>?
    /// Point to values of the property's type for as long as the event is delivered.
    package let old: UnsafeRawPointer?
    package let new: UnsafeRawPointer?
}

/// A listener that reads the value itself, and has no use for what became of a collection's elements.
protocol AlwaysTellsSettings: AnyObject {}
