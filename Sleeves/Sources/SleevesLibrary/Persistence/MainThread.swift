internal import Glibc
internal import Synchronization

/// Keeps the thread of a window from waiting for the disk or the database.
public enum MainThread {
    /// The thread that must not wait; 0 where every thread may.
    private static let busy = Atomic<UInt>(0)

    /// Has debug builds trap from now on where the calling thread would wait for the disk or the database.
    public static func forbidWaiting() {
        busy.store(UInt(pthread_self()), ordering: .relaxed)
    }

    /// Lets the thread wait again: the window is gone.
    public static func allowWaiting() {
        busy.store(0, ordering: .relaxed)
    }

    /// Traps in debug builds where the calling thread must not wait.
    static func assertMayWait() {
        assert(
            busy.load(ordering: .relaxed) != UInt(pthread_self()),
            "the window's thread must not wait for the disk or the database: make this call asynchronous")
    }
}
