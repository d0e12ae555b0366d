/// The handler of a key path's observer, in one of its possible forms.
@usableFromInline
package enum ChangeHandler<Root: AnyObject, Value> {
    /// A handler that receives the new value.
    case value((Value) -> Void)
    /// A handler that receives the old and the new value.
    case values((_ old: Value, _ new: Value) -> Void)
    /// A handler that receives the object and the complete change.
    case change((Root, KeyValueChange<Value>) -> Void)

    /// Whether the handler needs whole values, even if elements of a collection were inserted or removed.
    var takesWholeValues: Bool {
        if case .change = self { false } else { true }
    }

    @inlinable
    package func callAsFunction(_ object: Root, _ change: KeyValueChange<Value>) {
        switch self {
        case .value(let handler): if let value = change.newValue { handler(value) }
        // Only the initial call has no old value.
        case .values(let handler): if let new = change.newValue { handler(change.oldValue ?? new, new) }
        case .change(let handler): handler(object, change)
        }
    }
}

/// The kind of a property's listener, and the events it wants: the lower bits of its condition.
@usableFromInline
struct ListenerTraits: Sendable {
    static let bitCount: UInt = 8

    /// The form of the call.
    @usableFromInline
    enum Form: UInt {
        /// A call with the event itself.
        case event
        /// A call in one of the forms of ``ChangeHandler``.
        case value, values, change
    }

    @usableFromInline let bits: UInt

    init(condition: UInt) {
        bits = condition & (1 << Self.bitCount - 1)
    }

    /// - Parameters:
    ///   - allPhases: Whether it also wants the phases before ``PropertyEvent/Phase/did``.
    ///   - settingsOnly: Whether it ignores changes of a collection's elements, because it reads the value itself.
    ///   - options: The contents of a ``Form/change``.
    init(_ form: Form, allPhases: Bool = false, settingsOnly: Bool = false, options: KeyValueObservingOptions = []) {
        bits = (allPhases ? 1 : 0) | (settingsOnly ? 2 : 0) | form.rawValue << 2 | UInt(options.rawValue) << 4
    }

    var wantsAllPhases: Bool { bits & 1 != 0 }
    var wantsSettingsOnly: Bool { bits & 2 != 0 }

    @inlinable var form: Form {
        @inline(__always) get { Form(rawValue: bits >> 2 & 3).unsafelyUnwrapped }
    }

    @inlinable var options: KeyValueObservingOptions { KeyValueObservingOptions(rawValue: UInt8(truncatingIfNeeded: bits >> 4)) }
}

/// A caller of the handlers of a property's observers.
///
/// It is compiled into the programs that observe, where the type of the property is known. So it moves a value directly, without
/// run-time type information. One caller for each property is enough: the registry's list stores the observers' handlers in place.
@usableFromInline
struct PropertyCaller: ~Copyable {
    /// A function that calls the handler at an address.
    @usableFromInline typealias Call = (_ handler: UnsafeMutableRawPointer, ListenerTraits, UnsafePointer<PropertyEvent>) -> Void

    private let call: Call

    init(_ call: @escaping Call) {
        self.call = call
    }

    @inline(__always)
    borrowing func callAsFunction(_ handler: UnsafeMutableRawPointer, _ traits: ListenerTraits, _ event: UnsafePointer<PropertyEvent>) {
        call(handler, traits, event)
    }

    /// Returns the caller for properties of a type.
    @inlinable
    static func calling<Value>(_ type: Value.Type) -> Call {
        { handler, traits, event in
            // SAFETY: the events of a property carry values of its type, which live as long as the event, and the traits say which handler
            // is stored there.
            if traits.form == .change { return callChange(ChangeFunction<AnyObject, Value>.self, handler, traits, event) }
            guard event.pointee.phase == .did || event.pointee.phase == .missed, event.pointee.object != nil,
                let new = event.pointee.new?.assumingMemoryBound(to: Value.self)
            else { return }
            if traits.form == .value {
                handler.assumingMemoryBound(to: ValueFunction<Value>.self).pointee.call(new.pointee)
            } else if let old = event.pointee.old?.assumingMemoryBound(to: Value.self) {
                handler.assumingMemoryBound(to: ValuesFunction<Value>.self).pointee.call(old.pointee, new.pointee)
            }
        }
    }

    /// A separate function, because code that doesn't know the types looks them up on entry.
    @inlinable
    @inline(never)
    static func callChange<Value>(
        _ type: ChangeFunction<AnyObject, Value>.Type,
        _ handler: UnsafeMutableRawPointer,
        _ traits: ListenerTraits,
        _ event: UnsafePointer<PropertyEvent>
    ) {
        let event = event.pointee
        func value(_ pointer: UnsafeRawPointer?, for option: KeyValueObservingOptions) -> Value? {
            traits.options.contains(option) ? pointer?.assumingMemoryBound(to: Value.self).pointee : nil
        }
        let isPrior = event.phase == .will
        let isTold = isPrior ? traits.options.contains(.prior) : event.phase == .did || event.phase == .missed
        guard isTold, let object = event.object else { return }
        let change = KeyValueChange<Value>(
            kind: event.kind,
            oldValue: value(event.old, for: .old),
            newValue: isPrior ? nil : value(event.new, for: .new),
            positions: event.positions?.takeUnretainedValue(),
            isPrior: isPrior
        )
        // SAFETY: the property belongs to an object of the class that the handler expects. References to objects of all classes are passed
        // in the same way.
        object.borrow { handler.assumingMemoryBound(to: type).pointee.call($0, change) }
    }
}

// The forms of `ChangeHandler` as a registry's list stores them. They can't be copied: see `Handler`.

@usableFromInline
struct ValueFunction<Value>: ~Copyable {
    @usableFromInline let receive: (Value) -> Void

    @inlinable
    @inline(__always)
    borrowing func call(_ value: Value) {
        receive(value)
    }
}

@usableFromInline
struct ValuesFunction<Value>: ~Copyable {
    @usableFromInline let receive: (Value, Value) -> Void

    @inlinable
    @inline(__always)
    borrowing func call(_ old: Value, _ new: Value) {
        receive(old, new)
    }
}

@usableFromInline
struct ChangeFunction<Root: AnyObject, Value>: ~Copyable {
    @usableFromInline let receive: (Root, KeyValueChange<Value>) -> Void

    @inlinable
    @inline(__always)
    borrowing func call(_ object: Root, _ change: KeyValueChange<Value>) {
        receive(object, change)
    }
}

extension ObserverEntry {
    /// Creates an entry that takes ownership of an observer's handler.
    init<Root, Value>(_ handler: consuming ChangeHandler<Root, Value>, at place: RegistrationPlace?, condition: UInt) {
        self.init(place: place?.bits ?? RegistrationPlace.unknownBits, condition: condition)
        switch handler {
        case .value(let function): HandlerMemory.store(ValueFunction(receive: function), into: &self)
        case .values(let function): HandlerMemory.store(ValuesFunction(receive: function), into: &self)
        case .change(let function): HandlerMemory.store(ChangeFunction(receive: function), into: &self)
        }
    }
}

extension ChangeHandler {
    var form: ListenerTraits.Form {
        switch self {
        case .value: .value
        case .values: .values
        case .change: .change
        }
    }
}
