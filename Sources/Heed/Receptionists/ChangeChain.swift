/// Joins changes that stand for several: the old value of each is the new value that the handler was last given.
///
/// What is protected by what: `last` by its lock.
final class ChangeChain<Value: Sendable>: Sendable {
    private let options: KeyValueObservingOptions
    private let last = Lock<Value?>(nil)

    /// - Parameter options: What the handler asked for. The changes themselves carry new values wherever they carry old ones.
    init(options: KeyValueObservingOptions) {
        self.options = options
    }

    /// What is to be observed, so that changes can be joined. A change that is still to come cannot be joined with the ones before it.
    static func observedOptions(for options: KeyValueObservingOptions) -> KeyValueObservingOptions {
        options.subtracting(.prior).union(options.contains(.old) ? .new : [])
    }

    /// A change has arrived; it may give way to a newer one. The first is where the chain begins.
    func note(_ change: KeyValueChange<Value>) {
        guard let old = change.oldValue else { return }
        last.withLock { last in
            if case .none = last { last = old }
        }
    }

    /// The change as the handler is given it.
    func link(_ change: KeyValueChange<Value>) -> KeyValueChange<Value> {
        let new = change.newValue
        // What is replaced is returned, so that it is not deinitialised under the lock.
        let old = last.withLock { last in
            defer { last = new }
            return last
        }
        // Nobody knows which positions of what the handler was last given have changed.
        return KeyValueChange(
            kind: .setting,
            oldValue: options.contains(.old) ? old : nil,
            newValue: options.contains(.new) ? new : nil
        )
    }
}
