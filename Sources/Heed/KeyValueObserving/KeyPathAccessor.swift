/// The functions that read a key path and call its observer, compiled where the types are known.
///
/// The code between the two, a ``KeyPathObservation``, handles values as objects. Otherwise it would look up types at run time for every
/// step, which would take most of the time.
@usableFromInline
struct KeyPathAccessor {
    let path: AnyKeyPath
    /// Reads the path from an object, as a ``ReadValue``.
    let read: (AnyObject) -> AnyObject
    /// Wraps a value of the path's type at an address in a ``ReadValue``.
    let box: (UnsafeRawPointer) -> AnyObject
    /// Calls the handler.
    let tell: (_ object: AnyObject, _ old: AnyObject?, _ new: AnyObject?, _ isPrior: Bool) -> Void

    @usableFromInline
    init(
        path: AnyKeyPath,
        read: @escaping (AnyObject) -> AnyObject,
        box: @escaping (UnsafeRawPointer) -> AnyObject,
        tell: @escaping (AnyObject, AnyObject?, AnyObject?, Bool) -> Void
    ) {
        self.path = path
        self.read = read
        self.box = box
        self.tell = tell
    }

    @inlinable
    static func of<Root: AnyObject, Value>(
        _ path: KeyPath<Root, Value>,
        _ handler: ChangeHandler<Root, Value>
    ) -> KeyPathAccessor {
        // SAFETY: the observation passes the object that it was made for, and values returned by `read`.
        KeyPathAccessor(path: path) { object in
            ReadValue(unsafeDowncast(object, to: Root.self)[keyPath: path])
        } box: { value in
            ReadValue(value.assumingMemoryBound(to: Value.self).pointee)
        } tell: { object, old, new, isPrior in
            handler(unsafeDowncast(object, to: Root.self), change(from: old, to: new, isPrior))
        }
    }

    /// Separate from the call of the handler, because handlers that make changes can nest hundreds of times on the stack.
    @inlinable
    static func change<Value>(from old: AnyObject?, to new: AnyObject?, _ isPrior: Bool) -> KeyValueChange<Value> {
        func value(_ read: AnyObject?) -> Value? {
            read.map { unsafeDowncast($0, to: ReadValue<Value>.self).value }
        }
        return KeyValueChange(oldValue: value(old), newValue: value(new), isPrior: isPrior)
    }
}

/// A value that was read at a key path.
@usableFromInline
final class ReadValue<Value> {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }
}
