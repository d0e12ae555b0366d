internal import Dispatch
internal import Synchronization

/// A call of the system's that waits, for half a minute where no server answers, so that the threads of Swift's tasks are no place for it.
enum BlockingCall {
    private static let queue = DispatchQueue(label: "sleeves.calls", attributes: .concurrent)

    /// Runs a call, and waits for what it gives.
    ///
    /// - Throws: What the call throws; a `CancellationError` as soon as the task is cancelled, while the call goes on for nobody.
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

/// Takes the first of two answers, and forgets the other.
///
/// What is protected by what: `state` by its lock.
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
