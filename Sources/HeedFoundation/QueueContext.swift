public import Dispatch
public import Heed

/// Handlers run on a dispatch queue, later. Usually written `.queue(queue)`.
///
/// ## Behavior
/// - Every change arrives, in order, even where the queue runs several jobs at once.
public struct QueueContext: ExecutionContext {
    private let queue: DispatchQueue

    /// Creates the context of a queue, serial or concurrent.
    public init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    /// Runs the job on the queue.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        queue.async(execute: job)
    }
}

extension ExecutionContext where Self == QueueContext {
    /// Handlers run on a dispatch queue, later. One observer's handler is never called by two threads at once, even on a concurrent queue.
    public static func queue(_ queue: DispatchQueue) -> QueueContext {
        QueueContext(queue)
    }
}
