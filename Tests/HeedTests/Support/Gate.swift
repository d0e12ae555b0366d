import Foundation

/// Closed until somebody opens it.
final class Gate: @unchecked Sendable {
    // SAFETY: `isOpen` is touched only while the condition is locked.

    private let condition = NSCondition()
    private var isOpen = false

    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until the gate is open.
    ///
    /// - Returns: False if it stayed closed for half a minute, so that a deadlock fails its test instead of hanging it.
    func wait() -> Bool {
        let limit = Date(timeIntervalSinceNow: 30)
        condition.lock()
        defer { condition.unlock() }
        while !isOpen {
            guard condition.wait(until: limit) else { return isOpen }
        }
        return true
    }
}
