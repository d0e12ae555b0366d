/// Remembers the new value that a handler was last given.
///
/// What is protected by what: `value` by its lock.
final class LastValue<Value: Sendable>: Sendable {
    private let value = Lock<Value?>(nil)

    /// The change, with the last new value as its old one if there was any and the change carries old values at all.
    func chain(_ change: KeyValueChange<Value>) -> KeyValueChange<Value> {
        guard let new = change.newValue else { return change }
        let last = value.withLock { value in
            let last = value
            value = new
            return last
        }
        guard change.oldValue != nil, let last else { return change }
        return KeyValueChange(kind: .setting, oldValue: last, newValue: new)
    }
}
