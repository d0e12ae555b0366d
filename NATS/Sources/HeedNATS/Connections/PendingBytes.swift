internal import Synchronization

/// The bytes that wait, or other things that are counted, up to a limit.
struct PendingBytes: ~Copyable {
    private let count = Atomic(0)
    let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts bytes.
    ///
    /// - Returns: Whether there is room for them. Otherwise they aren't counted.
    borrowing func add(_ size: Int) -> Bool {
        guard count.add(size, ordering: .relaxed).newValue <= limit else {
            remove(size)
            return false
        }
        return true
    }

    borrowing func remove(_ size: Int) {
        count.subtract(size, ordering: .relaxed)
    }
}
