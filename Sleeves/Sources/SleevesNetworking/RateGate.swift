internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A gate that lets one task through at a time, with a pause between them. With a file, it works across all processes that share the file.
///
/// Shared state: `next`, protected by its lock; the file, protected by a file lock. Without the file, for example on a full disk, each
/// process keeps the pace by itself.
package final class RateGate: Sendable {
    private let next = Mutex(Duration.zero)
    private let interval: Duration
    private let time: any Timekeeping
    private let path: String?

    /// - Parameter path: The file in which the processes note the time of the next turn.
    package init(interval: Duration, time: any Timekeeping, path: String? = nil) {
        self.interval = interval
        self.time = time
        self.path = path
    }

    /// Waits for this task's turn. A task that is cancelled while it waits takes no turn.
    package func enter() async throws {
        while let wait = takeTurn() { try await time.sleep(for: wait) }
    }

    /// Takes the turn, or returns the time until the next one.
    private func takeTurn() -> Duration? {
        let now = time.elapsed
        return next.withLock { next in
            if now < next { return next - now }
            if let wait = takeSharedTurn() { return wait }
            next = now + interval
            return nil
        }
    }

    /// Takes the turn among all processes, or returns the time until the next one.
    private func takeSharedTurn() -> Duration? {
        guard let path else { return nil }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Processes hold the lock only for the duration of this function.
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { return nil }
        }
        let now = Int64(time.date.timeIntervalSince1970 * 1_000)
        let pause = Int64(interval / .milliseconds(1))
        var noted: Int64 = 0
        // Ignore other content, and times that no process can have noted.
        if pread(descriptor, &noted, 8, 0) == 8, noted > now, noted <= now + pause { return .milliseconds(noted - now) }
        noted = now + pause
        _ = pwrite(descriptor, &noted, 8, 0)
        return nil
    }
}
