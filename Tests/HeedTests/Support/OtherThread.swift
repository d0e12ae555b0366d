import Foundation

/// A separate thread, not one of the concurrency runtime's.
struct OtherThread {
    private let done = Gate()

    /// Starts a thread.
    ///
    /// - Parameter stackSize: The stack size in bytes; `nil` for the system's default.
    init(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        let done = done
        let thread = Thread {
            body()
            done.open()
        }
        if let stackSize { thread.stackSize = stackSize }
        thread.start()
    }

    /// Waits for the end of the thread's work.
    ///
    /// - Returns: False if it does not end within half a minute.
    @discardableResult
    func join() -> Bool {
        done.wait()
    }

    /// Runs a closure on several threads that start together, and waits for all of them.
    ///
    /// - Returns: False if one of them doesn't end.
    static func concurrently(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
        let start = Gate()
        let threads = (0..<count).map { number in
            OtherThread {
                guard start.wait() else { return }
                body(number)
            }
        }
        start.open()
        return threads.map { $0.join() }.allSatisfy { $0 }
    }
}
