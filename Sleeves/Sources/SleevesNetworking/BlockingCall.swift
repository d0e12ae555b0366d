internal import Dispatch

/// A runner for blocking system calls. They can wait for half a minute if no server answers, so they must not run on the threads of Swift's
/// tasks.
enum BlockingCall {
    private static let queue = DispatchQueue(label: "sleeves.calls", attributes: .concurrent)

    /// Runs a call and returns its result.
    ///
    /// - Throws: The error of the call; a `CancellationError` as soon as the task is cancelled. The call then continues, and its result is
    ///   dropped.
    static func run<Value: Sendable>(_ call: @escaping @Sendable () throws -> Value) async throws -> Value {
        let (results, continuation) = AsyncStream<Result<Value, any Error>>.makeStream()
        queue.async {
            continuation.yield(Result(catching: call))
            continuation.finish()
        }
        // Cancelling the task ends the stream.
        for await result in results { return try result.get() }
        throw CancellationError()
    }
}
