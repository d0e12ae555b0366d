internal import Glibc
internal import SleevesLibrary

/// The process's standard error.
enum StandardError {
    static func write(_ text: String) {
        // There is nowhere to report a failure.
        try? FileSystem.write(Array(text.utf8), to: STDERR_FILENO)
    }
}
