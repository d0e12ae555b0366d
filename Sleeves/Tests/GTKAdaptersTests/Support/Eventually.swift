import Glibc

/// Waits for the effects of other processes and threads that signal nothing here.
enum Eventually {
    /// Asks until a condition holds. Returns whether it did before a deadline that only ends a hang.
    static func holds(_ condition: () -> Bool) -> Bool {
        for _ in 0..<9_000 {
            if condition() { return true }
            usleep(10_000)
        }
        return condition()
    }
}
