internal import CNATS
internal import Dispatch
internal import Synchronization

/// The first of several answers that a caller waits for.
final class FirstAnswer: Sendable {
    private let continuation: Mutex<CheckedContinuation<Result<Void, ConnectionError>, Never>?>

    private init(_ continuation: CheckedContinuation<Result<Void, ConnectionError>, Never>) {
        self.continuation = Mutex(continuation)
    }

    /// Waits for an answer.
    ///
    /// - Parameters:
    ///   - timeout: When to answer that time is up.
    ///   - ask: The closure that arranges for the answer.
    static func wait(for timeout: Duration, ask: (FirstAnswer) -> Void) async -> Result<Void, ConnectionError> {
        await withCheckedContinuation { continuation in
            let answer = FirstAnswer(continuation)
            ask(answer)
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(max(timeout.milliseconds, 1)))) {
                answer.give(NATS_TIMEOUT)
            }
        }
    }

    /// Answers, unless that was done.
    func give(_ status: natsStatus) {
        let waiting = continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
        waiting?.resume(returning: status == NATS_OK ? .success(()) : .failure(ConnectionError(status)))
    }
}
