import Foundation

/// Closed until somebody opens it.
final class Gate: @unchecked Sendable {
    // SAFETY: `isOpen` is touched only while the condition is locked.

    private let condition = NSCondition()
    private var isOpen = false

    /// In seconds.
    #if SANITIZED
        private static let patience = 600.0
    #else
        private static let patience = 60.0
    #endif

    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until the gate is open.
    ///
    /// - Returns: False if it stayed closed for so long that a deadlock is likely, which so fails its test instead of hanging it.
    func wait() -> Bool {
        let limit = Date(timeIntervalSinceNow: Self.patience)
        condition.lock()
        defer { condition.unlock() }
        while !isOpen {
            guard condition.wait(until: limit) else { return isOpen }
        }
        return true
    }
}
