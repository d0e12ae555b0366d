internal import Glibc
internal import Synchronization

/// A check that a window's thread doesn't wait for the disk or the database.
public enum MainThread {
    /// The thread that must not wait; 0 if every thread may.
    private static let busy = Atomic<UInt>(0)

    /// Makes debug builds trap from now on if the calling thread would wait for the disk or the database.
    public static func forbidWaiting() {
        busy.store(UInt(pthread_self()), ordering: .relaxed)
    }

    /// Allows the thread to wait again, because the window is gone.
    public static func allowWaiting() {
        busy.store(0, ordering: .relaxed)
    }

    /// Traps in debug builds if the calling thread must not wait.
    package static func assertMayWait() {
        assert(
            busy.load(ordering: .relaxed) != UInt(pthread_self()),
            "the window's thread must not wait for the disk or the database: make this call asynchronous")
    }
}
