internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// Lets one through at a time, with a pause between them; of all processes that share a file, where there is one.
///
/// What is protected by what: `next` by its lock, the file by a lock of the file system's. Without the file, as on a disk that is full, each
/// process keeps to the pace by itself.
package final class RateGate: Sendable {
    private let next = Mutex(Duration.zero)
    private let interval: Duration
    private let time: any Timekeeping
    private let path: String?

    /// - Parameter path: The file in which the processes note when the next one may go through.
    package init(interval: Duration, time: any Timekeeping, path: String? = nil) {
        self.interval = interval
        self.time = time
        self.path = path
    }

    /// Waits until it is this task's turn. One that is cancelled while it waits takes no turn.
    package func enter() async throws {
        while let wait = takeTurn() { try await time.sleep(for: wait) }
    }

    /// Takes the turn, or says how long it is to the next one.
    private func takeTurn() -> Duration? {
        let now = time.elapsed
        return next.withLock { next in
            if now < next { return next - now }
            if let wait = takeSharedTurn() { return wait }
            next = now + interval
            return nil
        }
    }

    /// Takes the turn of all processes, or says how long it is to the next one.
    private func takeSharedTurn() -> Duration? {
        guard let path else { return nil }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Nobody holds the lock longer than this function takes.
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { return nil }
        }
        let now = Int64(time.date.timeIntervalSince1970 * 1_000)
        let pause = Int64(interval / .milliseconds(1))
        var noted: Int64 = 0
        // A file that holds something else, or a time that nobody can have noted, says nothing.
        if pread(descriptor, &noted, 8, 0) == 8, noted > now, noted <= now + pause { return .milliseconds(noted - now) }
        noted = now + pause
        _ = pwrite(descriptor, &noted, 8, 0)
        return nil
    }
}
