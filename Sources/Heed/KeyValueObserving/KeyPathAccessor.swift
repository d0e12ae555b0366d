/// The functions that read a key path and call its observer, compiled where the types are known.
///
/// The code between the two, a ``KeyPathObservation``, knows only that there are values. Otherwise it would look up types at run time for
/// every step, which would take most of the time.
@usableFromInline
struct KeyPathAccessor {
    let path: AnyKeyPath
    /// Makes a change without values.
    let makeChange: () -> PathChange
    /// Takes a step with a change's values.
    let perform: (PathStep, PathChange) -> Void

    @usableFromInline
    init(path: AnyKeyPath, makeChange: @escaping () -> PathChange, perform: @escaping (PathStep, PathChange) -> Void) {
        self.path = path
        self.makeChange = makeChange
        self.perform = perform
    }

    /// - Parameter getter: A function that reads the path, if the macro has generated one: it takes a tenth of the time.
    @inlinable
    static func of<Root: AnyObject, Value>(
        _ path: KeyPath<Root, Value>,
        _ handler: ChangeHandler<Root, Value>,
        _ options: KeyValueObservingOptions,
        getter: Any?
    ) -> KeyPathAccessor {
        let read = getter as? (Root) -> Value ?? { $0[keyPath: path] }
        // SAFETY: the observation passes the object that it was made for, and changes made here.
        return KeyPathAccessor(path: path, makeChange: PathValues<Value>.init) { step, change in
            let values = unsafeDowncast(change, to: PathValues<Value>.self)
            switch step {
            case .readOld(let root): values.old = root.borrow { read(unsafeDowncast($0, to: Root.self)) }
            case .readNew(let root): values.new = root.borrow { read(unsafeDowncast($0, to: Root.self)) }
            case .take(let old, let new):
                values.old = old.assumingMemoryBound(to: Value.self).pointee
                values.new = new.assumingMemoryBound(to: Value.self).pointee
            case .beginWhereBegan(let other): values.old = unsafeDowncast(other, to: PathValues<Value>.self).old
            case .beginWhereEnded(let other): values.old = unsafeDowncast(other, to: PathValues<Value>.self).new
            case .tell(let root, let isPrior):
                let change = values.change(options, isPrior)
                root.borrow { handler(unsafeDowncast($0, to: Root.self), change) }
                if !isPrior { values.forget() }
            }
        }
    }
}

/// A step of a change at a key path.
@usableFromInline
enum PathStep {
    /// Reads the path from an object, as the old or the new value.
    case readOld(Unmanaged<AnyObject>), readNew(Unmanaged<AnyObject>)
    /// Takes both values from addresses.
    case take(old: UnsafeRawPointer, new: UnsafeRawPointer)
    /// Takes the old or the new value of another change as the old value.
    case beginWhereBegan(PathChange), beginWhereEnded(PathChange)
    /// Calls the handler, and releases the values if the change is over.
    case tell(Unmanaged<AnyObject>, isPrior: Bool)
}

/// A change at a key path, from its beginning until the handler has received it.
///
/// State and its protection: `number` changes only while no list holds the change. `thread` and the three facts change only under the
/// observation's lock, or on that thread. The values are accessed only by that thread.
@usableFromInline
class PathChange: @unchecked Sendable {
    // SAFETY: see above.
    final var number: UInt64 = 0
    final var thread = ThreadIdentity.current
    final var isStored = false
    /// Whether another thread reads and reports the change.
    final var isWaiting = false
    /// Whether the thread that has the observation is reading the new value.
    final var isBeingRead = false

    @usableFromInline
    init() {}
}

/// A change with its values, as far as they are known.
@usableFromInline
final class PathValues<Value>: PathChange, @unchecked Sendable {
    // SAFETY: as for any change; there is one access at a time, so there is nothing to check.
    @exclusivity(unchecked) @usableFromInline var old: Value?
    @exclusivity(unchecked) @usableFromInline var new: Value?

    @inlinable
    override init() {
        super.init()
    }

    /// Separate from the call of the handler, because handlers that make changes can nest hundreds of times on the stack.
    @inlinable
    func change(_ options: KeyValueObservingOptions, _ isPrior: Bool) -> KeyValueChange<Value> {
        KeyValueChange(
            oldValue: options.contains(.old) ? old : nil,
            newValue: options.contains(.new) && !isPrior ? new : nil,
            isPrior: isPrior
        )
    }

    @inlinable
    @inline(__always)
    func forget() {
        old = nil
        new = nil
    }
}
