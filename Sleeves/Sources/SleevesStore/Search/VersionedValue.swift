internal import Synchronization

/// A value that is made from the database, and valid until a version of it changes.
///
/// - `kept` is protected by its lock. Two readers may see two moments; the later one counts.
struct VersionedValue<Value: Sendable>: ~Copyable, Sendable {
    private let kept = Mutex<(version: Int64, value: Value)?>(nil)

    /// Returns the value of a version, which `make` makes if it isn't known.
    func value(at version: Int64, _ make: () throws -> Value) rethrows -> Value {
        if let kept = kept.withLock({ $0 }), kept.version == version { return kept.value }
        let value = try make()
        kept.withLock { kept in
            if kept.map({ $0.version < version }) ?? true { kept = (version, value) }
        }
        return value
    }
}
