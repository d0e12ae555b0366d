internal import Glibc

/// The number of this process.
public enum ProcessNumber {
    /// The number, as the system gives it.
    public static var current: Int32 { getpid() }
}
