/// Values by key path, for any thread. Values are added, and stay.
///
/// To hash or compare key paths is to hash or compare the arguments that their subscripts captured, which runs code of the program. So the
/// table looks up hash values under its lock, and compares key paths outside it. If another thread has added a value meanwhile, it compares
/// that one, too.
///
/// State and its protection: `buckets`, by its lock.
package struct PathTable<Value: Sendable>: ~Copyable, Sendable {
    /// The entries by the hash values of their paths. Each array only grows.
    private let buckets = Lock<[Int: [Entry]]>([:])

    // SAFETY: the path is only hashed and compared. Not private: the compiler (6.3) then fails under the thread sanitizer.
    struct Entry: @unchecked Sendable {
        let path: AnyKeyPath
        let value: Value
    }

    package init() {}

    /// Returns the value of a path, if there is one.
    package borrowing func value(for path: AnyKeyPath) -> Value? {
        Self.value(for: path, in: entries(for: path.hashValue)[...])
    }

    /// Adds a value for a path, unless there is one.
    ///
    /// - Returns: The value that is there now.
    package borrowing func add(_ value: Value, for path: AnyKeyPath) -> Value {
        let hash = path.hashValue
        let entry = Entry(path: path, value: value)
        var known = entries(for: hash)
        if let present = Self.value(for: path, in: known[...]) { return present }
        while true {
            let count = known.count
            let present = buckets.withLock { buckets in
                let present = buckets[hash] ?? []
                if present.count == count { buckets[hash] = present + [entry] }
                return present
            }
            guard present.count > count else { return value }
            if let present = Self.value(for: path, in: present[count...]) { return present }
            known = present
        }
    }

    /// All values, in no particular order.
    package var values: [Value] {
        buckets.withLock { $0 }.values.flatMap { $0.map(\.value) }
    }

    private borrowing func entries(for hash: Int) -> [Entry] {
        buckets.withLock { $0[hash] ?? [] }
    }

    private static func value(for path: AnyKeyPath, in entries: ArraySlice<Entry>) -> Value? {
        // Identical ones first: that needs no comparison of arguments.
        (entries.first { $0.path === path } ?? entries.first { $0.path == path })?.value
    }
}
