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
