/// Where a ``KeyValueObservable()`` class that is `Sendable` keeps the value of one property: under a lock.
///
/// Code that the macro writes uses it; there is no need to use it yourself.
public struct _SharedStorage<Value: Sendable>: ~Copyable, Sendable {
    @usableFromInline let lock: Lock<Value>

    /// Creates storage with a first value.
    @inlinable
    public init(_ value: Value) {
        lock = Lock(value)
    }

    /// The present value.
    @inlinable public var value: Value {
        lock.withLock { $0 }
    }

    /// Puts a value in, and returns the one that was there.
    @inlinable
    @discardableResult
    public func exchange(_ new: Value) -> Value {
        // The old value leaves the lock before it can be released.
        lock.withLock { value in
            let old = value
            value = new
            return old
        }
    }

    /// Changes the value where it is.
    func edit(_ body: (inout Value) -> Void) {
        lock.withLock { body(&$0) }
    }
}

/// A change that is made right where a property is stored.
///
/// Code that ``KeyValueObservable()`` writes uses it; there is no need to use it yourself.
public struct _StorageEdit {
    private let body: (UnsafeMutableRawPointer) -> Void

    init(_ body: @escaping (UnsafeMutableRawPointer) -> Void) {
        self.body = body
    }

    /// Makes the change.
    public func make<Value>(in storage: inout Value) {
        withUnsafeMutablePointer(to: &storage) { body($0) }
    }

    /// Makes the change, under the storage's lock.
    public func make<Value>(in storage: borrowing _SharedStorage<Value>) {
        storage.edit { withUnsafeMutablePointer(to: &$0) { body($0) } }
    }
}
