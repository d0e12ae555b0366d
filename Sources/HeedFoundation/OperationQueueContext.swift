public import Foundation
public import Heed

/// Handlers run as operations of a queue, later. Usually written `.operations(queue)`.
///
/// ## Behavior
/// - Every change arrives, in order, even where the queue runs several jobs at once.
public struct OperationQueueContext: ExecutionContext {
    private let queue: OperationQueue

    /// Creates the context of an operation queue.
    public init(_ queue: OperationQueue) {
        self.queue = queue
    }

    /// Adds the job to the queue as an operation.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        queue.addOperation(job)
    }
}

extension ExecutionContext where Self == OperationQueueContext {
    /// Handlers run as operations of a queue, later. One observer's handler is never called by two threads at once.
    public static func operations(_ queue: OperationQueue) -> OperationQueueContext {
        OperationQueueContext(queue)
    }
}
