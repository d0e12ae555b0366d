import Foundation

/// A gate that is closed until opened.
final class Gate: @unchecked Sendable {
    // SAFETY: `isOpen` is touched only while the condition is locked.

    private let condition = NSCondition()
    private var isOpen = false

    /// In seconds.
    #if SANITIZED
        static let patience = 600.0
    #else
        static let patience = 60.0
    #endif

    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until the gate is open.
    ///
    /// - Returns: False if it stayed closed so long that a deadlock is likely. The test then fails instead of hanging.
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
