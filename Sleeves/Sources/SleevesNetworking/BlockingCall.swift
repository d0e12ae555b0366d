internal import Dispatch
internal import Synchronization

/// A runner for blocking system calls. They can wait for half a minute if no server answers, so they must not run on the threads of Swift's
/// tasks.
enum BlockingCall {
    private static let queue = DispatchQueue(label: "sleeves.calls", attributes: .concurrent)

    /// Runs a call and returns its result.
    ///
    /// - Throws: The error of the call; a `CancellationError` as soon as the task is cancelled. The call then continues, and its result is
    ///   dropped.
    static func run<Value: Sendable>(_ call: @escaping @Sendable () -> Result<Value, any Error>) async throws -> Value {
        let answer = SingleAnswer<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                answer.wait(continuation)
                queue.async { answer.give(call()) }
            }
        } onCancel: {
            answer.give(.failure(CancellationError()))
        }
    }
}

/// A value that takes the first of two answers and ignores the other.
///
/// Shared state: `state`, protected by its lock.
private final class SingleAnswer<Value: Sendable>: Sendable {
    private enum State {
        case empty
        case awaited(CheckedContinuation<Value, any Error>)
        case early(Result<Value, any Error>)
        case given
    }

    private let state = Mutex(State.empty)

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let early: Result<Value, any Error>? = state.withLock { state in
            if case .early(let result) = state {
                state = .given
                return result
            }
            state = .awaited(continuation)
            return nil
        }
        if let early { continuation.resume(with: early) }
    }

    func give(_ result: Result<Value, any Error>) {
        let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .empty:
                state = .early(result)
                return nil
            case .awaited(let continuation):
                state = .given
                return continuation
            case .early, .given:
                return nil
            }
        }
        continuation?.resume(with: result)
    }
}
