/// A chain of changes that each may combine several: the old value of each is the new value that the handler last received.
///
/// State and its protection: `last`, by its lock.
final class ChangeChain<Value: Sendable>: Sendable {
    private let options: KeyValueObservingOptions
    private let last = Lock<Value?>(nil)

    /// - Parameter options: The handler's options. The changes themselves carry new values wherever they carry old ones.
    init(options: KeyValueObservingOptions) {
        self.options = options
    }

    /// Returns the options to observe with, so that changes can be combined. A prior change can't be combined with the ones before it.
    ///
    /// - Parameter linked: Whether a chain links the changes. If not, operators made something else of them.
    static func observedOptions(for options: KeyValueObservingOptions, linked: Bool) -> KeyValueObservingOptions {
        [options.subtracting(.prior), linked && options.contains(.old) ? .new : []]
    }

    /// Notes a change that has arrived, and may be dropped for a newer one. The first change starts the chain.
    func note(_ change: KeyValueChange<Value>) {
        guard let old = change.oldValue else { return }
        last.withLock { last in
            if case .none = last { last = old }
        }
    }

    /// Returns the change as the handler receives it.
    func link(_ change: KeyValueChange<Value>) -> KeyValueChange<Value> {
        let new = change.newValue
        // Return what is replaced, so that it isn't deinitialized under the lock.
        let old = last.withLock { last in
            defer { last = new }
            return last
        }
        // The indexes that changed since the handler's last value are unknown.
        return KeyValueChange(
            kind: .setting,
            oldValue: options.contains(.old) ? old : nil,
            newValue: options.contains(.new) ? new : nil
        )
    }
}

extension KeyValueChange {
    /// Returns the change without the values that an observer hasn't asked for.
    func showing(_ options: KeyValueObservingOptions) -> KeyValueChange {
        KeyValueChange(
            kind: kind,
            oldValue: options.contains(.old) ? oldValue : nil,
            newValue: options.contains(.new) ? newValue : nil,
            positions: positions,
            isPrior: isPrior
        )
    }
}
